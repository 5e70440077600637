/** The list by time: each page is what sorting all rows would give, whoever wrote, died or began anew meanwhile. */
import assert from "node:assert/strict";
import { type Behind, EVERY, OPEN_COMMITS } from "../../../../events/store/behind/behind.ts";
import { recentMaking, StoredRecent } from "../../../../events/store/behind/recent.ts";
import { fromBytes, toBytes } from "../../../../events/store/kv/codec.ts";
import { behindKey, foundKey, recentKey, standsKey } from "../../../../events/store/kv/keys.ts";
import type { Kv } from "../../../../events/store/kv/kv.ts";
import { openLog, type StoreLog } from "../../../../events/store/log.ts";
import type { Placing, RecentRows } from "../../../../events/store/list_types.ts";
import { rebuild } from "../../../../events/store/verify/rebuild.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import type { DerivedRows } from "../../../../events/store/derived_rows.ts";
import type { AnyEvent } from "../../../../events/catalog/envelope.ts";
import { replacing } from "../../../replacing.ts";
import { committing } from "../committing.ts";
import { memoryKv } from "../../../sim/memory_kv.ts";
import { SimDisk } from "../../../sim/sim_disk.ts";
import { change, remove } from "../damage.ts";
import { appended, happened, said } from "../given.ts";
import { withLog } from "../with_log.ts";

interface Row {
  readonly at: string;
  readonly shelf: string;
}

const place: Placing = (row) =>
  typeof row === "object" && row !== null && "at" in row && "shelf" in row
    ? { at: String(row.at), shelf: String(row.shelf) }
    : null;

const time = (n: number): string => new Date(Date.UTC(2026, 0, 1) + 60_000 * n).toISOString();

/** Its row is what its last event says. */
const derived: DerivedRows = {
  place,
  closes: ({ type }) => type === "ConversationDeleted",
  list() {
    let row: unknown = null;
    return {
      add({ type, data }: AnyEvent) {
        row = type === "Filed" ? data : type === "Hidden" ? null : row;
      },
      result: () => row,
    };
  },
};

let minted = 0;
/** Says something in a stream: then it stands at this time on this shelf. */
const file = async (log: StoreLog, stream: string, at: number, shelf = "open"): Promise<void> => {
  const row: Row = { at: time(at), shelf };
  await appended(log, stream, [happened(`c${++minted}/0`, "Filed", row)], { alongside: { list: row } });
};
const hide = (log: StoreLog, stream: string) =>
  appended(log, stream, [happened(`c${++minted}/0`, "Hidden")], { alongside: { list: null } });

/** What a page must be, from the rows of streams. */
async function sorted(log: StoreLog, shelf: string): Promise<string[]> {
  const found: [string, string][] = [];
  for await (const batch of log.list.all()) {
    for (const { id, row } of batch) {
      const placed = place(row);
      if (placed?.shelf === shelf) found.push([placed.at, id]);
    }
  }
  return found.sort((a, b) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? 1 : -1).map(([, id]) => id);
}

/** All pages of a shelf, one behind the other; null where there are none yet. */
async function paged(
  recent: RecentRows,
  shelf: string,
  limit: number,
  oldest?: true,
): Promise<string[] | null> {
  const ids: string[] = [];
  let after: { at: string; id: string } | null = null;
  for (;;) {
    const page = await recent.page(shelf, after, limit, oldest);
    if (!page) return null;
    assert.ok(page.rows.length <= limit && (after === null || page.rows.length > 0));
    ids.push(...page.rows.map(({ id }) => id));
    assert.ok(ids.length <= 1_000, "each once");
    const last = page.rows.at(-1);
    if (!page.more || !last) return ids;
    after = { at: place(last.row)?.at ?? "", id: last.id };
  }
}

const settled = async (log: StoreLog, recent: RecentRows): Promise<void> => {
  recent.keep();
  await log.purge();
};

const problems = async (log: StoreLog) =>
  (await verify(log, derived)).problems.map(({ kind, stream }) => `${kind} ${stream}`);

const onDisk = (disk: SimDisk): Promise<StoreLog> =>
  openLog({ path: ":memory:", open: () => Promise.resolve(memoryKv(disk)) });

