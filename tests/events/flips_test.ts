/** One byte changed anywhere in what the store keeps of events and checkpoints: found, and named where it is. */
import assert from "node:assert/strict";
import { Signing } from "../../actors/signing/signing.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import { digestOf, entryTexts, type StoredEntry } from "../../events/store/form/entry.ts";
import { streamRow } from "../../events/store/form/stream_row.ts";
import { decodeRun, deflated, opened } from "../../events/store/form/value.ts";
import { streamKey } from "../../events/store/kv/keys.ts";
import { realEnvironment as storeEnvironment } from "../../events/store/environment.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { readable } from "../../events/store/kv/codec.ts";
import { type Problem, verify } from "../../events/store/verify/verify.ts";
import { FAST, FULL } from "../effort.ts";
import { SeededRandom } from "../sim/random.ts";
import { appended, happened, said } from "./store/given.ts";
import { withLog } from "./store/with_log.ts";

const RUNS = 5;
const EVENTS = 4;
/** Bytes changed, one after the other. */
const FLIPS = FULL ? 10_000 : FAST ? 45 : 135;
const encoder = new TextEncoder();
const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Looks again at once: nobody else writes. */
const environment = { ...storeEnvironment, sleep: () => Promise.resolve() };

const bytesIn = (value: unknown): Uint8Array => {
  assert.ok(value instanceof Uint8Array);
  return value;
};

async function filled(log: StoreLog): Promise<void> {
  for (let run = 0; run < RUNS; run++) {
    const many = Array.from(
      { length: EVENTS },
      (_, at) => said(`s/${run * EVENTS + at}`, `words ${run} äöü🐟 \\" `.repeat(40)),
    );
    await appended(log, "s", many);
  }
  const erasure = happened("s/erase", "ContentErased", { messageId: "m", seqs: [2, 12] });
  await appended(log, "s", [erasure], { alongside: { erases: [0] } });
  await log.erase();
  for (const id of ["x", "y"]) {
    const signing = new Signing({
      log,
      environment: realEnvironment,
      logger: silent,
      masterKey: new Uint8Array(32),
    });
    await signing.sign("demand");
    await appended(log, "s", [said(`s/${id}`)]);
  }
}

/** Has every row of the stream name its own stamp, so that writing one again changes nothing; what was compressed is. */
async function settle(log: StoreLog): Promise<void> {
  const { kv } = log.parts;
  const found = [...await Array.fromAsync(kv.list({ prefix: ["e", "s"] })), await kv.get(streamKey("s"))];
  for (const { key, value, versionstamp } of found) {
    const before = bytesIn(value);
    const text = JSON.stringify(opened(before)).replace(
      /"commits":\[.*?\]\]/,
      (commits) => commits.replaceAll(",null]", `,"${versionstamp}"]`),
    );
    const bytes = encoder.encode(text);
    await kv.atomic().set(key, before[0] === 0x7b ? bytes : deflated(bytes)).commit();
  }
}

/** A place of a row that is changed: its bytes, and the event that is to be named, where it is one. */
interface Place {
  readonly what: string;
  readonly key: Deno.KvKey;
  readonly bytes: Uint8Array;
  /** From which byte to before which. */
  readonly from: number;
  readonly to: number;
  readonly seq: number | null;
}

/** The places of the parts of each event in a run, as its JSON lies there. */
function placesOf(key: Deno.KvKey, value: unknown, first: number, entries: readonly StoredEntry[]): Place[] {
  const bytes = encoder.encode(JSON.stringify(opened(bytesIn(value))));
  const text = latin1(bytes);
  const within = (what: string, part: string, seq: number | null, after: number): Place => {
    const found = text.indexOf(latin1(encoder.encode(part)), after);
    assert.ok(found >= 0, `${what} ${part.slice(0, 60)}`);
    return { what, key, bytes, from: found, to: found + encoder.encode(part).length, seq };
  };
  let at = text.indexOf('"events":[');
  const prev = /"prev":"([^"]*)"/.exec(text)?.[1] ?? "";
  const marks = /"marks":"([^"]*)"/.exec(text)?.[1] ?? "";
  const places = [within("prev", prev, null, text.indexOf('"prev":"'))];
  const marksAt = text.indexOf('"marks":"') + 9;
  for (const [index, entry] of entries.entries()) {
    const seq = first + index;
    const { structure, salt, words } = entryTexts(entry);
    const { from, to } = within("structure", structure, seq, at);
    places.push({ what: "structure", key, bytes, from, to, seq });
    at = to;
    const beside = entry.length === 2 ? [["digest", entry[1]]] : [["salt", salt], ["words", words]];
    for (const [what = "", part] of beside) {
      if (part === undefined) continue;
      const place = within(what, part, seq, at);
      places.push(place);
      at = place.to;
    }
    assert.equal(marks.length, entries.length * 4);
    places.push({ what: "mark", key, bytes, from: marksAt + index * 4, to: marksAt + index * 4 + 4, seq });
  }
  return places;
}

