/** What nobody has touched: found by when something happened here, never by what a file claims. */
import assert from "node:assert/strict";
import { type Place, untouched } from "../../../actors/retention/untouched.ts";
import { WORKSPACE } from "../../../events/catalog/envelope.ts";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { formerOf } from "../../../projections/conversation/former_rows.ts";
import { rowOf } from "../../../projections/conversation/list.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import type { ListRow } from "../../../projections/shapes/views.ts";

const at = (day: number) => new Date(Date.UTC(2026, 0, 1) + (day - 1) * 86_400_000).toISOString();
const event = (seq: number, day: number): AnyEvent => ({
  id: `e/${seq}`,
  seq,
  type: "ConversationRenamed",
  v: 1,
  at: at(day),
  by: { kind: "user", id: "ann", name: "Ann" },
  data: { title: "t" },
});

interface Talk {
  /** Where it stands in the list, and when something happened last. */
  readonly listed: number;
  readonly touched?: number;
  readonly more?: Partial<ListRow>;
  readonly former?: true;
  readonly broken?: true;
}

const rowFor = (id: string, { listed, more }: Talk): ListRow => ({
  ...rowOf(conversation.initial(id)),
  seq: 7,
  updatedAt: at(listed),
  ...more,
});

/** What is found of talks before a day; the workspace was begun on the second. */
async function found(talks: Readonly<Record<string, Talk>>, before: number, after: Place | null = null) {
  const rows = Object.entries(talks).map(([id, talk]) => ({ id, talk, row: rowFor(id, talk) }));
  const asked: string[] = [];
  const looked = untouched(
    {
      environment: { monotonic: () => 0, breathe: () => Promise.resolve() },
      recent: {
        page(shelf, after, limit, oldest) {
          assert.ok(oldest);
          const all = rows.filter(({ row }) => row.archived === (shelf === "archived"))
            .sort((a, b) => a.row.updatedAt < b.row.updatedAt ? -1 : 1)
            .filter(({ row }) => !after || row.updatedAt > after.at);
          const page = all.slice(0, limit).map(({ id, row, talk }) => ({
            id,
            row: talk.former ? formerOf(row) : row,
          }));
          return Promise.resolve({ rows: page, more: all.length > limit, damaged: [] });
        },
      },
      log: {
        async *read(stream, after = 0) {
          await Promise.resolve();
          if (stream === WORKSPACE) return yield [event(1, 2)];
          asked.push(stream);
          const talk = talks[stream];
          if (!talk || talk.broken) throw new Error("damaged");
          yield [event(after + 1, talk.touched ?? talk.listed)];
        },
      },
    },
    Date.parse(at(before)),
    after,
  );
  const ids: string[] = [];
  let place: Place | null = null;
  for await (const one of looked) {
    place = one.place;
    if (one.found) ids.push(one.found.id);
  }
  return { ids, asked, place };
}

Deno.test("what was touched before the time is found, oldest first, also what was put away; at the time it is not", async () => {
  const talks = {
    newer: { listed: 9 },
    edge: { listed: 10 },
    later: { listed: 11 },
    older: { listed: 5 },
    away: { listed: 4, more: { archived: true } },
    former: { listed: 6, former: true },
  } as const;
  const { ids, asked } = await found(talks, 10);
  assert.deepEqual(ids, ["older", "former", "newer", "away"]);
  assert.ok(!asked.includes("edge") && !asked.includes("later"), "what is younger is not looked at");
});

Deno.test("a claimed time counts for nothing: what was taken in today was touched today", async () => {
  const { ids, place } = await found({ claimed: { listed: 3, touched: 20 }, old: { listed: 4 } }, 10);
  assert.deepEqual(ids, ["old"]);
  assert.equal(place?.id, "old");
});

Deno.test("what is pinned, answered in, or a copy in which nothing happened stays, and what cannot be read", async () => {
  const open = { open: [{ turnId: "t", authorName: "Ada" }], answering: 1 };
  const copy = (kind: "fork" | "changed" | "rerun", seq: number) => ({
    more: { lineage: { conversationId: "c", seq, kind } },
  });
  const { ids } = await found({
    pinned: { listed: 3, more: { pinned: true } },
    answering: { listed: 4, more: open },
    fork: { listed: 5, ...copy("fork", 7) },
    changed: { listed: 6, ...copy("changed", 7) },
    broken: { listed: 7, broken: true },
    spoken: { listed: 8, ...copy("fork", 6) },
    again: { listed: 9, ...copy("rerun", 7) },
  }, 10);
  assert.deepEqual(ids, ["spoken", "again"]);
});

Deno.test("a time before the workspace was begun is a clock's mistake: it stays", async () => {
  assert.deepEqual((await found({ wrong: { listed: 1 }, first: { listed: 2 } }, 10)).ids, ["first"]);
});

Deno.test("a later look goes on behind a place, on its shelf and the next", async () => {
  const talks = {
    a: { listed: 3 },
    b: { listed: 4 },
    c: { listed: 5 },
    away: { listed: 3, more: { archived: true } },
  } as const;
  const behind = (shelf: string, day: number) => found(talks, 10, { shelf, at: at(day), id: "x" });
  assert.deepEqual((await behind("open", 3)).ids, ["b", "c", "away"]);
  assert.deepEqual((await behind("archived", 2)).ids, ["away"]);
  assert.deepEqual((await behind("archived", 3)).ids, []);
});

Deno.test("more than one page is looked through", async () => {
  const talks = Object.fromEntries(
    Array.from({ length: 600 }, (_, n) => [`t${n}`, { listed: 3 + n / 1_000 }]),
  );
  assert.equal((await found(talks, 10)).ids.length, 600);
});
