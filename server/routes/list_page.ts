/**
 * Pages of the list of conversations. A cursor is a place in the order, not a row: the row it was made of may
 * move to the top while somebody reads on, and what did not move must then still be told once.
 */
import type { ListRow } from "../../projections/shapes/views.ts";

/** A place in the list. */
export type Place = Pick<ListRow, "updatedAt" | "id">;
/** Rows, and the cursor of those behind them; null at the end. */
export interface Page<R = ListRow> {
  readonly items: R[];
  readonly next: string | null;
}

/** By what happened last; equal times, as in an import, by id. */
export const newestFirst = (a: Place, b: Place): number =>
  a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : a.id < b.id ? 1 : a.id > b.id ? -1 : 0;

/** `<updatedAt>_<id>`; null for anything else. An id has no rule about `_`, a time has none in it. */
export function placeOf(cursor: string): Place | null {
  const [, updatedAt, id] = /^(\d{4}-[^_]{1,40})_([\w-]{1,64})$/.exec(cursor) ?? [];
  return updatedAt !== undefined && id !== undefined ? { updatedAt, id } : null;
}

/** The cursor of the rows behind `row`; null where there is none. */
export const cursorOf = (row: Place | undefined): string | null => row ? `${row.updatedAt}_${row.id}` : null;

/** The next `limit` rows behind `after`, and the cursor of those behind them; null at the end. */
export function pageAfter<R extends Place>(
  rows: readonly R[],
  after: Place | null,
  limit: number,
): Page<R> {
  const behind = rows.filter((row) => after === null || newestFirst(after, row) < 0).sort(newestFirst);
  const items = behind.slice(0, limit);
  return { items, next: behind.length > limit ? cursorOf(items.at(-1)) : null };
}
