/** Which rows of the list are in the page: those in sight, a few beside them, and the one that the Tab key leads to. */
import { inSight, offsetsOf, type View } from "../glass/windowed.ts";

/** A row that is in the page. */
export interface Placed<R> {
  readonly row: R;
  /** Pixels of the rows right before it that are not. */
  readonly gap: number;
  /** Its place among all of its group, from 1. */
  readonly place: number;
}

export interface PlacedGroup<R> {
  readonly rows: readonly Placed<R>[];
  /** Pixels of the rows behind the last of them. */
  readonly rest: number;
}

/**
 * The rows of each group that are in the page, for a `view` in pixels from the first head.
 *
 * @param head pixels of what stands above a group
 * @param stop id of the row that is in the page wherever it stands
 */
export function placedIn<R extends { readonly id: string }>(
  groups: readonly (readonly R[])[],
  heightOf: (row: R) => number,
  { head, view, stop }: { readonly head: number; readonly view: View; readonly stop: string | undefined },
): PlacedGroup<R>[] {
  const [from, to] = inSight(offsetsOf(groups.flatMap((rows) => [head, ...rows.map(heightOf)])), view);
  let at = 0;
  return groups.map((rows) => {
    at++;
    let gap = 0;
    const placed: Placed<R>[] = [];
    for (const [index, row] of rows.entries()) {
      if ((from <= at && at < to) || row.id === stop) {
        placed.push({ row, gap, place: index + 1 });
        gap = 0;
      } else gap += heightOf(row);
      at++;
    }
    return { rows: placed, rest: gap };
  });
}
