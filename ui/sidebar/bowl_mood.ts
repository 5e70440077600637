/** What the bowl in the frame shows of all conversations at once: that somebody answers, and that it is done. */
import type { ListRow } from "../../projections/shapes/views.ts";
import type { Mood } from "../parts/logo.tsx";

export interface Bowl {
  readonly mood: Mood;
  /** How far what is said stood in each conversation in which somebody answers, as it was first seen there. */
  readonly from: Readonly<Record<string, number>>;
}

export const STILL: Bowl = { mood: "rests", from: {} };

type Row = Pick<ListRow, "id" | "answering" | "saidSeq">;

/** The bowl after the list became `rows`. It does not leap for what failed or was stopped before a word: that cost something. */
export function bowlAfter(before: Bowl, rows: readonly Row[]): Bowl {
  const busy = rows.filter(({ answering }) => answering > 0);
  if (busy.length > 0) {
    const from = Object.fromEntries(busy.map(({ id, saidSeq }) => [id, before.from[id] ?? saidSeq]));
    return { mood: "swims", from: { ...before.from, ...from } };
  }
  if (before.mood !== "swims") return before;
  const came = rows.some(({ id, saidSeq }) => saidSeq > (before.from[id] ?? Infinity));
  return { mood: came ? "leaps" : "rests", from: {} };
}