Deno.test("a page has the newest rows of its shelf, whether they were made up for already or not", () =>
  withLog(async (log) => {
    const recent = log.recent(place);
    assert.equal(await recent.page("open", null, 5), null, "nobody has made it yet");
    for (let n = 0; n < 20; n++) await file(log, `s${n % 13}`, (7 * n) % 20, n % 5 === 0 ? "away" : "open");
    await settled(log, recent);
    for (let n = 0; n < 10; n++) await file(log, `t${n}`, n);
    await file(log, "s3", 40);
    await file(log, "s4", 41, "away");
    await hide(log, "s5");
    for (const shelf of ["open", "away"]) {
      for (const limit of [1, 3, 100]) {
        assert.deepEqual(await paged(recent, shelf, limit), await sorted(log, shelf));
        const other = (await sorted(log, shelf)).reverse();
        assert.deepEqual(await paged(recent, shelf, limit, true), other, "the oldest first");
      }
    }
    await settled(log, recent);
    for (const shelf of ["open", "away"]) {
      assert.deepEqual(await paged(recent, shelf, 4), await sorted(log, shelf));
      assert.deepEqual(await paged(recent, shelf, 4, true), (await sorted(log, shelf)).reverse());
    }
    assert.deepEqual(await problems(log), []);
  }));

/** A row may stand on a second shelf. */
const twice: Placing = (row) => {
  const placed = place(row);
  if (!placed) return null;
  const [shelf = "", also] = placed.shelf.split("+");
  return { shelf, at: placed.at, ...(also === undefined ? {} : { also: [also] }) };
};

Deno.test("a stream stands on a second shelf besides, as long as its row says so, made up for or not", () =>
  withLog(async (log) => {
    const recent = log.recent(twice);
    const both = { ...derived, place: twice };
    const wrong = async () => (await verify(log, both)).problems.map(({ detail }) => detail);
    const ids = async (shelf: string) => (await recent.page(shelf, null, 9))?.rows.map(({ id }) => id);
    await file(log, "s1", 1, "open+a");
    await file(log, "s2", 2, "open+b");
    await file(log, "s3", 3);
    await settled(log, recent);
    for (const make of [false, true]) {
      if (make) await settled(log, recent);
      assert.deepEqual([await ids("open"), await ids("a"), await ids("b")], [["s3", "s2", "s1"], ["s1"], [
        "s2",
      ]]);
    }
    await file(log, "s1", 1, "open+b");
    await file(log, "s2", 2);
    await file(log, "s3", 4, "away+a");
    for (const make of [false, true]) {
      if (make) await settled(log, recent);
      assert.deepEqual([await ids("open"), await ids("a"), await ids("b")], [["s2", "s1"], ["s3"], ["s1"]]);
      assert.deepEqual(await ids("away"), ["s3"]);
    }
    assert.deepEqual(await wrong(), []);
    await remove(log, recentKey("b", time(1), "s1"));
    assert.deepEqual(await wrong(), ["The list by time does not have it as it is."]);
    await rebuild(log, both);
    assert.deepEqual([await ids("b"), await wrong()], [["s1"], []]);
  }));

/** A row may have names, each with a time, behind a blank. */
const named: Placing = (row) => {
  const placed = place(row);
  if (!placed) return null;
  const [shelf = "", ...names] = placed.shelf.split(" ");
  return {
    shelf,
    at: placed.at,
    under: names.map((name) => ({ name, at: name === "met" ? placed.at : "" })),
  };
};

Deno.test("streams are found under each of their names, the latest first, made up for or not, and no longer than they have it", () =>
  withLog(async (log) => {
    const recent = log.recent(named);
    const withNames = { ...derived, place: named };
    const wrong = async () => (await verify(log, withNames)).problems.map(({ detail }) => detail);
    const under = async (name: string, limit = 9) => (await recent.under([name, "no"], limit))?.get(name);
    const long = "ü".repeat(300);
    assert.equal(await under("met"), undefined, "nobody has made it yet");
    await file(log, "s1", 1, "open met");
    await file(log, "s2", 2, "away met");
    await file(log, "s3", 3, `open ${long}`);
    for (const make of [true, false]) {
      if (make) await settled(log, recent);
      assert.deepEqual(await under("met"), { ids: ["s2", "s1"], more: false });
      assert.deepEqual(await under("met", 1), { ids: ["s2"], more: true });
      assert.deepEqual(await under(long), { ids: ["s3"], more: false });
      assert.deepEqual(await under("mett"), { ids: [], more: false });
    }
    await file(log, "s1", 7, "open met");
    await file(log, "s2", 8);
    await file(log, "s3", 3, `away ${long} met`);
    await file(log, "s4", 4, "open met");
    await hide(log, "s4");
    for (const make of [false, true]) {
      if (make) await settled(log, recent);
      assert.deepEqual(await under("met"), { ids: ["s1", "s3"], more: false });
      assert.deepEqual(await under("met", 2), { ids: ["s1", "s3"], more: false });
      assert.deepEqual(await under(long), { ids: ["s3"], more: false });
    }
    assert.deepEqual(await wrong(), []);
    const { kv } = log.parts;
    const spoils = [
      [kv.atomic().delete(foundKey("met", time(7), "s1")), "The list by time does not have it as it is."],
      [
        kv.atomic().set(foundKey("met", time(7), "s2"), true),
        "It stands in the list by time where it should not, or as it is not.",
      ],
    ] as const;
    for (const [spoil, told] of spoils) {
      await spoil.commit();
      assert.deepEqual(await wrong(), [told]);
      await rebuild(log, withNames);
      assert.deepEqual([(await under("met"))?.ids, await wrong()], [["s1", "s3"], []]);
    }
  }));

