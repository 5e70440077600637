/** Where appended events lie and how they are read again, whatever their sizes and whoever appends. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { VALUE_BYTES, VALUES_BATCH } from "../../events/store/kv/bounds.ts";
import { RUN_BYTES } from "../../events/store/append/encode_append.ts";
import type { Kv } from "../../events/store/kv/kv.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { openDenoKv } from "../../events/store/kv/open.ts";
import { realEnvironment } from "../../events/store/environment.ts";
import { NO_HEAD } from "../../events/store/form/stream_row.ts";
import { Packing } from "../../events/store/upkeep/packing.ts";
import { originPosition } from "../../events/store/read/position.ts";
import { ROW_BYTES } from "../../events/store/form/value.ts";
import type { AppendRequest, NewEvent } from "../../events/store/types.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { draws } from "../effort.ts";
import { inFolder } from "../in_folder.ts";
import { replacing } from "../replacing.ts";
import { memoryKv } from "../sim/memory_kv.ts";
import { Scheduler, SimProcess } from "../sim/scheduler.ts";
import { SimDisk } from "../sim/sim_disk.ts";
import { NO_FAULTS } from "../sim/sim_kv.ts";
import { openSimLog } from "../sim/sim_log.ts";
import { appended, happened, noise, readAll, row, said } from "./store/given.ts";
import { withLog } from "./store/with_log.ts";

const sizes = async (log: StoreLog, kind: string): Promise<number[]> =>
  await Array.fromAsync(log.parts.kv.list({ prefix: [kind] }), ({ value }) => (value as Uint8Array).length);

/** An event of about this many bytes. */
const ofSize = (id: string, bytes: number): NewEvent => said(id, noise(bytes, bytes + 1));

/** From every event to every event of a stream, as a model gives it. */
async function readsAsModel(log: StoreLog, stream: string, model: readonly AnyEvent[]): Promise<void> {
  assert.deepEqual(await readAll(log, stream), model);
  const ids = model.map(({ id }) => id);
  for (let after = 0; after <= model.length; after++) {
    for (let until = after; until <= model.length; until++) {
      const found = await readAll(log, stream, after, until);
      assert.deepEqual(found.map(({ id }) => id), ids.slice(after, until), `${after} to ${until}`);
      assert.deepEqual(found.map(({ seq }) => seq), ids.slice(after, until).map((_, i) => after + 1 + i));
    }
  }
}

const packing = (log: StoreLog) =>
  new Packing(log.parts, log.reader, new AbortController().signal, { keep: 3, events: 7, bytes: 40_000 });

Deno.test("of sixteen streams that are appended to at once twelve are written while the others are prepared, of fifteen none", async () => {
  for (const [count, first] of [[16, 12], [15, 15]] as const) {
    let now = 0;
    // What was told to the store before was long ago.
    const environment = { ...realEnvironment, monotonic: () => now += 11 };
    await withLog(async (log) => {
      const appends = Array.from(
        { length: count },
        (_, n) => log.append({ stream: `c${n}`, head: NO_HEAD, events: [said(`${n}/0`, "a")] }),
      );
      const stamps = (await Promise.all(appends)).map((result) => result.ok && result.head.stamp);
      assert.equal(stamps.lastIndexOf(stamps[0] ?? false), first - 1);
      assert.equal(new Set(stamps).size, Math.ceil(count / first));
    }, { environment });
  }
});

Deno.test("small appends gather in the row of their stream, which never grows over its page, and leave it together", () =>
  withLog(async (log) => {
    let moved = 0;
    for (let i = 0; i < 120; i++) {
      await appended(log, "c", [said(`e/${i}`, noise(i % 40, i + 1))], {
        alongside: { list: { title: "t", i } },
      });
      const [size = 0] = await sizes(log, "at");
      assert.ok(size <= ROW_BYTES, `${size} bytes after ${i}`);
      moved = (await sizes(log, "e")).length;
    }
    assert.ok(moved > 2 && moved < 60, `${moved} values of 120 appends`);
    assert.deepEqual(
      (await readAll(log, "c")).map(({ id }) => id),
      Array.from({ length: 120 }, (_, i) => `e/${i}`),
    );
    // What compresses badly fills the page sooner.
    for (let i = 0; i < 20; i++) {
      await appended(log, "d", [said(`e/${i}`, noise(300 + i, i + 1))]);
      for (const size of await sizes(log, "at")) assert.ok(size <= ROW_BYTES, `${size} bytes after ${i}`);
    }
    assert.deepEqual((await verify(log)).problems, []);
  }));

