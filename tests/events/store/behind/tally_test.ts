/** Sums over streams: at every moment what all that count come to, whoever wrote, died, was deleted or began anew. */
import assert from "node:assert/strict";
import { SORTS } from "../../../../events/store/behind/sums.ts";
import { recentMaking } from "../../../../events/store/behind/recent.ts";
import { tallyMaking } from "../../../../events/store/behind/tally.ts";
import type { DerivedRows } from "../../../../events/store/derived_rows.ts";
import { toBytes } from "../../../../events/store/kv/codec.ts";
import { spentKey, tallyKey, totalKey } from "../../../../events/store/kv/keys.ts";
import type { Kv } from "../../../../events/store/kv/kv.ts";
import { openLog, type StoreLog } from "../../../../events/store/log.ts";
import type { Cell, Days, NewEvent, Tallying, TallyRows } from "../../../../events/store/types.ts";
import { rebuild } from "../../../../events/store/verify/rebuild.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import { replacing } from "../../../replacing.ts";
import { memoryKv } from "../../../sim/memory_kv.ts";
import { SimDisk } from "../../../sim/sim_disk.ts";
import { committing } from "../committing.ts";
import { change } from "../damage.ts";
import { appended, happened } from "../given.ts";
import { withLog } from "../with_log.ts";

/** Counts what was done, and how far the last of it was behind the one before: that needs a state. */
const tallying: Tallying = {
  version: 1,
  begin(state) {
    let last = typeof state === "number" ? state : 0;
    return {
      add({ type, data }) {
        if (type !== "Done") return [];
        const { day, who, what, much } = data as { day: string; who: string; what: string; much: number };
        const cell: Cell = { day, who, what, sums: [1, much, much - last] };
        last = much;
        return [cell];
      },
      state: () => last,
    };
  },
};
const derived: DerivedRows = { tally: tallying, closes: ({ type }) => type === "ConversationDeleted" };

let minted = 0;
const done = (day: number, who: string, much: number, what = "a"): NewEvent =>
  happened(`c${++minted}/0`, "Done", { day: `2026-01-0${day}`, who, what, much });
const work = (log: StoreLog, stream: string, ...events: NewEvent[]) =>
  appended(log, stream, events, { alongside: { list: { here: true } } });
const hide = (log: StoreLog, stream: string) =>
  appended(log, stream, [happened(`c${++minted}/0`, "Hidden")], { alongside: { list: null } });

const told = (cells: Iterable<Cell>): string[] => {
  const sums = new Map<string, number[]>();
  for (const { day, who, what, sums: more } of cells) {
    const key = `${day} ${who} ${what}`;
    const before = sums.get(key) ?? [];
    sums.set(key, more.map((sum, index) => sum + (before[index] ?? 0)));
  }
  return [...sums].map(([key, numbers]) => `${key}: ${numbers}`).sort();
};

/** What the sums must be, from the events of all streams that are in the list. */
async function counted(log: StoreLog, { from = "", to = "9" }: Days = {}): Promise<string[]> {
  const cells: Cell[] = [];
  for await (const batch of log.list.all()) {
    for (const { id } of batch) {
      const fold = tallying.begin(null);
      for await (const events of log.read(id)) {
        for (const event of events) {
          cells.push(...fold.add(event).filter(({ day }) => day >= from && day <= to));
        }
      }
    }
  }
  return told(cells);
}

async function totals(tally: TallyRows, days: Days = {}): Promise<string[] | null> {
  const found = await tally.totals(days);
  return found && told(found.cells);
}

const made = async (log: StoreLog): Promise<TallyRows> => {
  const tally = log.tally(tallying);
  tally.keep();
  await log.purge();
  return tally;
};
const problems = async (
  log: StoreLog,
) => [...new Set((await verify(log, derived)).problems.map(({ kind, stream }) => `${kind} ${stream}`))];
const onDisk = (disk: SimDisk): Promise<StoreLog> =>
  openLog({ path: ":memory:", open: () => Promise.resolve(memoryKv(disk)) });

