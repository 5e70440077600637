/** A store of format 1, as the release before wrote it, becomes one of this format: nothing is lost, nothing is moved. */
import assert from "node:assert/strict";
import { fromBytes, toBytes } from "../../../../events/store/kv/codec.ts";
import { openLog, type StoreLog } from "../../../../events/store/log.ts";
import { markFile } from "../../../../events/store/file/mark.ts";
import { migrate, MIGRATION } from "../../../../events/store/copy/migrate.ts";
import { formatOf, migrateFile } from "../../../../events/store/copy/migrate_file.ts";
import { FORMAT, openDenoKv } from "../../../../events/store/kv/open.ts";
import { parsePosition } from "../../../../events/store/read/position.ts";
import type { CommandRow } from "../../../../events/store/types.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import { derivedRows } from "../../../../server/command_line/derived_rows.ts";
import { sample } from "../../../effort.ts";
import { inFolder } from "../../../in_folder.ts";
import { changeRow, rowsOf, toldBefore, toldNow, writeFormer } from "../former_stores.ts";
import { appended, said } from "../given.ts";

const STREAMS = Map.groupBy(toldBefore(), ({ stream }) => stream);
const LONGEST = [...STREAMS].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "";
/** Of it one event is left. */
const DELETED = [...STREAMS].find(([, [event]]) => event?.["type"] === "ConversationDeleted")?.[0] ?? "";

/** Rows that are what they were. */
const AS_THEY_WERE = ["blob", "draft", "foreign", "names", "ref", "secret", "session", "token", "turn"];

/** A store of format 1 becomes one of this format, in a folder. */
async function migrateIn(folder: string, bounds: typeof MIGRATION): Promise<string> {
  const [from, to] = [`${folder}/old.db`, `${folder}/new.db`];
  await writeFormer(from);
  const former = await openDenoKv(from);
  const log = await openLog({ path: to });
  try {
    await migrate(former, log, undefined, bounds);
  } finally {
    former.close();
    await log.close();
  }
  return to;
}

/** What becomes of it as it is done, and its rows before: of one migration for all tests that look at it. */
let usual: Promise<{ readonly files: ReadonlyMap<string, Uint8Array>; readonly before: Rows }> | undefined;
const migratedOnce = () =>
  usual ??= inFolder(async (folder) => {
    await migrateIn(folder, MIGRATION);
    const before = await rowsOf(`${folder}/old.db`);
    const files = new Map<string, Uint8Array>();
    for await (const { name } of Deno.readDir(folder)) {
      files.set(name, await Deno.readFile(`${folder}/${name}`));
    }
    return { files, before };
  });

type Rows = Awaited<ReturnType<typeof rowsOf>>;

async function migrated(body: (log: StoreLog, before: Rows) => Promise<void>): Promise<void> {
  const { files, before } = await migratedOnce();
  await inFolder(async (folder) => {
    for (const [name, bytes] of files) await Deno.writeFile(`${folder}/${name}`, bytes);
    const log = await openLog({ path: `${folder}/new.db` });
    try {
      await body(log, before);
    } finally {
      await log.close();
    }
  });
}

/** Values of events that the longest stream is in, at least: no more is gathered than the bounds say. */
const HOW: readonly [how: string, bounds: typeof MIGRATION, values: number][] = [
  ["as it is done", MIGRATION, 3],
  ["in small values", { ...MIGRATION, run: 700 }, 100],
  ["with hardly any memory", { ...MIGRATION, events: 3, gathered: 2_000 }, 50],
];

for (const [how, bounds, values] of sample(HOW, 2)) {
  Deno.test(`every event is where it was, in its stream and in the order of all, ${how}`, () =>
    inFolder(async (folder) => {
      const log = await openLog({ path: await migrateIn(folder, bounds) });
      try {
        assert.deepEqual(await toldNow(log), toldBefore());
        assert.deepEqual((await verify(log, derivedRows)).problems, []);
        const made = [...(await rowsOf(log.path)).values()].filter(({ key }) =>
          key[0] === "e" && key[1] === LONGEST
        );
        assert.ok(made.length >= values, `${made.length} values`);
      } finally {
        await log.close();
      }
    }));
}

Deno.test("of a request that nothing salted no hash stays when the words of its call go", () =>
  migrated(async (log) => {
    let calls = 0;
    for (const stream of STREAMS.keys()) {
      for await (const batch of log.reader.stored(stream, 1)) {
        for (const { entry: [structure, , words] } of batch) {
          if (structure.type !== "ProviderCalled") continue;
          calls++;
          assert.doesNotMatch(JSON.stringify(structure), /[0-9a-f]{64}/);
          assert.match(JSON.stringify(words), /"plain":"[0-9a-f]{64}"/);
        }
      }
    }
    assert.ok(calls >= 3, `${calls} calls`);
  }));

