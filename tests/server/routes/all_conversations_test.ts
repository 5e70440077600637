/** Looking at parts of the list: as much as was asked for, the same while the list by time is made and when it is. */
import assert from "node:assert/strict";
import { silent } from "../../../actors/runtime/logger.ts";
import { openLog } from "../../../events/store/log.ts";
import { madeOf, placeOfRow, titledAs } from "../../../projections/conversation/list_order.ts";
import { rowOf } from "../../../projections/conversation/list.ts";
import type { ListRow } from "../../../projections/shapes/views.ts";
import type { Services } from "../../../server/http/services.ts";
import { AllConversations, LOOKED_THROUGH, shelfAsked } from "../../../server/routes/all_conversations.ts";
import { placeOf } from "../../../server/routes/list_page.ts";
import { happened } from "../../events/store/given.ts";
import { History } from "../../history.ts";
import { memoryKv } from "../../sim/memory_kv.ts";
import { SimDisk } from "../../sim/sim_disk.ts";
import { sample } from "../../effort.ts";

const FIRST = Date.UTC(2026, 0, 1);
const base = rowOf(new History().started().joined("Ada").state());
const rowAt = (n: number, more: Partial<ListRow>): ListRow => ({
  ...base,
  id: `c${String(n).padStart(4, "0")}`,
  updatedAt: new Date(FIRST + 60_000 * n).toISOString(),
  ...more,
});

/** A list of these rows, before it is made and after. */
async function both(
  rows: readonly ListRow[],
  body: (all: AllConversations, looks: () => number) => Promise<void>,
) {
  const log = await openLog({ path: ":memory:", open: () => Promise.resolve(memoryKv(new SimDisk())) });
  for (const row of rows) {
    const events = [happened(`${row.id}/0`, "Said")];
    const head = await log.head(row.id);
    assert.ok((await log.append({ stream: row.id, head, events, alongside: { list: row } })).ok);
  }
  const stored = log.recent(placeOfRow);
  let looked = 0;
  const recent = {
    under: stored.under.bind(stored),
    async page(...[shelf, after, limit]: Parameters<typeof stored.page>) {
      const page = await stored.page(shelf, after, limit);
      looked += page?.rows.length ?? 0;
      return page;
    },
  };
  const services = { system: { log, recent }, logger: silent } as unknown as Services;
  for (const made of [false, true]) {
    if (made) {
      stored.keep();
      await log.purge();
    }
    assert.equal(await recent.page("open", null, 1) !== null, made);
    looked = 0;
    await body(new AllConversations(services), () => looked);
  }
  await log.close();
}

Deno.test("words are looked for in so many rows at once, and who goes on finds each that has them once", async () => {
  const rows = Array.from(
    { length: 2 * LOOKED_THROUGH + 30 },
    (_, n) => rowAt(n, { title: n % 90 === 0 ? "Bread" : "Rye", archived: n === 3 }),
  );
  const wanted = rows.filter(({ title }) => title === "Bread").map(({ id }) => id).reverse();
  await both(rows, async (all, looks) => {
    for (const limit of sample([1, 2, 400], 3, 1)) {
      const found: string[] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const before = looks();
        const page = await all.pageOf(
          ({ title }) => title === "Bread",
          shelfAsked(false),
          cursor === null ? null : placeOf(cursor),
          limit,
        );
        assert.ok(page.items.length <= limit && looks() - before <= LOOKED_THROUGH);
        found.push(...page.items.map(({ id }) => id));
        cursor = page.next;
        assert.ok(++pages <= rows.length, "the list comes to an end");
      } while (cursor !== null);
      assert.deepEqual(found, wanted);
    }
  });
});

Deno.test("what has a name is found under it, the latest first, before the list by time is made and after", async () => {
  const lineage = { conversationId: "first", seq: 1, kind: "fork" } as const;
  const created = (n: number) => ({ createdAt: new Date(FIRST + n).toISOString() });
  const rows = [
    rowAt(1, { ...created(9), lineage, title: "Bröd (run again)" }),
    rowAt(2, { ...created(5), lineage, archived: true }),
    rowAt(3, { ...created(7), lineage: { ...lineage, conversationId: "other" } }),
    rowAt(4, { title: "Bröd" }),
  ];
  await both(rows, async (all) => {
    const [made, titled, plain] = [madeOf("first"), titledAs("Bröd (run again)"), titledAs("Bröd")];
    const found = await all.under([made, titled, plain], 9);
    assert.deepEqual(found.get(made), { ids: ["c0001", "c0002"], more: false });
    assert.deepEqual(found.get(titled)?.ids, ["c0001"]);
    assert.deepEqual(found.get(plain)?.ids, [], "only what a copy may be called is looked up");
    assert.deepEqual((await all.under([made], 1)).get(made), { ids: ["c0001"], more: true });
  });
});

Deno.test("a row of the list that is no such row is named, and no row of it is shown", () =>
  both([rowAt(1, {}), { id: "damaged" } as ListRow], async (all) => {
    assert.deepEqual((await all.rows()).map(({ id }) => id), [rowAt(1, {}).id]);
    assert.deepEqual(all.leftOut, { unreadable: ["damaged"] });
  }));

Deno.test("a conversation that cannot be read is left out and named; where the store does not answer, nothing is", async () => {
  const known = new History("c1").started().state();
  const reading = (error: Error) => {
    const conversation = (id: string) => id === "c1" ? Promise.resolve(known) : Promise.reject(error);
    return new AllConversations({ system: { conversation }, logger: silent } as unknown as Services);
  };
  const damaged = reading(new RangeError("cannot be decoded"));
  assert.deepEqual(await Array.fromAsync(damaged.folds(["c0", "c1"])), [known]);
  assert.deepEqual(damaged.leftOut, { unreadable: ["c0"] });
  const away = reading(new Error("database is locked"));
  await assert.rejects(Array.fromAsync(away.folds(["c0", "c1"])), /locked/);
});
