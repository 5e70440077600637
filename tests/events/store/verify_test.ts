/** Verifying finds every kind of damage, rebuilding mends what can be, a backup is a store of its own. */
import assert from "node:assert/strict";
import { backup } from "../../../events/store/backup.ts";
import type { DerivedRows, StreamFold } from "../../../events/store/derived_rows.ts";
import { StoreError } from "../../../events/store/errors.ts";
import { openLog, type StoreLog } from "../../../events/store/log.ts";
import { originPosition } from "../../../events/store/position.ts";
import { rebuild } from "../../../events/store/rebuild.ts";
import { type Problem, verify } from "../../../events/store/verify.ts";
import { dump } from "./dump.ts";
import { countRow, folds } from "./folds.ts";
import { appended, happened, readAll, row, said } from "./given.ts";

async function withLog(body: (log: StoreLog) => Promise<void>): Promise<void> {
  const log = await openLog({ path: ":memory:" });
  try {
    await body(log);
  } finally {
    await log.close();
  }
}

/** Only these two streams have such rows. */
const ofBoth = (begin: DerivedRows["list"]) => (stream: string): StreamFold | null =>
  /^[ab]$/.test(stream) ? begin?.(stream) ?? null : null;

/** Two conversations, a deleted one, the workspace, an open turn, a snapshot and a blob. */
async function populated(log: StoreLog): Promise<void> {
  const blob = await log.blobs.put(new TextEncoder().encode("b".repeat(100_000)), "text/plain");
  const events = [
    said("a/0"),
    said("a/1", "z".repeat(60_000)),
    happened("a/2", "TurnRequested", { turnId: "t" }),
  ];
  await appended(log, "a", events, {
    alongside: {
      list: countRow(events),
      blobs: [blob.sha256],
      work: [{ turnId: "t", row: row({ attempt: 0 }) }],
    },
  });
  await log.snapshots.put("count", 1, "a", 2, countRow(events.slice(0, 2)));
  await appended(log, "b", [said("b/0")], { alongside: { list: countRow([said("b/0")]) } });
  await appended(log, "gone", [said("g/0")], { alongside: { list: countRow([said("g/0")]) } });
  await appended(log, "gone", [happened("g/1", "ConversationDeleted")]);
  await log.purge();
  await appended(log, "workspace", [happened("w/0", "RoleCreated")]);
}

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

Deno.test("a sound store has no problems, and everything in it was looked at", () =>
  withLog(async (log) => {
    await populated(log);
    assert.deepEqual(await verify(log, folds), { streams: 4, events: 6, problems: [] });
  }));

const damages: [string, Problem["kind"], (log: StoreLog) => Promise<unknown>][] = [
  ["a changed event", "chain", async (log) => {
    const { value } = await log.parts.kv.get(["e", "a", 1]);
    const text = new TextDecoder().decode(value instanceof Uint8Array ? value : undefined);
    await log.parts.kv.atomic().set(["e", "a", 1], new TextEncoder().encode(text.replace("text", "next")))
      .commit();
  }],
  ["a missing event", "chain", (log) => log.parts.kv.atomic().delete(["e", "a", 2]).commit()],
  ["a missing last event", "chain", (log) => log.parts.kv.atomic().delete(["e", "b", 1]).commit()],
  [
    "a head with another hash",
    "head",
    (log) => log.parts.kv.atomic().set(["h", "b"], bytes({ seq: 1, hash: "0".repeat(64) })).commit(),
  ],
  ["a commit missing from the order", "order", async (log) => {
    const first = (await Array.fromAsync(log.parts.kv.list({ prefix: ["all"] })))[0];
    await log.parts.kv.atomic().delete(first?.key ?? []).commit();
  }],
  [
    "a commit twice in the order",
    "order",
    (log) =>
      log.parts.kv.atomic().set(["all", log.parts.kv.commitVersionstamp()], bytes([["b", 1, 1]])).commit(),
  ],
  [
    "another list row",
    "list",
    (log) => log.parts.kv.atomic().set(["list", "a"], bytes({ count: 7 })).commit(),
  ],
  ["no list row", "list", (log) => log.parts.kv.atomic().delete(["list", "b"]).commit()],
  ["no work row of an open turn", "work", (log) => log.parts.kv.atomic().delete(["turn", "a", "t"]).commit()],
  [
    "a work row of no turn",
    "work",
    (log) => log.parts.kv.atomic().set(["turn", "b", "x"], bytes(row())).commit(),
  ],
  ["another snapshot", "snapshot", async (log) => {
    await log.parts.kv.atomic().delete(["snap", "count", 1, "a"]).commit();
    await log.snapshots.put("count", 1, "a", 2, { count: 3 });
  }],
  ["a blob without a page", "blob", async (log) => {
    const shas = await Array.fromAsync(log.parts.kv.list({ prefix: ["names", "a"] }));
    // The attachment: the text that an event needs would stop its reading.
    for (const { key } of shas) {
      const sha = String(key[2]);
      if ((await log.blobs.get(sha))?.info.size === 100_000) {
        await log.parts.kv.atomic().delete(["blob", sha, 1]).commit();
      }
    }
  }],
];
for (const [name, kind, damage] of damages) {
  // Shows P27.
  Deno.test(`verifying finds ${name}`, () =>
    withLog(async (log) => {
      await populated(log);
      await damage(log);
      const { problems } = await verify(log, folds);
      assert.ok(problems.some((problem) => problem.kind === kind), JSON.stringify(problems));
      assert.ok(problems.every((problem) => problem.kind === kind), JSON.stringify(problems));
      const mendable = ["list", "work", "snapshot"].includes(kind) ||
        name === "a commit missing from the order";
      await rebuild(log, folds);
      assert.equal((await verify(log, folds)).problems.length === 0, mendable);
    }));
}

