/** How what was imported lies in the store: old events packed, the newest open, all of one commit. */
import assert from "node:assert/strict";
import { VALUE_BYTES } from "../../../../events/store/kv/bounds.ts";
import { chainStart, entryOf } from "../../../../events/store/form/entry.ts";
import { realEnvironment } from "../../../../events/store/environment.ts";
import { ImportRuns } from "../../../../events/store/transfer/import_runs.ts";
import type { StoreLog } from "../../../../events/store/log.ts";
import { PACKING, Packing } from "../../../../events/store/upkeep/packing.ts";
import { rebuildOrder } from "../../../../events/store/verify/rebuild_order.ts";
import { importStream } from "../../../../events/store/transfer/transfer.ts";
import type { NewEvent } from "../../../../events/store/types.ts";
import { decodeRun, hashBehind, isPacked, lastOf, textsOf } from "../../../../events/store/form/value.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import { exportOf, formerExport, linksOf } from "../../exported.ts";
import { dump } from "../dump.ts";
import { appended, idsOf, readAll, said } from "../given.ts";
import { withLog } from "../with_log.ts";

async function imported(lines: readonly string[], body: (log: StoreLog) => Promise<void>): Promise<void> {
  await withLog(async (log) => {
    const result = await importStream(
      log,
      (async function* () {
        yield* lines;
      })(),
      { maxBytes: 100_000_000 },
    );
    assert.ok(result.ok, JSON.stringify(result));
    await body(log);
  });
}

interface Value {
  readonly packed: boolean;
  readonly bytes: number;
  readonly run: ReturnType<typeof decodeRun>;
}

/** The values of a stream; each follows the one before it, under the chain. */
async function valuesOf(log: StoreLog, stream: string): Promise<Value[]> {
  const values: Value[] = [];
  let next = 1;
  let hash = chainStart(stream);
  for await (const { key, value } of log.parts.kv.list({ prefix: ["e", stream] })) {
    assert.ok(value instanceof Uint8Array);
    const run = decodeRun(value, Number(key[2]));
    assert.equal(run.first, next);
    assert.equal(run.prev, hash);
    hash = hashBehind(textsOf(run));
    next = lastOf(run) + 1;
    values.push({ packed: isPacked(value), bytes: value.length, run });
  }
  const head = await log.head(stream);
  assert.deepEqual({ seq: next - 1, hash }, { seq: head.seq, hash: head.hash });
  return values;
}

const openBytes = ({ run }: Value): number =>
  textsOf(run).entries.reduce((sum, { size }) => sum + size + 1, 0);

const file = (events: readonly NewEvent[]) => exportOf("long", events.map((event) => linksOf(event)));
const many = (count: number, content: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => said(`m${at}/0`, content(at)));
/** Letters that no compression makes much smaller. */
const noise = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)).toBase64();

Deno.test("all but the newest events are packed, up to the bounds of packing, and the newest are as an append leaves them", () =>
  imported(file(many(3_500, (at) => `word ${at} `.repeat(20))), async (log) => {
    const values = await valuesOf(log, "long");
    assert.deepEqual(values.map(({ packed }) => packed), [...values.slice(1).map(() => true), false]);
    for (const value of values) {
      assert.ok(value.bytes <= VALUE_BYTES);
      assert.ok(value.run.entries.length <= PACKING.events);
      assert.ok(openBytes(value) <= (value.packed ? PACKING.bytes : VALUE_BYTES));
    }
    assert.ok(values.slice(0, -2).every((value) => openBytes(value) > PACKING.bytes - 1_000), "each is full");
    assert.ok(values.length < 10, `${values.length} values`);
    assert.equal((await readAll(log, "long")).length, 3_500);
  }));

Deno.test("a run has a thousand events at most, however small they are", () =>
  imported(file(many(2_100, () => "")), async (log) => {
    const sizes = (await valuesOf(log, "long")).map(({ run }) => run.entries.length);
    assert.equal(Math.max(...sizes), PACKING.events);
  }));

Deno.test("noise is cut into as many values as it takes", () =>
  imported(file(many(40, () => noise(20_000))), async (log) => {
    const values = await valuesOf(log, "long");
    assert.ok(values.every(({ bytes }) => bytes <= VALUE_BYTES));
    assert.ok(values.length > 12);
    assert.equal((await readAll(log, "long")).length, 40);
  }));

