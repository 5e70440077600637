/**
 * One row of each kind changed, and one taken away, in the file itself as a bad disk does it: found by name, or
 * harmless for the reason that stands here; and what can be derived is mended by rebuilding.
 */
import assert from "node:assert/strict";
import { sample } from "../effort.ts";
import { DatabaseSync } from "node:sqlite";
import * as keys from "../../events/store/kv/keys.ts";
import { FORMAT } from "../../events/store/kv/open.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { rebuild } from "../../events/store/verify/rebuild.ts";
import { tallyMaking } from "../../events/store/behind/tally.ts";
import { recentMaking } from "../../events/store/behind/recent.ts";
import type { Placing } from "../../events/store/list_types.ts";
import { SIDE_KINDS, type Tallying } from "../../events/store/types.ts";
import { deflated } from "../../events/store/form/value.ts";
import { type Problem, verify } from "../../events/store/verify/verify.ts";
import { notAsSigned } from "../../events/store/verify/verify_signed.ts";
import { Signing } from "../../actors/signing/signing.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import { encodeKey } from "../sim/sim_disk.ts";
import { bytesOf as textBytes, textOf } from "./store/damage.ts";
import { countRow, folds as rows, STANDING } from "./store/folds.ts";
import { appended, happened, noise, row, said } from "./store/given.ts";

type Found = Problem["kind"];
interface Damage {
  /** What is found; a reason where it is harmless, or what is said where the store is not even opened. */
  readonly found: Found | { readonly harmless: string } | { readonly refused: RegExp };
  readonly mended?: boolean;
  /** A sentence of what is found. */
  readonly tells?: string;
  /** How many problems it may be told as. @default 4 */
  readonly most?: number;
  /** Instead of a change of the first byte, which makes a row unreadable. */
  readonly replace?: readonly [from: string | RegExp, to: string | ((found: string) => string)];
}
interface Kind {
  /** Beginning of the key of the row that is damaged: texts only. */
  readonly key: readonly string[];
  /** Which of the rows with this beginning. @default the first */
  readonly nth?: number;
  readonly changed: Damage;
  /** A change that leaves it readable, where a row has a meaning that could be another. */
  readonly altered?: Damage;
  readonly deleted: Damage;
}

const harmless = (why: string): Damage => ({ found: { harmless: why } });
const SIDE =
  "belongs to no event: who signs in, a program or a provider is refused and says so; nothing is let in";
const text = "b".repeat(130_000);
const SHA = "d6a7da44e6c5cc9f7f6f1d8ddc5a9d4a"; // replaced by the real one below