Deno.test("rows beside the events are what they were, but for snapshots, and the epoch is another", () =>
  migrated(async (log, before) => {
    const after = await rowsOf(log.path);
    for (const kind of AS_THEY_WERE) {
      const of = (rows: typeof before) => [...rows.values()].filter(({ key }) => key[0] === kind);
      assert.ok(of(before).length > 0, kind);
      assert.deepEqual(of(after), of(before), kind);
    }
    assert.equal([...after.values()].filter(({ key }) => key[0] === "snap").length, 0);
    assert.notEqual(log.epoch, fromBytes(before.get('["meta","epoch"]')?.value));
    for (const { key, value } of before.values()) {
      if (key[0] === "list") {
        assert.deepEqual(await log.list.get(String(key[1])), fromBytes(value), String(key[1]));
      }
    }
  }));

Deno.test("answers of commands are found under their streams, and a deleted stream has none and stays taken", () =>
  migrated(async (log, before) => {
    const deleted = new Set<unknown>();
    for (const { key, value } of before.values()) {
      if (key[0] !== "h" || !fromBytes<{ deleted?: true }>(value)?.deleted) continue;
      deleted.add(key[1]);
      const head = await log.head(String(key[1]));
      const refused = await log.append({ stream: String(key[1]), head, events: [said("again/0")] });
      assert.deepEqual(refused, { ok: false, reason: "deleted" });
    }
    assert.equal(deleted.size, 1);
    let answers = 0;
    for (const { key, value } of before.values()) {
      const [kind, caller, name] = key;
      if (kind !== "cmd") continue;
      const { stream, ...row } = fromBytes<CommandRow & { stream: string }>(value) ?? assert.fail();
      // Of a name that was hashed for its key the hash is no name: the row is looked for as it lies.
      const found = await log.parts.kv.get(["cmd", stream, String(caller), String(name)]);
      assert.deepEqual(fromBytes(found.value), row);
      answers++;
    }
    assert.ok(answers >= 3);
  }));

Deno.test("what is said next goes behind everything there was, and is sound", () =>
  migrated(async (log) => {
    const end = await log.order.end();
    for (const { stream } of toldBefore().slice(-1)) {
      const before = await log.head(stream);
      const result = await appended(log, stream, [said("next/0")]);
      assert.equal(result.head.seq, before.seq + 1);
      assert.ok((parsePosition(result.position)?.stamp ?? "") > (parsePosition(end)?.stamp ?? "~"));
    }
    assert.equal((await toldNow(log)).length, toldBefore().length + 1);
    assert.deepEqual((await verify(log)).problems, []);
  }));

const DAMAGE: readonly [what: string, key: Deno.KvKey, change: (value: never) => unknown, says: RegExp][] = [
  ["an event that was changed", ["e", "workspace", 3], (value: Uint8Array) => {
    const event = fromBytes<{ data: object }>(value);
    return toBytes({ ...event, data: { ...event?.data, name: "Another" } });
  }, /Event 4 of workspace does not continue/],
  ["an event that is missing", ["e", "workspace", 3], () => undefined, /Event 3 of workspace is missing/],
  ["an event that is none", ["e", "workspace", 3], () => toBytes(3), /event is none/],
  ["a head of another event", ["h", "workspace"], (value: Uint8Array) => {
    return toBytes({ ...fromBytes<object>(value), hash: "0".repeat(64) });
  }, /last event of workspace/],
  ["a head that is missing", ["h", "workspace"], () => undefined, /no such stream/],
  ["a head of an earlier event", ["h", "workspace"], (value: Uint8Array) => {
    return toBytes({ ...fromBytes<object>(value), seq: 5 });
  }, /last event of workspace/],
];

for (const [what, key, change, says] of DAMAGE) {
  Deno.test(`a store is not migrated that has ${what}`, () =>
    inFolder(async (folder) => {
      const [from, to] = [`${folder}/old.db`, `${folder}/new.db`];
      await writeFormer(from);
      await changeRow(from, key, change);
      await assert.rejects(migrateFile(from, to), (error: Error) => {
        assert.match(error.message, /^The store is not sound, so it was not migrated: /);
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      });
      assert.equal(await formatOf(from), 1);
    }));
}

Deno.test("a store is not migrated whose order has a gap, whose answers are others, or that lost its end", () =>
  inFolder(async (folder) => {
    const from = `${folder}/old.db`;
    const refused = async (says: RegExp) => {
      const to = `${folder}/${crypto.randomUUID()}.db`;
      await assert.rejects(migrateFile(from, to), says);
      await writeFormer(from);
    };
    await writeFormer(from);
    const rows = [...(await rowsOf(from)).values()];
    const first = (kind: string, at = 0) => rows.filter(({ key }) => key[0] === kind).at(at)?.key ?? [];
    await changeRow(from, first("all", 300), () => undefined);
    await refused(/goes from event \d+ to event \d+/);
    await changeRow(from, first("all", -1), () => undefined);
    await refused(/last event of/);
    await changeRow(from, first("cmd"), (value: Uint8Array) => {
      return toBytes({ ...fromBytes<object>(value), answer: { id: "another" } });
    });
    await refused(/answer of a command .* is missing or another/);
    await changeRow(from, first("cmd"), () => undefined);
    await refused(/answer of a command .* is missing or another/);
    await markFile(from).write(JSON.stringify({ epoch: "zjpujyzrz9gm", stamp: "f".repeat(20) }));
    await refused(/lay behind its end is lost/);
  }));