Deno.test("sums of all are what their streams come to, by day and by who, up to what was just stored", () =>
  withLog(async (log) => {
    const tally = log.tally(tallying);
    assert.equal(await tally.totals({}), null, "nobody has made them yet");
    await work(log, "a", done(1, "Ann", 5), done(1, "Ben", 6), done(2, "Ann", 7));
    await made(log);
    await work(log, "b", done(2, "Ann", 10), done(3, "Ann", 1, "b"));
    await work(log, "a", done(2, "Ann", 3));
    assert.deepEqual(await totals(tally), await counted(log));
    assert.equal((await totals(tally))?.length, 4);
    for (
      const days of [{ from: "2026-01-02" }, { to: "2026-01-02" }, { from: "2026-01-02", to: "2026-01-02" }]
    ) {
      assert.deepEqual(await totals(tally, days), await counted(log, days));
    }
    const single = await tally.of(["a", "b", "c"], { from: "2026-01-02" });
    assert.deepEqual([...single].map(([id, cells]) => [id, told(cells)]), [
      ["a", ["2026-01-02 Ann a: 2,10,-3"]],
      ["b", ["2026-01-02 Ann a: 1,10,10", "2026-01-03 Ann b: 1,1,-9"]],
      ["c", []],
    ]);
    assert.deepEqual(await problems(log), []);
  }));

Deno.test("what leaves the list takes with it what it brought, and brings it again when it comes back", () =>
  withLog(async (log) => {
    const tally = await made(log);
    await work(log, "a", done(1, "Ann", 5));
    await work(log, "b", done(1, "Ann", 6), done(1, "Ben", 1));
    const both = await counted(log);
    assert.deepEqual(await totals(tally), both);
    await hide(log, "b");
    assert.deepEqual(await totals(tally), ["2026-01-01 Ann a: 1,5,5"]);
    await work(log, "b");
    await work(log, "b", happened("c/back", "Back"));
    assert.deepEqual(await totals(tally), both);
    await appended(log, "b", [happened("c/del", "ConversationDeleted")]);
    await log.purge();
    const names = await Array.fromAsync(log.parts.kv.list({ prefix: [] }));
    assert.deepEqual(
      names.filter(({ key }) => key.includes("Ben") || key[0] === "spent" && key[1] === "b"),
      [],
    );
    assert.deepEqual(await problems(log), []);
  }));

Deno.test("where streams end and how far they are added up is read for many together, and once", async () => {
  const asked: string[] = [];
  const noting = (kv: Kv): Kv =>
    replacing(kv, {
      get(key) {
        asked.push(`one ${String(key[0])}`);
        return kv.get(key);
      },
      getMany(keys) {
        asked.push(`many ${String(keys[0]?.[0])}`);
        return kv.getMany(keys);
      },
    });
  const log = await openLog({
    path: ":memory:",
    open: () => Promise.resolve(noting(memoryKv(new SimDisk()))),
  });
  const tally = await made(log);
  for (const much of [1, 2]) {
    for (let n = 0; n < 10; n++) await work(log, `s${n}`, done(1, "Ann", much));
    asked.length = 0;
    tally.keep();
    await log.purge();
    const rows = asked.filter((one) => / (at|tally)$/.test(one));
    assert.deepEqual(rows, ["many tally", "many at"]);
    assert.deepEqual(await totals(tally), await counted(log));
  }
  await log.close();
});

Deno.test("a store without sums gets them in pieces, cut short anywhere, while others write", async () => {
  const disk = new SimDisk();
  const former = await onDisk(disk);
  for (let n = 0; n < 80; n++) {
    const events = Array.from(
      { length: 1 + n % 9 },
      (_, i) => done(1 + (n + i) % 5, `who${(n * i) % 40}`, n + i),
    );
    await work(former, `s${n}`, ...events);
  }
  const many = Array.from({ length: 900 }, (_, i) => done(1 + i % 9, `who${i}`, i));
  for (let at = 0; at < many.length; at += 100) await work(former, "many", ...many.slice(at, at + 100));
  await former.close();
  let rounds = 0;
  for (;;) {
    const log = await onDisk(disk);
    const tally = log.tally(tallying);
    tally.keep();
    await work(log, `s${rounds}`, done(3, "late", rounds));
    const ready = await tally.of([], {}) && (await log.parts.kv.get(["behind", "tally"])).value;
    const follows = ready instanceof Uint8Array && new TextDecoder().decode(ready).includes("follow");
    await log.close();
    if (follows) break;
    assert.ok(++rounds < 200);
  }
  assert.ok(rounds > 2, `${rounds}`);
  const log = await onDisk(disk);
  assert.deepEqual(await totals(await made(log)), await counted(log));
  assert.deepEqual(await problems(log), []);
  await hide(log, "many");
  assert.deepEqual(await totals(await made(log)), await counted(log));
  await log.close();
});

