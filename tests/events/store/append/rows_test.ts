/** What a process has in memory of its own appends is given only where it is what the store holds. */
import assert from "node:assert/strict";
import { refKey, streamKey } from "../../../../events/store/kv/keys.ts";
import { StoredBlobs } from "../../../../events/store/beside/blobs.ts";
import { EventReader } from "../../../../events/store/read/read.ts";
import { originPosition } from "../../../../events/store/read/position.ts";
import type { Kv } from "../../../../events/store/kv/kv.ts";
import { replacing } from "../../../replacing.ts";
import type { StoreLog } from "../../../../events/store/log.ts";
import { memoryKv } from "../../../sim/memory_kv.ts";
import { SimDisk } from "../../../sim/sim_disk.ts";
import { appended, happened, said } from "../given.ts";
import { withLog } from "../with_log.ts";

/** The events of a stream, and whether they were in memory. */
async function reading(log: StoreLog, stream: string, after = 0) {
  const read = await Array.fromAsync(log.read(stream, after));
  const { versionstamp } = await log.parts.kv.get(streamKey(stream));
  return { events: read.flat(), fresh: log.reader.memory.fresh(stream, versionstamp).length };
}

/** Two processes on one store. */
function withTwo<T>(body: (one: StoreLog, other: StoreLog) => Promise<T>): Promise<T> {
  const disk = new SimDisk();
  const open = () => Promise.resolve(memoryKv(disk));
  return withLog((one) => withLog((other) => body(one, other), { open }), { open });
}

/** As a process reads it that has nothing in memory. */
async function readAnew(log: StoreLog, stream: string, after = 0) {
  const reader = new EventReader(log.parts, new StoredBlobs(log.parts), { fresh: () => [], own: () => [] });
  return (await Array.fromAsync(reader.read(stream, after))).flat();
}

Deno.test("events in memory are those that the store gives, from whatever event on and as the row fills", () =>
  withLog(async (log) => {
    let remembered = 0;
    for (let n = 0; n < 60; n++) {
      await appended(log, "c", [said(`c/${n}/0`), said(`c/${n}/1`, "x".repeat(n % 7 === 0 ? 900 : 20))]);
      const after = Math.max(0, 2 * n - (n % 5));
      const { events, fresh } = await reading(log, "c", after);
      assert.deepEqual(events, await readAnew(log, "c", after));
      if (fresh > 0) remembered++;
    }
    assert.ok(remembered > 30, `${remembered} readings could have been of memory`);
  }));

Deno.test("what another process appended in between is no hole in what is in memory", async () => {
  await withTwo(async (one, other) => {
    await appended(one, "c", [said("c/0")]);
    await appended(other, "c", [said("c/1")]);
    await appended(one, "c", [said("c/2")]);
    assert.deepEqual((await reading(one, "c")).events.map(({ id }) => id), ["c/0", "c/1", "c/2"]);
  });
});

Deno.test("what another process appended is read, also where the end of the stream was asked for since", async () => {
  await withTwo(async (one, other) => {
    await appended(one, "c", [said("c/0")]);
    await appended(other, "c", [said("c/1")]);
    assert.equal((await one.head("c")).seq, 2);
    assert.deepEqual((await reading(one, "c")).events.map(({ id }) => id), ["c/0", "c/1"]);
  });
});

Deno.test("as of a row that was read before, events in memory are those up to its end, and none is read", () => {
  let listed = 0;
  const open = (): Promise<Kv> => {
    const kv = memoryKv(new SimDisk());
    return Promise.resolve(replacing(kv, { list: (...asked) => (listed++, kv.list(...asked)) }));
  };
  return withLog(async (log) => {
    // As many as have to leave the row.
    for (let n = 0; n < 20; n++) await appended(log, "c", [said(`c/${n}`, `words ${"x".repeat(200 + n)}`)]);
    const row = await log.reader.row("c");
    const before = await readAnew(log, "c");
    await appended(log, "c", [said("c/later")]);
    listed = 0;
    const told = await Array.fromAsync(log.reader.behind("c", 5, row));
    assert.equal(listed, 0);
    assert.deepEqual(told.flat(), before.slice(5));
  }, { open });
});

Deno.test("of many streams the events of those written last are in memory, within a bound", () =>
  withLog(async (log) => {
    const isFresh = async (stream: string) => (await reading(log, stream, 1)).fresh > 0;
    const words = "x".repeat(12_000);
    await appended(log, "first", [said("first/0")]);
    assert.ok(await isFresh("first"));
    for (let n = 0; n < 45; n++) {
      await appended(log, `c${n}`, Array.from({ length: 8 }, (_, at) => said(`c${n}/${at}`, words)));
    }
    assert.ok(await isFresh("c44"));
    assert.ok(!await isFresh("first"));
  }));