/** Every place of the store that says what events and checkpoints are. */
async function placesIn(log: StoreLog): Promise<Place[]> {
  const { kv } = log.parts;
  const places: Place[] = [];
  for await (const { key, value } of kv.list({ prefix: ["e", "s"] })) {
    places.push(...placesOf(key, value, Number(key[2]), decodeRun(value, Number(key[2])).entries));
    const bytes = bytesIn(value);
    if (bytes[0] !== 0x7b) {
      places.push({ what: "compressed", key, bytes, from: 1, to: bytes.length, seq: null });
    }
  }
  const entry = await kv.get(streamKey("s"));
  const row = streamRow(entry);
  assert.ok(row && row.tail.entries.length > 0);
  places.push(...placesOf(entry.key, entry.value, row.tail.first, row.tail.entries));
  for await (const { key, value } of kv.list({ prefix: ["checkpoint"] })) {
    const bytes = bytesIn(value);
    const text = latin1(bytes);
    for (const [what, name] of [["checkpoint", '"text":"'], ["signature", '"signature":"']] as const) {
      const from = text.indexOf(name) + name.length;
      const to = what === "signature" ? text.indexOf('"', from) : text.indexOf('","signature"', from);
      places.push({ what, key, bytes, from, to, seq: null });
    }
  }
  return places;
}

/** The events that are others in a value that was changed; null where it cannot be read. */
function othersIn(place: Place, changed: Uint8Array): number[] | null {
  const row = place.key[0] === "at"
    ? readable(() => streamRow({ key: place.key, value: changed, versionstamp: "1" }))?.tail
    : readable(() => decodeRun(changed, Number(place.key[2])));
  const was = place.key[0] === "at"
    ? streamRow({ key: place.key, value: place.bytes, versionstamp: "1" })?.tail
    : decodeRun(place.bytes, Number(place.key[2]));
  if (!row || !was || row.entries.length !== was.entries.length) return null;
  const same = (a: StoredEntry, b: StoredEntry | undefined) => {
    if (b === undefined) return false;
    const [x, y] = [entryTexts(a), entryTexts(b)];
    return x.structure === y.structure && digestOf(x) === digestOf(y);
  };
  return was.entries.flatMap((entry, index) => same(entry, row.entries[index]) ? [] : [was.first + index]);
}

const textIn = (bytes: Uint8Array) => readable(() => JSON.stringify(opened(bytes)));

/** Whether a changed value says what it said: some bits of compressed bytes mean nothing, and marks may be absent. */
const saysTheSame = (place: Place, changed: Uint8Array): boolean => {
  const bare = (text: string | null | undefined) => text?.replace(/"[^"]*":"[\w-]*",("commits")/, "$1");
  const was = textIn(place.bytes);
  const now = textIn(changed);
  return now === was || (bare(now) === bare(was) && decodeRun(changed, 1).marks === "");
};

/** Whether what was found names the place. */
function isNamed(place: Place, changed: Uint8Array, problems: readonly Problem[]): boolean {
  if (place.what === "checkpoint" || place.what === "signature") {
    const n = Number(place.key[1]);
    return problems.some(({ kind, detail }) => kind === "signed" && detail.startsWith(`Checkpoint ${n}`));
  }
  if (place.what === "compressed" && saysTheSame(place, changed)) return problems.length === 0;
  const others = othersIn(place, changed);
  const ofStream = problems.filter(({ stream }) => stream === "s");
  if (others === null) {
    const first = place.key[0] === "at" ? null : Number(place.key[2]);
    const cannot = /cannot be read|is missing/;
    return ofStream.some(({ seq, detail }) => seq === first && cannot.test(detail)) ||
      // More or fewer events than there were: what follows says so.
      ofStream.some(({ kind }) => kind === "chain");
  }
  const [seq] = others;
  const chain = ofStream.filter(({ kind }) => kind === "chain");
  if (seq !== undefined) {
    // An event that no release wrote so is told as that, too.
    const told = `Event ${seq} is not what was stored: it was changed.`;
    return chain[0]?.seq === seq && chain.some(({ detail }) => detail === told);
  }
  // The events are the same: a mark, the hash before them, or what is no part of an event.
  if (place.what === "mark") {
    return chain.some(({ seq, detail }) =>
      detail.startsWith("The mark of event")
        ? seq === place.seq
        : detail.startsWith("The marks of the events")
    );
  }
  return ofStream.length > 0;
}

Deno.test("a byte changed in structure, words, salt, digest, mark, checkpoint or signature is found, and the event is named", () =>
  withLog(async (log) => {
    await filled(log);
    await settle(log);
    assert.deepEqual((await verify(log)).problems, []);
    const places = await placesIn(log);
    const kinds = [...new Set(places.map(({ what }) => what))];
    assert.deepEqual(kinds.toSorted(), [
      "checkpoint",
      "compressed",
      "digest",
      "mark",
      "prev",
      "salt",
      "signature",
      "structure",
      "words",
    ]);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = new SeededRandom(seed);
    for (let flip = 0; flip < FLIPS; flip++) {
      const place = random.pick(places.filter(({ what }) => what === kinds[flip % kinds.length]));
      const at = place.from + random.below(place.to - place.from);
      const changed = Uint8Array.from(place.bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 + random.below(255));
      const before = await log.parts.kv.get(place.key);
      await log.parts.kv.atomic().set(place.key, changed).commit();
      const { problems } = await verify(log);
      const told = `seed ${seed}, flip ${flip}: byte ${at} in ${place.what} of ${place.key.join("/")}`;
      assert.ok(isNamed(place, changed, problems), `${told}: ${JSON.stringify(problems)}`);
      await log.parts.kv.atomic().set(place.key, before.value).commit();
    }
    assert.deepEqual((await verify(log)).problems, [], "as it was");
  }, { environment }));