Deno.test("of two processes that add up the same only one counts it", async () => {
  const disk = new SimDisk();
  const logs = [await onDisk(disk), await onDisk(disk)];
  const tallies = await Promise.all(logs.map(made));
  await Promise.all(logs.map(async (log, process) => {
    for (let n = 0; n < 120; n++) {
      await work(log, `p${process}s${n % 7}`, done(1 + n % 3, `who${n % 4}`, n));
      if (n % 30 === 0) assert.ok(await tallies[process]?.totals({}));
    }
  }));
  const [first] = logs;
  assert.ok(first);
  for (const tally of tallies) assert.deepEqual(await totals(tally), await counted(first));
  for (const log of logs) assert.deepEqual(await problems(log), []);
  await Promise.all(logs.map((log) => log.close()));
});

Deno.test("sums that changed while they were read are read again, and those that cannot be written are not told", async () => {
  const disk = new SimDisk();
  let full = false;
  const log = await openLog({
    path: ":memory:",
    open: () =>
      Promise.resolve(committing(memoryKv(disk), (commit) => {
        if (full) throw new Error("database or disk is full");
        return commit();
      })),
  });
  const tally = await made(log);
  const other = await onDisk(disk);
  await work(other, "a", done(1, "Ann", 5));
  full = true;
  assert.equal(await tally.totals({}), null);
  full = false;
  assert.deepEqual(await totals(tally), ["2026-01-01 Ann a: 1,5,5"]);
  await other.close();
  await log.close();
});

Deno.test("a store that does not answer for a moment makes no sum another, and no stream a damaged one", async () => {
  const disk = new SimDisk();
  const former = await onDisk(disk);
  for (let n = 0; n < 6; n++) await work(former, `s${n}`, done(1, "Ann", n), done(2, "Ben", n));
  let reads = 0, fails = 0;
  const plain = memoryKv(disk);
  const lost = () => {
    if (++reads === fails) throw new Error("connection lost");
  };
  const shaky: Kv = replacing(plain, {
    get: (key) => (lost(), plain.get(key)),
    getMany: (keys) => (lost(), plain.getMany(keys)),
    list: (selector, options) => (lost(), plain.list(selector, options)),
  });
  const log = await openLog({ path: ":memory:", open: () => Promise.resolve(shaky) });
  const behind = log.behind(tallyMaking(log.parts, log.reader, tallying));
  const list = log.behind(recentMaking(log.parts, () => ({ shelf: "open", at: "1" })));
  const tally = former.tally(tallying);
  // Each of the readings fails once.
  for (let at = 1; at < 60; at++) {
    // At first as many as have to leave the row, so that they are read from elsewhere.
    const events = Array.from({ length: at < 20 ? 20 : 1 }, () => done(1 + at % 3, "Cyd", at));
    await work(former, `s${at % 6}`, ...events);
    [reads, fails] = [0, at];
    await behind.catchUp();
    await list.catchUp();
    fails = 0;
    await behind.catchUp();
    await list.catchUp();
    assert.deepEqual(await totals(tally), await counted(former), `the ${at}th`);
    assert.deepEqual((await tally.totals({}))?.uncounted, []);
    for await (const { key } of plain.list({ prefix: ["recent", "damaged"] })) assert.fail(String(key));
  }
  await former.close();
  await log.close();
});