Deno.test("events of every size around the bounds of a row and of a value are kept, read and sound", () =>
  withLog(async (log) => {
    const most = VALUE_BYTES - RUN_BYTES;
    const around = [
      1,
      2,
      200,
      450,
      ROW_BYTES,
      2 * ROW_BYTES,
      4 * ROW_BYTES,
      20_000,
      40_000,
      48_000,
      most / 2,
      most,
    ]
      .flatMap((bytes) =>
        [-300, -200, -100, -1, 0, 1, 100].map((more) => Math.max(1, Math.floor(bytes + more)))
      );
    const stamps = new Map<string, number>();
    for (const [i, bytes] of around.entries()) {
      // Before it something small, behind it something small: it meets a row that is filled, and leaves one.
      for (const [j, size] of [10, bytes, 10].entries()) {
        await appended(log, `c${i % 7}`, [ofSize(`e/${i}/${j}`, size)]);
      }
      await appended(log, "together", [10, bytes, 10].map((size, j) => ofSize(`t/${i}/${j}`, size)));
      stamps.set(`t/${i}/0`, bytes);
    }
    for (const size of [...await sizes(log, "e"), ...await sizes(log, "at")]) assert.ok(size <= VALUE_BYTES);
    assert.deepEqual((await verify(log)).problems, []);
    const together = await readAll(log, "together");
    assert.equal(together.length, 3 * around.length);
    for (const [index, bytes] of around.entries()) {
      const { data } = together[3 * index + 1] ?? {};
      assert.equal((data as { content: string }).content.length, bytes);
    }
  }));

Deno.test("a row that a long list row fills keeps no events, and no append is refused for them", () =>
  withLog(async (log) => {
    for (const long of [56_000, 60_000, 62_000, 63_500]) {
      const stream = `list${long}`;
      const alongside = { list: { title: "x".repeat(long) } };
      for (const bytes of [10, 900, 2_000, 3_000, 10, 100]) {
        await appended(log, stream, [ofSize(`${stream}/${bytes}`, bytes)], { alongside });
      }
      await appended(log, stream, [ofSize(`${stream}/last`, 400)]);
      assert.equal((await readAll(log, stream)).length, 7);
    }
    assert.deepEqual((await verify(log)).problems, []);
  }));

Deno.test("what an event of a type that nobody knows says is kept, be it nothing", async () => {
  const disk = new SimDisk();
  const open = () => openLog({ path: ":memory:", open: () => Promise.resolve(memoryKv(disk)) });
  // Whoever appended remembers what it appended: what was stored another reads.
  const [log, other] = [await open(), await open()];
  const said = [null, 0, "", false, [], {}, "text", { inside: null }];
  await appended(log, "c", said.map((data, n) => happened(`e/${n}`, "FromTomorrow", data)));
  for (const one of [log, other]) {
    assert.deepEqual((await readAll(one, "c")).map(({ data }) => data), said);
    await one.close();
  }
});

Deno.test("events that do not fit into one value together are cut into several, which tell of one commit", () =>
  withLog(async (log) => {
    const { position } = await appended(
      log,
      "c",
      Array.from({ length: 9 }, (_, i) => ofSize(`e/${i}`, 30_000 + i)),
    );
    assert.equal((await sizes(log, "e")).length, 5);
    assert.deepEqual((await log.order.page(originPosition(log.epoch), 10)).at(-1)?.position, position);
    assert.deepEqual((await verify(log)).problems, []);
    await appended(log, "c", [said("e/9")]);
    assert.deepEqual((await readAll(log, "c", 3)).map(({ seq }) => seq), [4, 5, 6, 7, 8, 9, 10]);
  }));

