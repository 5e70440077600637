/** Under which head a conversation stands in the list. */
import type { ListRow } from "../../projections/shapes/views.ts";

export type Group = "pinned" | "today" | "week" | "older";
export const GROUPS: readonly Group[] = ["pinned", "today", "week", "older"];

/** Days that are "this week", today not among them. */
const WEEK = 7;

/** By the calendar of whoever looks: where clocks change, a day has no 24 hours. */
export function groupOf(updatedAt: string, now: Date): Exclude<Group, "pinned"> {
  const then = new Date(updatedAt);
  const midnight = (ago: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
  return then >= midnight(0) ? "today" : then >= midnight(WEEK) ? "week" : "older";
}

/** The groups that have conversations, each in the order of `rows`. */
export function grouped<R extends Pick<ListRow, "updatedAt" | "pinned">>(
  rows: readonly R[],
  now: Date,
): [Group, R[]][] {
  const groups = Map.groupBy(rows, (row) => row.pinned ? "pinned" : groupOf(row.updatedAt, now));
  return GROUPS.flatMap((group) => {
    const members = groups.get(group);
    return members ? [[group, members]] : [];
  });
}

/** The labels of `rows`, each once, by the alphabet of `language`. */
export function labelsOf(rows: readonly Pick<ListRow, "labels">[], language: string): string[] {
  const labels = [...new Set(rows.flatMap(({ labels }) => labels))];
  // The first alphabet of a page takes 8 ms to be had, and most lists have no labels.
  return labels.length < 2 ? labels : labels.sort(new Intl.Collator(language, { numeric: true }).compare);
}

/** Dots of one row. */
const DOTS = 3;

export interface Dot {
  readonly id: string;
  readonly name: string;
  readonly color: number;
  readonly writing: boolean;
}

/** Who takes part, those who write first, and how many have no dot. Who is off is not shown unless it writes. */
export function dotsOf({ participants, open }: Pick<ListRow, "participants" | "open">): {
  readonly dots: readonly Dot[];
  readonly more: number;
} {
  const writers = new Set(open.map(({ authorName }) => authorName));
  const all = participants.flatMap(({ id, name, color, enabled }): Dot[] => {
    const writing = writers.has(name);
    return enabled || writing ? [{ id, name, color, writing }] : [];
  });
  // A stable sort: otherwise they keep the order of the roster.
  const ordered = open.length > 0 ? all.toSorted((a, b) => Number(b.writing) - Number(a.writing)) : all;
  // A number in place of one dot says no more than the dot.
  const shown = ordered.length > DOTS + 1 ? DOTS : ordered.length;
  return { dots: ordered.slice(0, shown), more: ordered.length - shown };
}