Deno.test("between streams others have their turn, also where nothing of them is new", () =>
  withLog(async (log) => {
    const streams = ["a", "b", "c", "d"];
    for (const stream of streams) await work(log, stream, done(1, "Ann", 5));
    await made(log);
    let turns = 0;
    const environment = { ...log.parts.environment, breathe: () => Promise.resolve(void turns++) };
    const { writes } = await tallyMaking({ ...log.parts, environment }, log.reader, tallying).changes(
      streams,
    );
    assert.deepEqual(writes, []);
    assert.equal(turns, streams.length - 1);
  }));

Deno.test("a stream that cannot be read is named and counts nothing; when it goes on it is tried again", () =>
  withLog(async (log) => {
    const tally = await made(log);
    await work(log, "a", done(1, "Ann", 5));
    await work(log, "b", done(1, "Ann", 6));
    await change(log, ["at", "b"], (text) => text.replace(/"events":\[.*/, '"events":[]}'));
    for (let look = 0; look < 2; look++) {
      assert.deepEqual(await tally.totals({}), {
        cells: [{ day: "2026-01-01", who: "Ann", what: "a", sums: [1, 5, 5] }],
        uncounted: ["b"],
      });
    }
    await appended(log, "b", [happened("c/del", "ConversationDeleted")]);
    assert.deepEqual((await tally.totals({}))?.uncounted, []);
  }));

Deno.test("one that did too much on a day to be kept is named, and keeps nobody else from being counted", () =>
  withLog(async (log) => {
    const tally = await made(log);
    const wild = Array.from({ length: SORTS + 20 }, (_, i) => done(1, "Ann", i, `sort ${i}`));
    await work(log, "a", done(1, "Ann", 5));
    for (let at = 0; at < wild.length; at += 50) await work(log, "wild", ...wild.slice(at, at + 50));
    await work(log, "z", done(1, "Ann", 6));
    assert.deepEqual([await totals(tally), (await tally.totals({}))?.uncounted], [[
      "2026-01-01 Ann a: 2,11,11",
    ], ["wild"]]);
    await work(log, "wild", done(1, "Ann", 1));
    assert.deepEqual((await tally.totals({}))?.uncounted, ["wild"]);
    assert.deepEqual(await problems(log), []);
  }));

Deno.test("verify tells what is added up wrongly, and rebuild adds it up anew", () =>
  withLog(async (log) => {
    const tally = await made(log);
    await work(log, "a", done(1, "Ann", 5), done(2, "Ben", 1));
    await work(log, "b", done(1, "Ann", 6));
    const right = await totals(tally);
    const { kv } = log.parts;
    const row = (sums: number[]) => toBytes({ day: "2026-01-01", who: "Ann", sums: { a: sums } });
    const spoil = async (spoilt: ReturnType<typeof kv.atomic>, ...expected: string[]) => {
      await spoilt.commit();
      assert.deepEqual(await problems(log), expected);
      await rebuild(log, derived);
      assert.deepEqual(await problems(log), []);
      assert.deepEqual(await totals(tally), right);
    };
    await spoil(kv.atomic().set(totalKey("2026-01-01", "Ann"), row([2, 11, 12])), "tally the store");
    await spoil(kv.atomic().delete(totalKey("2026-01-01", "Ann")), "tally the store");
    await spoil(
      kv.atomic().set(spentKey("a", "2026-01-01", "Ann"), row([1, 4, 5])),
      "tally a",
      "tally the store",
    );
    await spoil(kv.atomic().set(tallyKey("b"), toBytes({ seq: 1, state: 9 })), "tally b");
    await spoil(kv.atomic().delete(tallyKey("b")), "tally b");
    await spoil(kv.atomic().set(tallyKey("ghost"), toBytes({ seq: 1, state: 0 })), "tally ghost");
  }));

Deno.test("rebuild adds up where nothing was", () =>
  withLog(async (log) => {
    await work(log, "a", done(1, "Ann", 5));
    await rebuild(log, derived);
    assert.deepEqual(await totals(log.tally(tallying)), ["2026-01-01 Ann a: 1,5,5"]);
  }));
