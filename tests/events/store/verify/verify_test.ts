/** Verifying finds every kind of damage, rebuilding mends what can be, a backup is a store of its own. */
import assert from "node:assert/strict";
import { backup } from "../../../../events/store/copy/backup.ts";
import type { DerivedRows, StreamFold } from "../../../../events/store/derived_rows.ts";
import { StoreError } from "../../../../events/store/errors.ts";
import { openLog, type StoreLog } from "../../../../events/store/log.ts";
import { originPosition } from "../../../../events/store/read/position.ts";
import { rebuild } from "../../../../events/store/verify/rebuild.ts";
import { type Problem, verify } from "../../../../events/store/verify/verify.ts";
import { dump } from "../dump.ts";
import { change, remove } from "../damage.ts";
import { countRow, folds } from "../folds.ts";
import { appended, happened, noise, readAll, row, said } from "../given.ts";
import { withLog } from "../with_log.ts";

/** Nothing is derived of these events. */
const onlyClosing: DerivedRows = { closes: folds.closes };

/** Only these two streams have such rows. */
const ofBoth = (begin: DerivedRows["list"]) => (stream: string): StreamFold | null =>
  /^[ab]$/.test(stream) ? begin?.(stream) ?? null : null;

/** Two conversations, one of them in values and in its row, a deleted one, the workspace, an open turn, a blob. */
async function populated(log: StoreLog): Promise<void> {
  const blob = await log.blobs.put(new TextEncoder().encode("b".repeat(100_000)), "text/plain");
  const events = [
    said("a/0", noise(3_000)),
    said("a/1", noise(2_000)),
    said("a/2", "z".repeat(60_000)),
    happened("a/3", "TurnRequested", { turnId: "t" }),
  ];
  const [first, second, third, last] = events.map((event) => [event]);
  await appended(log, "a", first ?? []);
  await appended(log, "a", second ?? []);
  const command = { caller: "ann", key: "k", bodyHash: "b", answer: "yes" };
  await appended(log, "a", third ?? [], { alongside: { command } });
  await appended(log, "a", last ?? [], {
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
    assert.deepEqual(await verify(log, folds), { streams: 4, events: 7, problems: [] });
  }));

Deno.test("a row of the list as one of earlier programs wrote it is right until the next event, and no other is", () =>
  withLog(async (log) => {
    await populated(log);
    const told = async (...formers: unknown[]) =>
      (await verify(log, { ...folds, formerLists: () => formers })).problems.length;
    await change(log, ["at", "a"], (text) => text.replace('"count":4', '"count":7'));
    assert.deepEqual(
      [
        await told(),
        await told({}, { count: 7, last: "a/3" }),
        await told({ count: 7, last: "a/3" }, {}),
        await told({ count: 8, last: "a/3" }),
      ],
      [1, 0, 0, 1],
    );
  }));

/** Puts another stamp into the commits of a run. */
const restamped = (text: string) =>
  text.replace(/"commits":\[\[(\d+),[^\]]*\]/, `"commits":[[$1,"${"0".repeat(20)}"]`);

const dueAt = (log: StoreLog, stream: string) =>
  log.parts.kv.atomic().set(["due", stream], bytes({ at: 1 })).commit();

