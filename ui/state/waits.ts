/** Answers that wait because their provider asked to be left alone: until when, by turn. */
import { signal } from "@preact/signals";
import type { Wait } from "../../projections/shapes/views.ts";

export const waits = signal<ReadonlyMap<string, string>>(new Map());

/** Milliseconds after which a wait is over though nobody said so: a server asks for a minute at most. */
const LONGEST_MS = 65_000;

export function wait({ turnId, until }: Pick<Wait, "turnId" | "until">): void {
  const changed = new Map(waits.value);
  if (until === null) changed.delete(turnId);
  else changed.set(turnId, until);
  waits.value = changed;
  if (until !== null) setTimeout(() => over(turnId, until), LONGEST_MS);
}

/** The same wait, unless a newer one has begun. */
function over(turnId: string, until: string): void {
  if (waits.value.get(turnId) === until) wait({ turnId, until: null });
}
