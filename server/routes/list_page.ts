/**
 * Pages of the list of conversations. A cursor is a place in the order, not a row: the row it was made of may
 * move to the top while somebody reads on, and what did not move must then still be told once.
 */
import type { ListRow } from "../../projections/shapes/views.ts";

type Placed = Pick<ListRow, "updatedAt" | "id">;

/** By what happened last; equal times, as in an import, by id. */
export const newestFirst = (a: Placed, b: Placed): number =>
  a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : a.id < b.id ? 1 : a.id > b.id ? -1 : 0;

/** `<updatedAt>_<id>`; null for anything else. An id has no rule about `_`, a time has none in it. */
export function placeOf(cursor: string): Placed | null {
  const [, updatedAt, id] = /^(\d{4}-[^_]{1,40})_([\w-]{1,64})$/.exec(cursor) ?? [];
  return updatedAt !== undefined && id !== undefined ? { updatedAt, id } : null;
}

/** The next `limit` rows behind `after`, and the cursor of those behind them; null at the end. */
export function pageAfter<R extends Placed>(
  rows: readonly R[],
  after: Placed | null,
  limit: number,
): { items: R[]; next: string | null } {
  const behind = rows.filter((row) => after === null || newestFirst(after, row) < 0).sort(newestFirst);
  const items = behind.slice(0, limit);
  const last = items.at(-1);
  return { items, next: behind.length > limit && last ? `${last.updatedAt}_${last.id}` : null };
}