interface DamageCase {
  readonly name: string;
  /** All that is found. */
  readonly kind: Problem["kind"];
  readonly mended?: true;
  damage(log: StoreLog): Promise<unknown>;
}
const damages: DamageCase[] = ([
  [
    "changed words in a value",
    "chain",
    (log) => change(log, ["e", "a", 1], (text) => text.replace('"Ann"', '"Eve"')),
  ],
  [
    "a changed structure in a value",
    "chain",
    (log) => change(log, ["e", "a", 2], (text) => text.replace('"id":"a/1"', '"id":"a/7"')),
  ],
  [
    "a changed salt in a value",
    "chain",
    (log) =>
      change(
        log,
        ["e", "a", 1],
        (text) => text.replace(/"([\w-]{22})",\{"by"/, '"ssssssssssssssssssssss",{"by"'),
      ),
  ],
  [
    "another hash before a value",
    "chain",
    (log) =>
      change(log, ["e", "a", 2], (text) => text.replace(/"prev":"[^"]*"/, `"prev":"${"A".repeat(43)}"`)),
    "mended",
  ],
  [
    "words taken away without their digest",
    "chain",
    (log) => change(log, ["e", "a", 2], (text) => text.replace(/,"[\w-]{22}",\{"by".*\}\]\]/, "]]")),
  ],
  ["a missing value", "chain", (log) => remove(log, ["e", "a", 1])],
  ["a missing value before the row", "chain", (log) => remove(log, ["e", "a", 2])],
  ["an unreadable value", "chain", (log) => log.parts.kv.atomic().set(["e", "a", 1], bytes("{")).commit()],
  ["a value under another place", "chain", async (log) => {
    const { value } = await log.parts.kv.get(["e", "a", 2]);
    await log.parts.kv.atomic().delete(["e", "a", 2]).set(["e", "a", 3], value).commit();
  }],
  ["an event that lies in two values", "chain", async (log) => {
    await change(log, ["e", "a", 1], (text) => text.replace(/"events":\[(.*)\]\}$/, '"events":[$1,$1]}'));
  }],
  ["a value behind the row", "chain", async (log) => {
    const { value } = await log.parts.kv.get(["e", "a", 2]);
    await log.parts.kv.atomic().set(["e", "a", 9], value).commit();
  }],
  [
    "a changed event in the row",
    "chain",
    (log) => change(log, ["at", "b"], (text) => text.replace("text of", "next of")),
  ],
  [
    "a row with another hash",
    "chain",
    (log) => change(log, ["at", "b"], (text) => text.replace(/"hash":"[^"]*"/, `"hash":"${"A".repeat(43)}"`)),
  ],
  [
    "a row with another end",
    "chain",
    (log) => change(log, ["at", "a"], (text) => text.replace('"seq":4', '"seq":5')),
  ],
  [
    "another stamp in the row",
    "order",
    (log) => change(log, ["at", "a"], restamped),
  ],
  ["another stamp in a value", "order", (log) => change(log, ["e", "a", 2], restamped)],
  [
    "commits without order",
    "order",
    (log) => change(log, ["e", "a", 1], (text) => text.replace(/"commits":\[\[1/, '"commits":[[9')),
  ],
  ["a missing row", "head", (log) => remove(log, ["at", "a"]), "mended"],
  [
    "an unreadable row",
    "head",
    (log) => log.parts.kv.atomic().set(["at", "a"], bytes("{")).commit(),
    "mended",
  ],
  ["a commit missing from the order", "order", async (log) => {
    const first = (await Array.fromAsync(log.parts.kv.list({ prefix: ["all"] })))[0];
    await remove(log, first?.key ?? []);
  }, "mended"],
  [
    "a commit twice in the order",
    "order",
    (log) =>
      log.parts.kv.atomic().set(["all", log.parts.kv.commitVersionstamp()], bytes([["b", 1, 1]])).commit(),
  ],
  [
    "another row of the list",
    "list",
    (log) => change(log, ["at", "a"], (text) => text.replace('"count":4', '"count":7')),
    "mended",
  ],
  [
    "no row of the list",
    "list",
    (log) => change(log, ["at", "b"], (text) => text.replace(/"list":\{[^}]*\},/, "")),
    "mended",
  ],
  ["a lost answer of a command", "command", (log) => remove(log, ["cmd", "a", "ann", "k"]), "mended"],
  [
    "another answer of a command",
    "command",
    (log) => change(log, ["cmd", "a", "ann", "k"], (text) => text.replace("yes", "no")),
    "mended",
  ],
  [
    "an unreadable answer of a command",
    "command",
    (log) => log.parts.kv.atomic().set(["cmd", "a", "ann", "k"], bytes("x")).commit(),
  ],
  ["answers of no stream", "command", async (log) => {
    const { value } = await log.parts.kv.get(["cmd", "a", "ann", "k"]);
    await log.parts.kv.atomic().set(["cmd", "nowhere", "ann", "k"], value).commit();
  }],
  ["no work row of an open turn", "work", (log) => remove(log, ["turn", "a", "t"]), "mended"],
  [
    "a work row of no turn",
    "work",
    (log) => log.parts.kv.atomic().set(["turn", "b", "x"], bytes(row())).commit(),
    "mended",
  ],
  ["another snapshot", "snapshot", async (log) => {
    await log.parts.kv.atomic().delete(["snap", "count", 1, "a"]).commit();
    await log.snapshots.put("count", 1, "a", 2, { count: 3 });
  }, "mended"],
  ["a stream that nobody deleted and that is due to be", "due", (log) => dueAt(log, "b"), "mended"],
  ["a stream that is not there and due to be deleted", "due", (log) => dueAt(log, "none"), "mended"],
  ["a deleted stream that is due to be deleted", "left", (log) => dueAt(log, "gone"), "mended"],
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
] satisfies [string, Problem["kind"], (log: StoreLog) => Promise<unknown>, "mended"?][]).map((
  [name, kind, damage, mended],
) => ({ name, kind, damage, ...(mended ? { mended: true } : {}) }));
for (const { name, kind, damage, mended = false } of damages) {
  // Shows P27.
  Deno.test(`verifying finds ${name}`, () =>
    withLog(async (log) => {
      await populated(log);
      await damage(log);
      const { problems } = await verify(log, folds);
      assert.ok(problems.some((problem) => problem.kind === kind), JSON.stringify(problems));
      const related = ({ kind: found, stream }: Problem) =>
        found === kind || (found === "order" && stream === "a");
      assert.ok(problems.every(related), JSON.stringify(problems));
      await rebuild(log, folds);
      assert.equal((await verify(log, folds)).problems.length === 0, mended);
    }));
}

Deno.test("one damage is told once, and hides no other", () =>
  withLog(async (log) => {
    for (const stream of ["m", "n"]) {
      for (let i = 0; i < 12; i++) await appended(log, stream, [said(`${stream}/${i}`, noise(1_500, i))]);
    }
    for (const stream of ["m", "n"]) {
      await change(log, ["e", stream, 3], (text) => text.replace('"Ann"', '"Eve"'));
      await log.parts.kv.atomic().set(["e", stream, 6], bytes("{")).commit();
      await remove(log, ["e", stream, 9]);
    }
    const { problems } = await verify(log);
    assert.deepEqual(problems.map(({ kind, stream, seq }) => [kind, stream, seq]), [
      ["chain", "m", 3],
      ["chain", "m", 6],
      ["chain", "m", 9],
      ["chain", "n", 3],
      ["chain", "n", 6],
      ["chain", "n", 9],
    ]);
  }));

Deno.test("of a lost row the events that were in it alone are told as lost, and the stream goes on behind the others", () =>
  withLog(async (log) => {
    await appended(log, "a", [said("a/0", noise(3_000))]);
    const answered = (key: string) => ({ command: { caller: "ann", key, bodyHash: "b", answer: key } });
    await appended(log, "a", [said("a/1", noise(2_000))], { alongside: answered("kept") });
    const { position } = await appended(log, "a", [said("a/2"), said("a/3")], {
      alongside: answered("lost"),
    });
    await appended(log, "b", [said("b/0")]);
    await remove(log, ["at", "a"]);
    const { lost } = await rebuild(log, onlyClosing);
    assert.deepEqual(lost, [{ stream: "a", first: 3, last: 4 }]);
    assert.deepEqual((await readAll(log, "a")).map(({ id }) => id), ["a/0", "a/1"]);
    assert.deepEqual((await verify(log)).problems, []);
    assert.equal(await log.order.knows(position), false, "there is no such place any more");
    assert.equal(await log.command("a", "ann", "lost"), null, "whoever repeats it is heard");
    assert.ok(await log.command("a", "ann", "kept"));
    await appended(log, "a", [said("a/4")], { alongside: answered("lost") });
    assert.deepEqual((await readAll(log, "a")).map(({ seq, id }) => [seq, id]), [[1, "a/0"], [2, "a/1"], [
      3,
      "a/4",
    ]]);
    const all = await log.order.page(originPosition(log.epoch), 100);
    assert.deepEqual(all.map(({ event }) => event.id), ["a/0", "a/1", "b/0", "a/4"]);
    assert.deepEqual((await verify(log)).problems, []);
  }));

Deno.test("a stream that was its row alone is lost with it, is told, and its name is free", () =>
  withLog(async (log) => {
    await appended(log, "small", [said("s/0")]);
    await appended(log, "small", [said("s/1")]);
    await remove(log, ["at", "small"]);
    assert.deepEqual((await rebuild(log, onlyClosing)).lost, [{ stream: "small", first: 1, last: 2 }]);
    assert.deepEqual((await verify(log)).problems, []);
    await appended(log, "small", [said("s/2")]);
    assert.deepEqual((await verify(log)).problems, []);
  }));

Deno.test("a deletion whose row is lost before it was carried out is carried out, and the name stays taken", () =>
  withLog(async (log) => {
    await appended(log, "gone", [said("g/0", noise(3_000))]);
    await appended(log, "gone", [happened("g/1", "ConversationDeleted")]);
    await remove(log, ["at", "gone"]);
    await rebuild(log, onlyClosing);
    await log.purge();
    assert.deepEqual(await Array.fromAsync(log.parts.kv.list({ prefix: ["e"] })), []);
    const refused = await log.append({ stream: "gone", head: await log.head("gone"), events: [said("x")] });
    assert.deepEqual(refused, { ok: false, reason: "deleted" });
    assert.deepEqual((await verify(log)).problems, []);
  }));

Deno.test("a stream in values that are torn gets no row, and nothing of it is thrown away", () =>
  withLog(async (log) => {
    for (let i = 0; i < 4; i++) await appended(log, "torn", [said(`t/${i}`, noise(1_500, i))]);
    await remove(log, ["e", "torn", 2], ["at", "torn"]);
    const before = await dump(log);
    const { lost, rows } = await rebuild(log, onlyClosing);
    assert.deepEqual([lost, rows], [[], 0]);
    assert.deepEqual(await dump(log), before);
    assert.equal((await log.head("torn")).stamp, null);
  }));

Deno.test("whoever appends while rebuilding writes the row is told of another head, and goes on", () =>
  withLog(async (log) => {
    await appended(log, "b", [said("b/0"), said("b/1")], { alongside: { list: { count: 9, last: "" } } });
    const { head } = await appended(log, "b", [said("b/2")]);
    const { position } = await appended(log, "c", [said("c/0")], {
      alongside: { list: countRow([said("c/0")]) },
    });
    assert.equal((await rebuild(log, folds)).rows, 1);
    const now = await log.head("b");
    assert.deepEqual([now.seq, now.hash, now.stamp === head.stamp], [head.seq, head.hash, false]);
    const events = [said("b/3")];
    const list = countRow([...(await readAll(log, "b")), ...events]);
    const refused = await log.append({ stream: "b", head, events, alongside: { list } });
    assert.deepEqual(refused, { ok: false, reason: "head", head: now });
    const again = await log.append({ stream: "b", head: now, events, alongside: { list } });
    assert.ok(again.ok && again.position > position);
    assert.deepEqual(await log.list.get("b"), list);
    assert.deepEqual((await verify(log, folds)).problems, []);
    assert.equal(await rebuildOrderOf(log), "whole");
  }));

/** Takes every entry of the order away and lets it be made anew. */
async function rebuildOrderOf(log: StoreLog): Promise<string> {
  const order = async () =>
    (await log.order.page(originPosition(log.epoch), 100)).map(({ position }) => position);
  const before = await order();
  for await (const { key } of log.parts.kv.list({ prefix: ["all"] })) await remove(log, key);
  await rebuild(log, folds);
  return JSON.stringify(await order()) === JSON.stringify(before) ? "whole" : JSON.stringify(await order());
}

Deno.test("rebuilding a sound store changes no row and no event", () =>
  withLog(async (log) => {
    await populated(log);
    const events = await dump(log);
    const done = await rebuild(log, folds);
    assert.equal(done.rows, 0);
    const rest = (lines: string[]) => lines.filter((line) => !line.startsWith('["snap"'));
    assert.deepEqual(rest(await dump(log)), rest(events));
    assert.equal((await log.snapshots.get("count", 1, "a"))?.seq, 4);
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