Deno.test("from every event to every event of any appends, packed or not, the same is read as a model has", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(
          fc.oneof(fc.nat(60), fc.integer({ min: 300, max: 1_500 }), fc.integer({ min: 2_000, max: 60_000 })),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        { minLength: 1, maxLength: 14 },
      ),
      fc.nat(14),
      (appends, packed) =>
        withLog(async (log) => {
          const model: AnyEvent[] = [];
          for (const [i, contents] of appends.entries()) {
            const events = contents.map((size, j) => ofSize(`${i}/${j}`, size));
            model.push(...(await appended(log, "c", events)).events);
            await appended(log, "d", events.slice(0, 1));
            if (i === packed) await packing(log).pack("c");
          }
          await readsAsModel(log, "c", model);
          assert.deepEqual((await verify(log)).problems, []);
        }),
    ),
    { numRuns: draws(25) },
  ));

Deno.test("two logs that append to one store in turn go on from the store, never from what they remember", () =>
  inFolder(async (folder) => {
    const logs = [
      await openLog({ path: `${folder}/log.db` }),
      await openLog({ path: `${folder}/log.db` }),
    ] as const;
    try {
      const heads = [await logs[0].head("c"), await logs[1].head("c")];
      const expected: string[] = [];
      for (let i = 0; i < 60; i++) {
        const turn = Math.floor(i / 3) % 2;
        const log = logs[turn] ?? logs[0];
        const events = [ofSize(`e/${i}`, i % 5 === 0 ? 3_000 : 20 + i)];
        let result = await log.append({ stream: "c", head: heads[turn] ?? await log.head("c"), events });
        if (!result.ok && result.reason === "head") {
          assert.equal(i % 3, 0, "who was last goes on");
          result = await log.append({ stream: "c", head: result.head, events });
        }
        assert.ok(result.ok, JSON.stringify(result));
        heads[turn] = result.head;
        expected.push(`e/${i}`);
        // With the seq and the hash of the newest, but an older stamp: what is remembered must not win.
        const stale = { ...result.head, stamp: heads[1 - turn]?.stamp ?? null };
        const refused = await logs[1 - turn]?.append({ stream: "c", head: stale, events: [said("never")] });
        assert.ok(refused && !refused.ok && refused.reason === "head", JSON.stringify(refused));
        for (const log of i % 6 === 5 ? logs : []) {
          assert.deepEqual((await readAll(log, "c")).map(({ id }) => id), expected);
        }
      }
      assert.deepEqual((await verify(logs[0])).problems, []);
    } finally {
      for (const log of logs) await log.close();
    }
  }));

Deno.test("a command that comes again with a head of then, of now or of none is answered with the row of the first time", () =>
  withLog(async (log) => {
    const command = { caller: "ann", key: "k", bodyHash: "b", answer: { seq: 1 } };
    const before = await log.head("c");
    await appended(log, "c", [said("k/0")], { alongside: { command } });
    for (let i = 0; i < 30; i++) await appended(log, "c", [said(`later/${i}`, "x".repeat(100))]);
    for (const head of [before, await log.head("c"), { seq: 0, hash: "", stamp: null }]) {
      const request: AppendRequest = { stream: "c", head, events: [said("other/0")], alongside: { command } };
      const row = { bodyHash: "b", first: 1, last: 1, answer: { seq: 1 } };
      assert.deepEqual(await log.append(request), { ok: false, reason: "command", row });
      // By the ids of its own events it is known as the append that it was.
      const same = await log.append({ ...request, events: [said("k/0")] });
      if (head.seq === 0) assert.ok(same.ok && same.head.seq === 1);
    }
    assert.equal((await log.head("c")).seq, 31);
  }));