Deno.test("a name that stays costs no write, whatever else of the row changes", async () => {
  const written: string[] = [];
  const plain = memoryKv(new SimDisk());
  const log = await openLog({
    path: ":memory:",
    open: () =>
      Promise.resolve(replacing(plain, {
        atomic() {
          const atomic = plain.atomic();
          const set = atomic.set.bind(atomic);
          return Object.assign(atomic, {
            set: (key: Deno.KvKey, value: unknown) => {
              if (key[0] === "found") written.push(String(key[1]));
              return set(key, value);
            },
          });
        },
      })),
  });
  const recent = log.recent(named);
  for (let n = 1; n <= 3; n++) {
    await file(log, "s1", n, "open old met");
    await settled(log, recent);
  }
  assert.deepEqual(written.toSorted(), ["met", "met", "met", "old"]);
  await log.close();
});

/** The list by time of a log, and what makes it. */
function making(log: StoreLog) {
  const behind = log.behind(recentMaking(log.parts, place));
  return { behind, recent: new StoredRecent(log.parts, behind, place) };
}

/** How many commits nobody has made up for, by the streams they are about. */
async function openStreams(behind: Behind): Promise<number | string> {
  const open = await behind.open();
  return typeof open === "string" ? open : open.streams.size;
}

Deno.test("rows are made up for by themselves after some commits, and one that moved stands in one place alone", () =>
  withLog(async (log) => {
    const { behind } = making(log);
    await behind.catchUp();
    const { commits } = log.stats();
    for (let n = 0; n < 3 * EVERY; n++) await file(log, n === 5 ? "other" : "one", n);
    await behind.idle();
    const own = log.stats().commits - commits - 3 * EVERY;
    // Each of three looks may find as many as go into one commit, and a few that came meanwhile.
    assert.ok(own >= 1 && own <= 6, `${own} commits for ${3 * EVERY}`);
    assert.equal(await openStreams(behind), 0);
    const rows = await Array.fromAsync(log.parts.kv.list({ prefix: ["recent"] }));
    const places = [recentKey("open", time(5), "other"), recentKey("open", time(3 * EVERY - 1), "one")];
    assert.deepEqual(rows.map(({ key }) => key), places);
  }));

Deno.test("a reader who finds more commits than he looks at himself waits until they are made up for", async () => {
  const disk = new SimDisk();
  const log = await onDisk(disk);
  const { behind, recent } = making(log);
  await behind.catchUp();
  // Another process, which makes nothing itself.
  const other = await onDisk(disk);
  for (let n = 0; n < OPEN_COMMITS; n++) await file(other, `s${n}`, n);
  assert.deepEqual(await paged(recent, "open", 50), await sorted(log, "open"));
  assert.equal(await openStreams(behind), OPEN_COMMITS, "so many he looks at");
  await file(other, "s0", 1_000);
  assert.equal(await openStreams(behind), "far");
  assert.deepEqual(await paged(recent, "open", 50), await sorted(log, "open"));
  assert.equal(await openStreams(behind), 0);
  await other.close();
  await log.close();
});