Deno.test("a row that somebody else wrote again is read, whatever is in memory", () =>
  withLog(async (log) => {
    await appended(log, "c", [said("c/0")]);
    assert.equal((await reading(log, "c")).fresh, 1);
    const { key, value } = await log.parts.kv.get(streamKey("c"));
    await log.parts.kv.atomic().set(key, value).commit();
    assert.equal((await reading(log, "c")).fresh, 0);
    assert.deepEqual((await reading(log, "c")).events, await readAnew(log, "c"));
  }));

Deno.test("what another process has taken the words out of is in memory no longer than until the row is read", async () => {
  await withTwo(async (one, other) => {
    await appended(one, "c", [said("c/0")]);
    const { versionstamp } = await one.parts.kv.get(streamKey("c"));
    assert.equal(one.reader.memory.fresh("c", versionstamp).length, 1);
    const erasure = happened("c/erase", "ContentErased", { messageId: "m", seqs: [1] });
    await appended(other, "c", [erasure], { alongside: { erases: [0] } });
    const own = (await other.parts.kv.get(streamKey("c"))).versionstamp;
    assert.equal(other.reader.memory.fresh("c", own).length, 1);
    await other.erase();
    assert.equal(other.reader.memory.fresh("c", own).length, 0, "nor is what it wrote itself");
    await reading(one, "c");
    assert.equal(one.reader.memory.fresh("c", versionstamp).length, 0);
  });
});

/** Words of the events of stream `c`, in the order of all. */
async function inOrder(log: StoreLog): Promise<unknown[]> {
  const located = await log.order.page(originPosition(log.parts.epoch), 100);
  return located.flatMap(({ stream, event }) =>
    stream === "c" ? [(event.data as { content?: string }).content ?? event.type] : []
  );
}

Deno.test("what this process appended is in the order without being read again, whatever stands in other streams", () => {
  const read: string[] = [];
  const open = (): Promise<Kv> => {
    const kv = memoryKv(new SimDisk());
    return Promise.resolve(replacing(kv, {
      get(key) {
        read.push(String(key[0]));
        return kv.get(key);
      },
      getMany(keys) {
        read.push(...keys.map((key) => String(key[0])));
        return kv.getMany(keys);
      },
    }));
  };
  return withLog(async (log) => {
    await appended(log, "c", [said("c/0", "one"), said("c/1", "two")]);
    await appended(log, "d", [said("d/0")]);
    await appended(log, "c", [said("c/2", "three")]);
    read.length = 0;
    assert.deepEqual(await inOrder(log), ["one", "two", "three"]);
    assert.deepEqual(read.filter((kind) => kind === "at"), []);
  }, { open });
});

Deno.test("an order that is read on behind another process's append reads what stands there", async () => {
  await withTwo(async (one, other) => {
    await appended(one, "c", [said("c/0", "one")]);
    const erasure = happened("c/erase", "ContentErased", { messageId: "m", seqs: [1] });
    await appended(other, "c", [erasure], { alongside: { erases: [0] } });
    await other.erase();
    assert.deepEqual(await inOrder(one), ["", "ContentErased"]);
  });
});

Deno.test("words that this process said are to go are in its memory no more, whoever takes them out", async () => {
  await withTwo(async (one, other) => {
    await appended(one, "c", [said("c/0", "one")]);
    const erasure = happened("c/erase", "ContentErased", { messageId: "m", seqs: [1] });
    await appended(one, "c", [erasure], { alongside: { erases: [0] } });
    await other.erase();
    assert.deepEqual(await inOrder(one), ["", "ContentErased"]);
  });
});

Deno.test("a blob whose tie to a stream went is tied again by the next event that names it, also where the tie was seen before", () =>
  withLog(async (log) => {
    const { sha256 } = await log.blobs.put(new TextEncoder().encode("a shell"), "text/plain");
    const name = (n: number) => appended(log, "c", [said(`c/${n}`)], { alongside: { blobs: [sha256] } });
    await name(0);
    await name(1);
    await name(2);
    await log.parts.kv.atomic().delete(refKey(sha256, "c")).commit();
    await name(3);
    assert.equal((await log.parts.kv.get(refKey(sha256, "c"))).versionstamp !== null, true);
  }));