Deno.test("of events that end a stream only the last is kept, however much the others said", () =>
  withLog(async (log) => {
    await appended(log, "c", [said("c/0", noise(3_000))], {
      alongside: { list: { title: "secret" }, work: [{ turnId: "t", row: row() }] },
    });
    const partials = Array.from(
      { length: 12 },
      (_, i) => happened(`end/${i}`, "TurnCancelled", { turnId: `t${i}`, content: noise(30_000, i) }),
    );
    const request = {
      stream: "c",
      head: await log.head("c"),
      events: [...partials, happened("end/12", "ConversationDeleted")],
      closes: true,
    };
    const result = await log.append(request);
    assert.ok(result.ok && result.events.length === 13);
    const again = await log.append(request);
    assert.ok(again.ok, "the same is known by what is left of it");
    assert.equal(again.position, result.position);
    const [size = 0] = await sizes(log, "at");
    assert.ok(size < ROW_BYTES, `${size} bytes`);
    await log.purge();
    assert.deepEqual((await readAll(log, "c")).map(({ seq, type }) => [seq, type]), [[
      14,
      "ConversationDeleted",
    ]]);
    assert.deepEqual((await verify(log)).problems, []);
  }));

Deno.test("verifying beside appends and packing tells nothing that is not so", async () => {
  for (let seed = 1; seed <= draws(20); seed++) {
    const scheduler = new Scheduler(seed);
    const disk = new SimDisk();
    const open = (name: string) =>
      openSimLog(disk, new SimProcess(scheduler, name), { ...NO_FAULTS, delay: [0.2, 4] });
    await scheduler.run((async () => {
      const [writer, packer, auditor] = [await open("writer"), await open("packer"), await open("auditor")];
      // More values than one listing gives at once: what is packed between two of its batches is not where it was.
      for (let i = 0; i < 150; i++) await appended(writer, "c0", [ofSize(`before/${i}`, 1_200)]);
      let going = true;
      const writing = (async () => {
        for (let i = 0; i < 60; i++) {
          const size = scheduler.random.chance(0.4) ? 1_500 : 40;
          const command = { caller: "ann", key: `${i}`, bodyHash: "b", answer: i };
          await appended(writer, `c${i % 2}`, [ofSize(`e/${i}`, size)], { alongside: { command } });
          await scheduler.sleep(scheduler.random.between(0, 20));
        }
        going = false;
      })();
      const packed = (async () => {
        let values = 0;
        do {
          for (const stream of ["c0", "c1"]) values += await packing(packer).pack(stream);
          await scheduler.sleep(scheduler.random.between(0, 30));
        } while (going);
        return values;
      })();
      while (going) assert.deepEqual((await verify(auditor)).problems, [], `seed ${seed}`);
      await writing;
      assert.ok(await packed > 0, `seed ${seed}: nothing was packed`);
      assert.deepEqual((await verify(auditor)).problems, []);
      assert.equal((await readAll(auditor, "c0")).length, 180);
    })());
  }
});

Deno.test("values that are packed between two batches of a look are neither missing nor there twice", async () => {
  let between: (() => Promise<unknown>) | null = null;
  const open = async (path: string): Promise<Kv> => {
    const kv = await openDenoKv(path);
    return replacing(kv, {
      async *list(...args) {
        let given = 0;
        for await (const entry of kv.list(...args)) {
          yield entry;
          // The next one comes with another batch.
          if (entry.key[0] !== "e" || ++given !== VALUES_BATCH || !between) continue;
          const meanwhile = between;
          between = null;
          await meanwhile();
        }
      },
    });
  };
  await withLog(async (log) => {
    for (let i = 0; i < 150; i++) await appended(log, "c", [ofSize(`e/${i}`, 1_200)]);
    let packed = 0;
    between = async () => packed = await packing(log).pack("c");
    assert.deepEqual((await verify(log)).problems, []);
    assert.ok(packed > 0 && between === null);
    assert.equal((await readAll(log, "c")).length, 150);
  }, { open });
});