Deno.test("of two processes that make the same rows one goes on, and what the other had prepared is refused", async () => {
  const disk = new SimDisk();
  const quick = await onDisk(disk);
  const first = making(quick);
  await file(quick, "s", 1);
  await first.behind.catchUp();
  await file(quick, "s", 2);
  const refused: boolean[] = [];
  let before: (() => Promise<void>) | null = async () => {
    before = null;
    await first.behind.catchUp();
    await file(quick, "s", 3);
    await first.behind.catchUp();
  };
  const slow = await openLog({
    path: ":memory:",
    open: () =>
      Promise.resolve(committing(memoryKv(disk), async (commit) => {
        await before?.();
        const done = await commit();
        refused.push(!done.ok);
        return done;
      })),
  });
  await making(slow).behind.catchUp();
  assert.deepEqual(refused, [true]);
  const rows = await Array.fromAsync(quick.parts.kv.list({ prefix: ["recent"] }));
  assert.deepEqual(rows.map(({ key }) => key), [recentKey("open", time(3), "s")]);
  await quick.close();
  await slow.close();
});

Deno.test("a page that was changed while it was read is read again", async () => {
  const disk = new SimDisk();
  const log = await onDisk(disk);
  const { behind } = making(log);
  for (let n = 0; n < 6; n++) await file(log, `s${n}`, n);
  await behind.catchUp();
  let between: (() => Promise<void>) | null = async () => {
    between = null;
    await file(log, "s1", 50);
    await behind.catchUp();
  };
  const plain = memoryKv(disk);
  // A listing of many rows takes several steps, and sees what happens between them.
  const torn: Kv = replacing(plain, {
    async *list(selector, options) {
      let last: Deno.KvKey | null = null;
      for await (const entry of plain.list(selector, options)) {
        last = entry.key;
        yield entry;
        if (!between || entry.key[0] !== "recent") continue;
        await between();
        return yield* plain.list({ ...selector, end: last } as Deno.KvListSelector, options);
      }
    },
  });
  const reader = await openLog({ path: ":memory:", open: () => Promise.resolve(torn) });
  const page = await making(reader).recent.page("open", null, 9);
  assert.deepEqual(page?.rows.map(({ id }) => id), ["s1", "s5", "s4", "s3", "s2", "s0"]);
  await reader.close();
  await log.close();
});

Deno.test("what is deleted stands in the list no more, and nothing that was made of it stays", () =>
  withLog(async (log) => {
    const recent = log.recent(place);
    await file(log, "gone", 1);
    await file(log, "there", 2);
    await settled(log, recent);
    await appended(log, "gone", [happened("c/del", "ConversationDeleted")]);
    assert.deepEqual(await paged(recent, "open", 5), ["there"]);
    await log.purge();
    for (const kind of ["recent", "stands", "found"]) {
      for await (const { key } of log.parts.kv.list({ prefix: [kind] })) {
        assert.ok(!key.includes("gone"), kind);
      }
    }
    assert.deepEqual(await problems(log), []);
  }));

Deno.test("a store without the list gets it stream by stream, and who is cut short anywhere is gone on from", async () => {
  const disk = new SimDisk();
  const former = await onDisk(disk);
  for (let n = 0; n < 300; n++) await file(former, `s${n}`, (17 * n) % 300, n % 7 === 0 ? "away" : "open");
  await former.close();
  let rounds = 0;
  for (;;) {
    const log = await onDisk(disk);
    const recent = log.recent(place);
    recent.keep();
    const page = await recent.page("open", null, 10);
    assert.equal(page === null || page.rows.length === 10, true, "either nothing yet or all of it");
    // Closed while it makes them: it ends with the commit that is under way.
    await log.close();
    if (page) break;
    assert.ok(++rounds < 50);
  }
  assert.ok(rounds > 1, `${rounds}`);
  const log = await onDisk(disk);
  const recent = log.recent(place);
  await settled(log, recent);
  assert.deepEqual(await paged(recent, "open", 100), await sorted(log, "open"));
  assert.deepEqual(await paged(recent, "away", 100), await sorted(log, "away"));
  assert.deepEqual(await problems(log), []);
  await log.close();
});

Deno.test("what happens while the list is built for the first time is in it too", async () => {
  const disk = new SimDisk();
  const log = await onDisk(disk);
  for (let n = 0; n < 200; n++) await file(log, `s${n}`, n);
  const recent = log.recent(place);
  recent.keep();
  const other = await onDisk(disk);
  for (let n = 0; n < 30; n++) await file(other, `s${(n * 53) % 200}`, 1_000 + n);
  await appended(other, "s7", [happened("c/del", "ConversationDeleted")]);
  await settled(log, recent);
  assert.deepEqual(await paged(recent, "open", 64), await sorted(log, "open"));
  assert.deepEqual(await problems(log), []);
  await other.close();
  await log.close();
});