Deno.test("what is left of a torn stream is not taken for its deletion", () =>
  withLog(async (log) => {
    await appended(log, "torn", [said("t/0"), said("t/1")]);
    await log.parts.kv.atomic().delete(["e", "torn", 1]).delete(["h", "torn"]).commit();
    await rebuild(log, folds);
    assert.equal((await log.head("torn")).stamp, null);
    assert.equal((await log.parts.kv.get(["h", "torn"])).versionstamp, null);
  }));

Deno.test("rebuilding a sound store changes no row and no event", () =>
  withLog(async (log) => {
    await populated(log);
    const events = await dump(log);
    const done = await rebuild(log, folds);
    assert.equal(done.rows, 0);
    const rest = (lines: string[]) => lines.filter((line) => !line.startsWith('["snap"'));
    assert.deepEqual(rest(await dump(log)), rest(events));
    assert.equal((await log.snapshots.get("count", 1, "a"))?.seq, 3);
  }));

Deno.test("a backup made while others write is sound, has an epoch of its own and goes on in order", async () => {
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/from.db` });
  try {
    await populated(log);
    await log.side("secret").set("k", { v: new Uint8Array([1]) });
    const written: string[] = [];
    const stop = new AbortController();
    const writer = (async () => {
      for (let i = 0; !stop.signal.aborted; i++) {
        const { events } = await appended(log, `busy${i % 5}`, [said(`w${i}/0`)]);
        written.push(...events.map((e) => e.id));
        await log.parts.environment.sleep(3);
      }
    })();
    while (written.length < 20) await log.parts.environment.sleep(1);
    const acknowledged = [...written];
    await backup(log, { path: `${folder}/to.db` });
    stop.abort();
    await writer;

    const copy = await openLog({ path: `${folder}/to.db` });
    try {
      assert.notEqual(copy.epoch, log.epoch);
      assert.equal(await copy.order.knows(await log.order.end()), false);
      assert.deepEqual(
        (await verify(copy, { ...folds, list: ofBoth(folds.list), work: ofBoth(folds.work) })).problems,
        [],
      );
      assert.deepEqual(await readAll(copy, "a"), await readAll(log, "a"));
      const order = (await copy.order.page(originPosition(copy.epoch), 100_000)).map((e) => e.event.id);
      const original = (await log.order.page(originPosition(log.epoch), 100_000)).map((e) => e.event.id);
      assert.deepEqual(order, original.slice(0, order.length));
      for (const id of acknowledged) assert.ok(order.includes(id), id);
      assert.deepEqual(await copy.side("secret").get("k"), { v: new Uint8Array([1]) });
      assert.equal((await copy.work.get("a", "t"))?.row.owner, "p1");
      const { position } = await appended(copy, "a", [said("after/0")]);
      assert.deepEqual(
        (await copy.order.page(originPosition(copy.epoch), 100_000)).at(-1)?.position,
        position,
      );
      assert.deepEqual(
        await copy.append({ stream: "gone", head: await copy.head("gone"), events: [said("x/0")] }),
        {
          ok: false,
          reason: "deleted",
        },
      );
    } finally {
      await copy.close();
    }
    await assert.rejects(backup(log, { path: `${folder}/to.db` }), StoreError);
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
});