const TABLE: Readonly<Record<string, Kind>> = {
  "eventsKey of a value": {
    key: ["e", "a"],
    changed: { found: "chain" },
    altered: { found: "chain", replace: ['"id":"a/0"', '"id":"a/9"'] },
    deleted: { found: "chain" },
  },
  "eventsKey its words": {
    key: ["e", "a"],
    changed: { found: "chain", replace: ['"content":"see', '"content":"sea'] },
    deleted: { found: "chain" },
  },
  "eventsKey its salt": {
    key: ["e", "a"],
    changed: { found: "chain", replace: [/"([\w-]{21}).",\{"by"/, '"$1_",{"by"'] },
    deleted: { found: "chain" },
  },
  "eventsKey its hash before": {
    key: ["e", "a"],
    nth: 1,
    changed: { found: "chain", mended: true, replace: [/"prev":".{5}/, '"prev":"_____'] },
    deleted: { found: "chain" },
  },
  "eventsKey its marks": {
    key: ["e", "a"],
    changed: {
      found: "chain",
      mended: true,
      replace: [/"marks":"..../, '"marks":"____'],
      tells: "The mark of event 1 was changed",
    },
    altered: {
      ...harmless("an earlier release kept none; rebuilding makes them"),
      replace: ["marks", "Marks"],
    },
    deleted: { found: "chain" },
  },
  "eventsKey its commits": {
    key: ["e", "a"],
    nth: 1,
    changed: {
      found: "order",
      replace: [/"commits":\[\[2,[^\]]*\]/, '"commits":[[2,"00000000000000000009"]'],
    },
    altered: { found: "order", replace: ['"commits":[[2', '"commits":[[3'] },
    deleted: { found: "chain" },
  },
  streamKey: {
    key: ["at", "a"],
    // What was in it alone is told by rebuilding, once.
    changed: { found: "head", mended: true },
    altered: { found: "chain", replace: ['"seq":5', '"seq":6'] },
    deleted: { found: "head", mended: true },
  },
  "streamKey short of its last event": {
    key: ["at", "a"],
    changed: {
      found: "order",
      replace: ['"seq":5', '"seq":4'],
      tells: "The order ends at event 5, the stream at 4.",
      // What it was the end of does not fit either.
      most: 6,
    },
    deleted: { found: "head", mended: true },
  },
  "streamKey its hash": {
    key: ["at", "a"],
    changed: { found: "chain", replace: [/"hash":".{5}/, '"hash":"_____'] },
    deleted: { found: "head", mended: true },
  },
  "streamKey its events": {
    key: ["at", "a"],
    changed: { found: "chain", replace: ['"turnId":"t"', '"turnId":"u"'] },
    deleted: { found: "head", mended: true },
  },
  "streamKey its marks": {
    key: ["at", "a"],
    changed: {
      found: "chain",
      mended: true,
      replace: [/"marks":"[^"]*"/, (marks) => marks.replaceAll(/.{4}"$/g, '____"')],
      tells: "The mark of event 5 was changed",
    },
    deleted: { found: "head", mended: true },
  },
  "streamKey its commits": {
    key: ["at", "a"],
    changed: {
      found: "order",
      replace: [/"commits":\[\[(\d+),(null|"[^"]*")\]/, '"commits":[[$1,"00000000000000000009"]'],
    },
    deleted: { found: "head", mended: true },
  },
  "streamKey its row of the list": {
    key: ["at", "a"],
    changed: { found: "list", mended: true, replace: ['"count":5', '"count":4'] },
    altered: { found: "list", mended: true, replace: [/"list":\{[^}]*\},/, ""] },
    deleted: { found: "head", mended: true },
  },
  "streamKey its sum of answers": {
    key: ["at", "a"],
    changed: { found: "command", mended: true, replace: [/"answers":".{5}/, '"answers":"_____'] },
    altered: { found: "command", mended: true, replace: [/"answers":"[^"]*",/, ""] },
    deleted: { found: "head", mended: true },
  },
  "streamKey of a stream without values": {
    key: ["at", "b"],
    changed: { found: "head", mended: true },
    altered: { found: "chain", replace: ["text of b/0", "test of b/0"] },
    // And that a checkpoint signed it.
    deleted: { found: "order", mended: true, most: 5 },
  },
  "streamKey of a deleted stream": {
    key: ["at", "gone"],
    changed: { found: "head", mended: true },
    altered: { found: "chain", replace: ["ConversationDeleted", "ConversationArchived"] },
    deleted: { found: "order", mended: true },
  },
  allKey: {
    key: ["all"],
    nth: 1,
    changed: { found: "order", mended: true },
    altered: { found: "order", replace: [",1,1]", ",1,2]"] },
    deleted: { found: "order", mended: true },
  },
  commandKey: {
    key: ["cmd", "a"],
    changed: { found: "command" },
    // Which one it was, nothing tells: by rebuilding, somebody has seen it.
    altered: { found: "command", mended: true, replace: ['"answer":1', '"answer":2'] },
    deleted: { found: "command", mended: true },
  },
  packingKey: {
    key: ["packing", "a"],
    changed: { found: "row" },
    deleted: harmless("whoever packs then writes nothing more, and packs another time"),
  },
  workKey: {
    key: ["turn", "a"],
    changed: { found: "work", mended: true },
    altered: { found: "work", mended: true, replace: ['"attempt":0', '"attempt":1'] },
    deleted: { found: "work", mended: true },
  },
  draftKey: {
    key: ["draft", "a"],
    changed: { found: "row" },
    altered: {
      found: { harmless: "a letter of an answer being written: its owner has it in memory and ends it so" },
      replace: ["ddd", "dxd"],
    },
    deleted: { found: "work", mended: true },
  },
  blobKey: {
    key: ["blob", SHA],
    changed: { found: "blob" },
    altered: { found: "blob", replace: ['"pages":3', '"pages":2'] },
    deleted: { found: "blob" },
  },
  blobPageKey: {
    key: ["blob", SHA],
    nth: 2,
    changed: { found: "blob" },
    deleted: { found: "blob" },
  },
  refKey: {
    key: ["ref", SHA],
    changed: { found: "ref", mended: true },
    deleted: { found: "ref", mended: true },
  },
  namesKey: {
    key: ["names", "a"],
    changed: { found: "ref", mended: true },
    deleted: { found: "ref", mended: true },
  },
  snapKey: {
    key: ["snap", "count"],
    changed: harmless(
      "a snapshot that cannot be read is not there: its stream is folded from the first event",
    ),
    deleted: harmless("a snapshot that is not there is made again"),
  },
  snapPageKey: {
    key: ["snap", "count"],
    nth: 1,
    changed: harmless("the manifest has the hash of the pages: it is as if it were not there"),
    altered: {
      found: { harmless: "the manifest has the hash of the pages: it is as if it were not there" },
      replace: ['["count",2]', '["count",1]'],
    },
    deleted: harmless("a snapshot without a page is not there"),
  },
  dueKey: {
    key: ["due", "soon"],
    changed: { found: "due", mended: true },
    altered: { found: "due", mended: true, replace: [/"at":\d/, '"at":9'] },
    deleted: { found: "due", mended: true },
  },
  erasingKey: {
    key: ["erasing", "forgetting"],
    changed: { found: "left", mended: true },
    deleted: { found: "left", mended: true, tells: "Event 1 was erased, but its words stayed" },
  },
  purgeKey: {
    key: ["purge", "leaving"],
    changed: harmless("only its key is read"),
    deleted: { found: "left", mended: true },
  },
  recentKey: {
    key: ["recent", "open"],
    changed: { found: "list", mended: true },
    altered: { found: "list", mended: true, replace: ['"count":', '"Count":'] },
    deleted: { found: "list", mended: true },
  },
  foundKey: {
    key: ["found", "said"],
    changed: { found: "list", mended: true },
    deleted: { found: "list", mended: true },
  },
  standsKey: {
    key: ["stands", "a"],
    changed: { found: "list", mended: true },
    altered: { found: "list", mended: true, replace: ["open", "away"] },
    deleted: { found: "list", mended: true },
  },
  tallyKey: {
    key: ["tally", "a"],
    changed: { found: "tally", mended: true },
    altered: { found: "tally", mended: true, replace: [/"seq":\d/, '"seq":1'] },
    deleted: { found: "tally", mended: true },
  },
  spentKey: {
    key: ["spent", "a"],
    changed: { found: "tally", mended: true },
    altered: { found: "tally", mended: true, replace: ['"said":[4]', '"said":[9]'] },
    deleted: { found: "tally", mended: true },
  },
  totalKey: {
    key: ["total"],
    changed: { found: "tally", mended: true },
    altered: { found: "tally", mended: true, replace: [/"said":\[\d/, '"said":[9'] },
    deleted: { found: "tally", mended: true },
  },
  uncountedKey: {
    key: ["uncounted"],
    changed: harmless("only its key is read"),
    deleted: harmless("one is not named that usage leaves out; reading it says what is wrong"),
  },
  "behindKey tally": {
    key: ["behind", "tally"],
    changed: harmless("rows of an unknown form are made anew, and until then nobody reads them"),
    altered: { found: "tally", mended: true, replace: [/"stamp":".{5}/, '"stamp":"fffff'] },
    deleted: harmless("rows of which nobody knows how far they are are made anew"),
  },
  behindKey: {
    key: ["behind", "recent"],
    changed: harmless("rows of an unknown form are made anew, and until then nobody reads them"),
    altered: { found: "list", mended: true, replace: [/"stamp":".{5}/, '"stamp":"fffff'] },
    deleted: harmless("rows of which nobody knows how far they are are made anew"),
  },
  importKey: {
    key: ["import", "half"],
    changed: harmless("only its presence and its stamp are looked at"),
    deleted: { found: "head" },
  },
  "sideKey secret": { key: ["secret"], changed: { found: "row" }, deleted: harmless(SIDE) },
  "sideKey session": { key: ["session"], changed: { found: "row" }, deleted: harmless(SIDE) },
  "sideKey token": { key: ["token"], changed: { found: "row" }, deleted: harmless(SIDE) },
  "sideKey foreign": {
    key: ["foreign"],
    changed: { found: "row" },
    deleted: harmless("it only tells where a conversation came from; nothing is kept or removed by it"),
  },
  "sideKey read": {
    key: ["read"],
    changed: { found: "row" },
    deleted: harmless("it only tells how far somebody had looked: more is shown as new"),
  },
  "sideKey backup": {
    key: ["backup"],
    changed: { found: "row" },
    deleted: harmless("it only tells when a copy was made: none is known, until the next is"),
  },
  "sideKey webhook": { key: ["webhook"], changed: { found: "row" }, deleted: harmless(SIDE) },
  "sideKey delivery": {
    key: ["delivery"],
    changed: { found: "row" },
    deleted: harmless("one telling of what stands in the log is not sent; the log has it"),
  },
  "sideKey retention": {
    key: ["retention"],
    changed: { found: "row" },
    deleted: harmless("what nobody touched is deleted a day later, as after any time in which no server ran"),
  },
  "sideKey models": {
    key: ["models"],
    changed: { found: "row" },
    deleted: harmless("the list of a provider's models is asked for again"),
  },
  "sideKey signing": {
    key: ["signing"],
    changed: { found: "row" },
    deleted: harmless("the key that signs is then said to be unreadable, and what was signed stays as it is"),
  },
  "sideKey process": {
    key: ["process"],
    changed: { found: "row" },
    deleted: harmless("the process is left nothing to begin until it says again that it is there"),
  },
  "sideKey standing": {
    key: ["standing"],
    changed: { found: "row" },
    deleted: harmless(
      "what was promised to runs under way counts once they end; an address is looked at again",
    ),
  },
  runKey: {
    key: ["run"],
    changed: { found: "run", mended: true },
    deleted: { found: "run", mended: true },
  },
  "sideKey sealed": {
    key: ["sealed"],
    changed: { found: "row" },
    deleted: harmless("a comparison that a crash left is not carried on by itself; its room stays closed"),
  },
  "sideKey proof": {
    key: ["proof"],
    changed: { found: "row" },
    deleted: harmless("it only tells what signed a conversation elsewhere; whoever has the file can show it"),
  },
  "sideKey upload": {
    key: ["upload"],
    changed: { found: "row" },
    deleted: harmless(
      "the file counts as uploaded when it is next looked for, and is read for its text again",
    ),
  },
  checkpointKey: {
    key: ["checkpoint"],
    changed: { found: "signed" },
    altered: { found: "signed", replace: ['"demand', '"backup'] },
    deleted: { found: "signed" },
  },
  signedKey: {
    key: ["signed", "a"],
    changed: { found: "signed", mended: true },
    altered: { found: "signed", mended: true, replace: ['"seq":5', '"seq":4'] },
    deleted: { found: "signed", mended: true },
  },
  "sideKey mcp": {
    key: ["mcp"],
    changed: { found: "row" },
    deleted: harmless("the list of a server's tools is asked for again"),
  },
  "sideKey mcplogin": { key: ["mcplogin"], changed: { found: "row" }, deleted: harmless(SIDE) },
  "sideKey mcpsecret": { key: ["mcpsecret"], changed: { found: "row" }, deleted: harmless(SIDE) },
  FORMAT_KEY: {
    key: ["meta", "format"],
    changed: { found: { refused: /has format 0/ }, replace: [`${FORMAT}`, "0"] },
    altered: { found: { refused: /not one of Fishbowl/ }, replace: [`${FORMAT}`, '""'] },
    deleted: harmless("it is written again as the store is opened, by a release that knows no other"),
  },
  EPOCH_KEY: {
    key: ["meta", "epoch"],
    changed: { found: "lost", replace: ['"', '"0'] },
    deleted: { found: "lost" },
  },
  TAIL_KEY: {
    key: ["meta", "tail"],
    changed: harmless("it is only watched, and written again by the next commit"),
    deleted: harmless("it is only watched, and written again by the next commit"),
  },
  READY_KEY: {
    key: ["meta", "ready"],
    changed: harmless("a scratch row"),
    deleted: harmless("a scratch row"),
  },
};

const place: Placing = (list) => ({
  shelf: "open",
  at: String((list as { last?: string }).last),
  under: [{ name: "said", at: "" }],
});
/** How many of each message somebody wrote. */
const tally: Tallying = {
  version: 1,
  begin: (state) => ({
    add: ({ type, by }) =>
      type === "MessagePosted" ? [{ day: "2026-01-01", who: by.id, what: "said", sums: [1] }] : [],
    state: () => state ?? 0,
  }),
};
const folds = { ...rows, place, tally };
const UNTIL = "2026-01-01T00:00:10.000Z";

const signer = (log: StoreLog) =>
  new Signing({ log, environment: realEnvironment, logger: silent, masterKey: new Uint8Array(32) });

/** Every kind of row there is, one store of them all. Returns the hash of the attached blob. */
async function populate(log: StoreLog): Promise<string> {
  const { sha256 } = await log.blobs.put(new TextEncoder().encode(text), "text/plain");
  const events = [
    happened("a/0", "MessagePosted", { messageId: "m", content: `see ${noise(3_000)}`, files: [sha256] }),
    said("a/1", noise(2_000)),
    said("a/2", "z".repeat(60_000)),
    said("a/3"),
    happened("a/4", "TurnRequested", { turnId: "t" }),
  ];
  await appended(log, "b", [said("b/0")], { alongside: { list: countRow([said("b/0")]) } });
  await appended(log, "a", events.slice(0, 1), { alongside: { blobs: [sha256] } });
  await appended(log, "a", events.slice(1, 2));
  await appended(log, "a", events.slice(2, 4));
  await appended(log, "a", events.slice(4), {
    alongside: {
      list: countRow(events),
      work: [{ turnId: "t", row: row({ attempt: 0 }) }],
      command: { caller: "ann", key: "k1", bodyHash: "hash", answer: 1 },
    },
  });
  const work = await log.work.get("a", "t");
  const draft = {
    conversationId: "a",
    turnId: "t",
    row: { ...row({ attempt: 0, beat: 2 }), length: 5_000 },
    expect: work?.stamp ?? "",
    text: "d".repeat(5_000),
    from: 0,
    reasoning: "",
    reasoningFrom: 0,
  };
  assert.equal((await log.drafts.write([draft]))[0]?.ok, true);
  await log.snapshots.put("count", 1, "a", 2, countRow(events.slice(0, 2)));
  for (const stream of ["gone", "leaving"]) {
    await appended(log, stream, [said(`${stream}/0`, noise(2_000))], {
      alongside: { list: countRow([said(`${stream}/0`)]) },
    });
    await appended(log, stream, [happened(`${stream}/1`, "ConversationDeleted")]);
    if (stream === "gone") await log.purge();
  }
  const soon = [said("soon/0"), happened("soon/1", "DeletionRequested", { until: UNTIL })];
  await appended(log, "soon", soon, { alongside: { list: countRow(soon), due: Date.parse(UNTIL) } });
  await appended(log, "workspace", [happened("w/0", "RoleCreated")]);
  await signer(log).sign("demand");
  for (const kind of SIDE_KINDS) {
    await log.side(kind).set(kind, { v: [1, 2, 3] });
  }
  const standing = [said("standing/0")];
  await appended(log, "standing", standing, {
    alongside: { list: countRow(standing), run: { from: null, to: STANDING } },
  });
  await appended(log, "forgetting", [said("forgetting/0")]);
  const erasure = happened("forgetting/1", "ContentErased", { messageId: "forgetting_0", seqs: [1] });
  await appended(log, "forgetting", [erasure], {
    alongside: { erases: [0], list: { count: 2, last: "forgetting/1" } },
  });
  const event = await log.parts.kv.get(["e", "a", 1]);
  await log.parts.kv.atomic().set(["import", "half"], new TextEncoder().encode("{}")).set(
    ["e", "half", 1],
    event.value,
  )
    .set(["meta", "tail"], new TextEncoder().encode("1"))
    .set(["packing", "a"], true).commit();
  assert.equal(await log.ready(), true);
  await log.behind(recentMaking(log.parts, place)).catchUp();
  await log.behind(tallyMaking(log.parts, log.reader, tally)).catchUp();
  await log.parts.kv.atomic().set(["uncounted", "nobody"], true).commit();
  return sha256;
}

const bytesOf = (key: readonly string[]) => Uint8Array.from(encodeKey([...key]), (c) => c.charCodeAt(0));

const replaced = (text: string, [from, to]: Exclude<Damage["replace"], undefined>): string =>
  typeof to === "string" ? text.replace(from, to) : text.replace(from, to);

/** Changes the file of a store that nobody has open. */
function damage(path: string, kind: Kind, how: "changed" | "altered" | "deleted", sha: string): void {
  const db = new DatabaseSync(path);
  try {
    const prefix = bytesOf(kind.key.map((part) => part === SHA ? sha : part));
    const rows = db.prepare("SELECT k, v FROM kv ORDER BY k").all() as { k: Uint8Array; v: Uint8Array }[];
    const found = rows.filter(({ k }) => prefix.every((byte, index) => k[index] === byte))[kind.nth ?? 0];
    assert.ok(found, `there is no row under ${kind.key.join("/")}`);
    if (how === "deleted") {
      db.prepare("DELETE FROM kv WHERE k = ?").run(found.k);
      return;
    }
    const replace = kind[how]?.replace;
    const value = Uint8Array.from(found.v);
    if (replace && /^(e|at|snap)$/.test(kind.key[0] ?? "")) {
      const text = textOf(value);
      const changed = replaced(text, replace);
      assert.notEqual(changed, text, `${kind.key.join("/")}: ${text.slice(0, 200)}`);
      db.prepare("UPDATE kv SET v = ? WHERE k = ?").run(deflated(textBytes(changed)), found.k);
      return;
    }
    if (replace) {
      const latin = Array.from(value, (byte) => String.fromCharCode(byte)).join("");
      const other = replaced(latin, replace);
      assert.notEqual(other, latin, `${kind.key.join("/")}: ${latin.slice(0, 200)}`);
      const changed = Uint8Array.from(other, (c) => c.charCodeAt(0));
      db.prepare("UPDATE kv SET v = ? WHERE k = ?").run(changed, found.k);
      return;
    }
    value[0] = (value[0] ?? 0) ^ 0x55;
    db.prepare("UPDATE kv SET v = ? WHERE k = ?").run(value, found.k);
  } finally {
    db.close();
  }
}

/** The mark as the sound store left it: the end of its order, and its epoch. */
async function markOf(log: StoreLog) {
  const [epoch = "", stamp = ""] = (await log.order.end()).split(".");
  const written = JSON.stringify({ epoch, stamp });
  return { read: () => Promise.resolve(written), write: () => Promise.resolve() };
}

/** Stores that are looked at at once: most of the time they wait for the disk. */
const AT_ONCE = 16;
/** What steps that run side by side can not be asked: which of them holds what. */
const SIDE_BY_SIDE = { sanitizeOps: false, sanitizeResources: false, sanitizeExit: false };

// Shows P27.
Deno.test("every kind of row has its line in the table of damages", () => {
  const kinds = Object.keys(keys).filter((name) => /Key$|_KEY$/.test(name));
  const rows = [...new Set(Object.keys(TABLE).map((name) => name.split(" ")[0]))];
  assert.deepEqual(rows.sort(), kinds.sort());
  const sides = Object.keys(TABLE).filter((name) => name.startsWith("sideKey ")).map((name) => name.slice(8));
  assert.deepEqual(sides.sort(), [...SIDE_KINDS].sort());
});

// Shows P27.
Deno.test("a change and a loss in each kind of row is found, or does no harm; what is derived is mended", async (t) => {
  const folder = await Deno.makeTempDir();
  try {
    const sound = `${folder}/sound.db`;
    const log = await openLog({ path: sound });
    const sha = await populate(log);
    const mark = await markOf(log);
    assert.deepEqual((await verify(log, folds)).problems, []);
    await log.close();
    const cases = sample(Object.entries(TABLE), 16, 8).flatMap(([name, kind]) =>
      (["changed", "altered", "deleted"] as const).flatMap((how) => {
        const expected = kind[how];
        return expected ? [{ name, kind, how, expected }] : [];
      })
    );
    let made = 0;
    const tried = ({ name, kind, how, expected }: typeof cases[number]) =>
      t.step({
        name: `${name} ${how}`,
        ...SIDE_BY_SIDE,
        fn: async () => {
          const path = `${folder}/${++made}.db`;
          for (const end of ["", "-wal"]) {
            await Deno.copyFile(sound + end, path + end).catch(() => undefined);
          }
          damage(path, kind, how, sha);
          if (typeof expected.found === "object" && "refused" in expected.found) {
            return await assert.rejects(openLog({ path, mark }), expected.found.refused);
          }
          const damaged = await openLog({ path, mark });
          try {
            const { problems } = await verify(damaged, folds);
            const found = JSON.stringify(problems);
            if (typeof expected.found === "object") {
              return assert.deepEqual(problems, [], expected.found.harmless);
            }
            assert.ok(problems.some((problem) => problem.kind === expected.found), found);
            assert.ok(found.includes(expected.tells ?? ""), found);
            assert.ok(
              problems.length <= (expected.most ?? 4),
              `one damage is told once, not of every row: ${found}`,
            );
            await rebuild(damaged, folds).catch((error) => assert.ok(!expected.mended, String(error)));
            // What the command does behind it.
            if (expected.mended) await signer(damaged).accept("rebuild", null, await notAsSigned(damaged));
            const after = (await verify(damaged, folds)).problems;
            if (expected.mended) assert.deepEqual(after, []);
            else if (expected.found !== "lost") {
              assert.ok(after.length > 0, "what cannot be derived stays told");
            }
          } finally {
            await damaged.close();
          }
        },
      });
    while (cases.length > 0) await Promise.all(cases.splice(0, AT_ONCE).map(tried));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
