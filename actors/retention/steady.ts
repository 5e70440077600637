/**
 * Whether the clock may be believed. A clock that runs a year ahead says of everything that nobody touched it for a year,
 * and so does one that is right, where nothing ran for a year; so time counts only as far as a server has seen it pass.
 * What lies between two looks that are further apart than a day is no time in which somebody touched nothing: it is left
 * out of every age, and what was touched in it is as if touched at its end. After each such jump another day goes by
 * before anything is deleted. What is less than a day off takes nothing that is a day younger than was said; a clock that
 * is set back makes nothing older. Pure.
 */
import { z } from "zod";
import { RETENTION_GRACE_HOURS } from "../../events/catalog/limits.ts";

/** Milliseconds between choosing and the first deletion, and between a jump and the next. */
export const GRACE_MS = RETENTION_GRACE_HOURS * 3_600_000;
/** Gaps that are kept, a few KB; of more, the two oldest are one: what lies between them does not count either. */
const GAPS = 200;

/** A time that no server has seen pass. All times are milliseconds since the epoch. */
const Gap = z.object({ from: z.number(), to: z.number() });
type Gap = z.infer<typeof Gap>;

export const Seen = z.object({
  /** The last look. */
  at: z.number(),
  /** Nothing is deleted before. */
  heldUntil: z.number(),
  /** The oldest first, apart from each other. */
  gaps: z.array(Gap).readonly(),
});
export type Seen = z.infer<typeof Seen>;

/**
 * What is known at a look at `now`.
 * @param before what the look before it knew; null: there was none
 * @param from no deletion before this, as was told when it was chosen
 */
export function seenAt(now: number, before: Seen | null, from: number): Seen {
  // Who has just chosen it has been told when it begins.
  const steady = before ? now - before.at <= GRACE_MS : now < from;
  const held = steady ? before?.heldUntil ?? from : now + GRACE_MS;
  // Chosen when the clock was ahead, it would begin long after it was told to.
  const told = from <= now + GRACE_MS ? from : held;
  const gaps = gapsAt(now, before?.gaps ?? []);
  return {
    at: now,
    heldUntil: Math.min(Math.max(held, told), now + GRACE_MS),
    gaps: steady ? gaps : withGap(gaps, { from: before?.at ?? from - GRACE_MS, to: now }),
  };
}

/** What of them is past: a clock that was ahead said of days that they had gone by unseen, and they may still be seen. */
const gapsAt = (now: number, gaps: readonly Gap[]): Gap[] =>
  gaps.filter(({ from }) => from < now).map(({ from, to }) => ({ from, to: Math.min(to, now) }));

/** @param gap the last to end */
function withGap(gaps: readonly Gap[], gap: Gap): Gap[] {
  const apart = gaps.filter(({ to }) => to < gap.from);
  const from = Math.min(gap.from, ...gaps.slice(apart.length).map((other) => other.from));
  const all = [...apart, { from, to: gap.to }];
  const [first, second] = all;
  return first && second && all.length > GAPS ? [{ from: first.from, to: second.to }, ...all.slice(2)] : all;
}

/** What was last touched before this has been untouched for so long at `now`, as far as time was seen to pass. */
export function untouchedSince(now: number, ms: number, gaps: readonly Gap[]): number {
  let [end, left] = [now, ms];
  for (const { from, to } of gaps.toReversed()) {
    if (end - to >= left) break;
    left -= end - to;
    end = from;
  }
  return end - left;
}