Deno.test("an event that filled a value in format 1 is taken in", () => {
  const event = said("m/0", "");
  const room = VALUE_BYTES - JSON.stringify({ ...event, seq: 1, prev: "" }).length;
  // No text of it is long enough to become a blob.
  const data = { messageId: "m_0", content: "", notes: [] as string[] };
  while (JSON.stringify(data.notes).length < room - 320) data.notes.push(noise(200));
  const full = { ...event, data };
  assert.ok(entryOf(full, realEnvironment.salt()).size > VALUE_BYTES - 500);
  return imported(formerExport("long", [full, said("m/1")]), async (log) => {
    assert.deepEqual((await readAll(log, "long")).map(({ data }) => data), [data, said("m/1").data]);
    assert.ok((await valuesOf(log, "long")).every(({ bytes }) => bytes <= VALUE_BYTES + 800));
  });
});

Deno.test("every event of an import says that it came with the commit that concluded it, also when the stream goes on", () =>
  imported(file(many(2_500, (at) => `word ${at} `.repeat(20))), async (log) => {
    const [{ key } = { key: [] }] = await Array.fromAsync(log.parts.kv.list({ prefix: ["all"] }));
    const concluding = String(key[1]);
    await appended(log, "long", [said("goes/0")]);
    const stamps: string[] = [];
    for await (const batch of log.reader.stored("long", 1)) stamps.push(...batch.map(({ stamp }) => stamp));
    assert.equal(stamps.length, 2_501);
    const named = stamps.findIndex((stamp) => stamp !== "");
    assert.ok(named > 1_000, "the old ones name none: the first that does is theirs");
    assert.deepEqual([...new Set(stamps.slice(named, -1))], [concluding]);
    assert.notEqual(stamps.at(-1), concluding);
    const page = await log.order.page(`${log.epoch}.00000000000000000000.0`, 5_000);
    const ids = idsOf([{ position: "", events: page }], ["long"]);
    assert.deepEqual(ids, [...many(2_500, () => "").map(({ id }) => id), "goes/0"]);
  }));

Deno.test("the place of an import in the order of all events can be made anew, before and after it was packed", () =>
  imported(file(many(2_500, (at) => `word ${at} `.repeat(20))), async (log) => {
    await appended(log, "other", [said("o/0")]);
    for (let more = 0; more < 300; more += 100) {
      const events = Array.from({ length: 100 }, (_, at) => said(`goes/${more + at}`, "on ".repeat(500)));
      await appended(log, "long", events);
    }
    const [import_] = await Array.fromAsync(log.parts.kv.list({ prefix: ["all"] }));
    assert.ok(import_);
    const order = () => log.order.page(`${log.epoch}.00000000000000000000.0`, 5_000);
    const before = await order();
    for (const keep of [2_700, 10]) {
      const packing = new Packing(log.parts, log.reader, new AbortController().signal, { ...PACKING, keep });
      assert.equal(await packing.pack("long") > 0, keep === 10);
      await log.parts.kv.atomic().delete(import_.key).commit();
      assert.notDeepEqual(await order(), before);
      assert.equal(await rebuildOrder(log), 1);
      assert.deepEqual(await order(), before);
      assert.deepEqual((await log.parts.kv.get(import_.key)).value, import_.value);
      assert.deepEqual((await verify(log)).problems, []);
    }
  }));

Deno.test("a long file that is refused at its end leaves nothing", () =>
  withLog(async (log) => {
    const lines = file(many(60, () => noise(15_000)));
    let written = 0;
    const result = await importStream(
      log,
      (async function* () {
        yield* lines.slice(0, -1);
        for await (const _ of log.parts.kv.list({ prefix: ["e", "long"] })) written++;
        yield (lines.at(-1) ?? "").replace('"content":"', '"content":"x');
      })(),
      {},
    );
    assert.ok(!result.ok && result.reason === "invalid" && result.line === lines.length);
    assert.ok(written > 1, "some of it was there");
    assert.deepEqual(await dump(log), []);
  }));

Deno.test("nothing is lost or doubled, however the events fall", () => {
  for (let size = 1; size < 1_000; size += 37) {
    const runs = new ImportRuns("c");
    const count = 3 + size % 11;
    const writes = Array.from({ length: count }, (_, at) => {
      const entry = entryOf(said(`m${at}/0`, "y".repeat(size * 60)), realEnvironment.salt());
      return runs.add(entry);
    }).flat();
    const { older, newest } = runs.rest();
    let next = 1;
    for (const write of [...writes, ...older, newest]) {
      assert.ok("value" in write && write.bytes <= VALUE_BYTES);
      const run = decodeRun(write.value, Number(write.key[2]));
      assert.equal(run.first, next);
      next = lastOf(run) + 1;
    }
    assert.equal(next - 1, count);
    assert.equal(runs.seq, count);
  }
});