Deno.test("a deletion and an import that were cut short are so afterwards, and end well", () =>
  inFolder(async (folder) => {
    const [from, to] = [`${folder}/old.db`, `${folder}/new.db`];
    await writeFormer(from);
    const kv = await Deno.openKv(from);
    // As it is before a purge has begun: all is there, and the answer of the deletion.
    const { value: head } = await kv.get<Uint8Array>(["h", LONGEST]);
    const { seq, hash } = fromBytes<{ seq: number; hash: string }>(head) ?? assert.fail();
    await kv.atomic().set(["h", LONGEST], toBytes({ seq, hash, deleted: true }))
      .set(["purge", LONGEST], toBytes({ seq })).delete(["list", LONGEST])
      .set(
        ["cmd", "ann", "gone"],
        toBytes({ bodyHash: "h", stream: LONGEST, first: seq, last: seq, answer: 1 }),
      )
      .set(["import", "half"], true).set(["e", "half", 1], toBytes({ seq: 1 })).commit();
    kv.close();
    await migrateFile(from, to);
    const log = await openLog({ path: to });
    try {
      await log.purge();
      assert.deepEqual((await verify(log, derivedRows)).problems, []);
      const left = [...(await rowsOf(to)).keys()].filter((key) =>
        key.includes(LONGEST) && !key.startsWith('["all"')
      );
      assert.deepEqual(left, [JSON.stringify(["at", LONGEST])]);
      const told = toldBefore().filter((event) => event.stream !== LONGEST || event.seq === seq);
      assert.deepEqual(await toldNow(log), told);
      // The name of the import is free again.
      await appended(log, "half", [said("half/0")]);
    } finally {
      await log.close();
    }
  }));

Deno.test("of a deleted stream no answer stays, and its events are in the order as they were, or it is not migrated", () =>
  inFolder(async (folder) => {
    const from = `${folder}/old.db`;
    await writeFormer(from);
    const answer = toBytes({ bodyHash: "h", stream: DELETED, first: 1, last: 1, answer: "what was said" });
    const kv = await Deno.openKv(from);
    await kv.set(["cmd", "ann", "gone"], answer);
    kv.close();
    await migrateFile(from, `${folder}/new.db`);
    const left = [...(await rowsOf(`${folder}/new.db`)).values()].filter(({ key }) => key[0] === "cmd");
    assert.ok(left.length > 0 && left.every(({ key }) => key[1] !== DELETED));
    const order = [...(await rowsOf(from)).values()].find(({ key, value }) =>
      key[0] === "all" && fromBytes<[string][]>(value)?.some(([stream]) => stream === DELETED)
    );
    await changeRow(from, order?.key ?? [], () => undefined);
    await assert.rejects(migrateFile(from, `${folder}/other.db`), /goes from event 0 to event/);
  }));

for (const [how, former] of [["", 2], [" as 0.2.0 wrote it", "2_zstd"]] as const) {
  Deno.test(`a store of format 2${how} keeps its events, their order, their chains and the stamps of its commits`, () =>
    inFolder(async (folder) => {
      const [from, to] = [`${folder}/old.db`, `${folder}/new.db`];
      await writeFormer(from, former);
      await migrateFile(from, to);
      const [before, after] = [await rowsOf(from), await rowsOf(to)];
      const same = (key: Deno.KvKey) => key[0] === "at" ? ["s", ...key.slice(1)] : key;
      for (const { key, value } of after.values()) {
        if (key[1] === "format") continue;
        assert.deepEqual(before.get(JSON.stringify(same(key)))?.value, value, JSON.stringify(key));
      }
      assert.equal(after.size, before.size);
      const log = await openLog({ path: to });
      try {
        assert.deepEqual(await toldNow(log), toldBefore(former));
        assert.deepEqual((await verify(log, derivedRows)).problems, []);
      } finally {
        await log.close();
      }
    }));
}

Deno.test("a golden store says its format, and every other store its own", () =>
  inFolder(async (folder) => {
    for (const format of [1, 2]) {
      const path = `${folder}/${format}.db`;
      await writeFormer(path, format);
      assert.equal(await formatOf(path), format);
      await assert.rejects(openLog({ path }), new RegExp(`format ${format}.*fishbowl migrate`));
    }
    await (await openLog({ path: `${folder}/new.db` })).close();
    assert.equal(await formatOf(`${folder}/new.db`), FORMAT);
  }));