Deno.test("two processes make the rows together: both read the same, and nothing stands twice", async () => {
  const disk = new SimDisk();
  const logs = [await onDisk(disk), await onDisk(disk)];
  const recents = logs.map((log) => log.recent(place));
  recents.forEach((recent) => recent.keep());
  await Promise.all(logs.map(async (log, process) => {
    for (let n = 0; n < 150; n++) {
      await file(log, `p${process}s${n % 31}`, (11 * n) % 97);
      if (n % 20 === process) {
        assert.deepEqual((await recents[process]?.page("open", null, 5))?.damaged ?? [], []);
      }
    }
  }));
  for (const [index, log] of logs.entries()) {
    const recent = recents[index];
    if (recent) assert.deepEqual(await paged(recent, "open", 10), await sorted(log, "open"));
  }
  await Promise.all(logs.map((log) => log.purge()));
  for (const log of logs) assert.deepEqual(await problems(log), []);
  await Promise.all(logs.map((log) => log.close()));
});

Deno.test("rows of an earlier form are made anew; those of a later one are left alone, and nobody reads them", () =>
  withLog(async (log) => {
    const recent = log.recent(place);
    for (let n = 0; n < 5; n++) await file(log, `s${n}`, n);
    await settled(log, recent);
    const { kv } = log.parts;
    const key = behindKey("recent");
    const reached = fromBytes<{ version: number }>((await kv.get(key)).value);
    await kv.atomic().set(recentKey("open", time(9), "ghost"), toBytes(null))
      .set(key, toBytes({ ...reached, version: 0 })).commit();
    assert.equal(await recent.page("open", null, 9), null);
    await settled(log, recent);
    assert.deepEqual(await paged(recent, "open", 9), ["s4", "s3", "s2", "s1", "s0"]);
    await kv.atomic().set(key, toBytes({ ...reached, version: 99 })).commit();
    await file(log, "s0", 50);
    await settled(log, recent);
    assert.equal(await recent.page("open", null, 9), null);
    assert.deepEqual(fromBytes((await kv.get(key)).value), { ...reached, version: 99 });
  }));

Deno.test("verify tells what stands in the list by time as it should not, and rebuild makes it right", () =>
  withLog(async (log) => {
    const recent = log.recent(place);
    for (let n = 0; n < 6; n++) await file(log, `s${n}`, n);
    await settled(log, recent);
    const { kv } = log.parts;
    const told = async (spoil: ReturnType<typeof kv.atomic>, expected: readonly string[]) => {
      await spoil.commit();
      assert.deepEqual([...new Set(await problems(log))], expected);
      assert.ok((await rebuild(log, derived)).rows > 0);
      assert.deepEqual(await problems(log), []);
      assert.deepEqual(await paged(recent, "open", 9), ["s5", "s4", "s3", "s2", "s1", "s0"]);
    };
    await told(kv.atomic().delete(recentKey("open", time(2), "s2")), ["list s2"]);
    await told(kv.atomic().set(recentKey("open", time(3), "s3"), toBytes({ at: time(3), shelf: "x" })), [
      "list s3",
    ]);
    await told(kv.atomic().set(recentKey("open", time(8), "ghost"), toBytes({})), ["list ghost"]);
    await told(kv.atomic().delete(standsKey("s4")), ["list s4"]);
    await told(kv.atomic().set(standsKey("ghost"), toBytes({ shelf: "open", at: time(1) })), ["list ghost"]);
  }));

Deno.test("a row of a stream that cannot be read is named with each page, and hides no other", () =>
  withLog(async (log) => {
    const recent = log.recent(place);
    for (let n = 0; n < 4; n++) await file(log, `s${n}`, n);
    await change(log, ["at", "s2"], () => "{}");
    const page = async () => {
      const found = await recent.page("open", null, 9);
      return [found?.rows.map(({ id }) => id), found?.damaged];
    };
    await settled(log, recent);
    assert.deepEqual(await page(), [["s3", "s1", "s0"], ["s2"]]);
    await appended(log, "s9", [said("c/9")], { alongside: { list: "no row" } });
    assert.deepEqual(await page(), [["s3", "s1", "s0"], ["s9", "s2"]]);
  }));

Deno.test("rebuild makes the list by time where there is none", () =>
  withLog(async (log) => {
    for (let n = 0; n < 3; n++) await file(log, `s${n}`, n);
    await rebuild(log, derived);
    assert.deepEqual(await paged(log.recent(place), "open", 9), ["s2", "s1", "s0"]);
  }));
