/**
 * How much the long tests do: all of it in `deno task full`, a share every day, less in `deno task test:fast`; of what is
 * drawn at random another part each time. Which tests run at all where time is short: see lots.ts.
 */

/** Whether everything is done. */
export const FULL = Deno.env.get("FISHBOWL_FULL") !== undefined;
/** Whether time is short. */
export const FAST = Deno.env.get("FISHBOWL_FAST") !== undefined;
/** Whether each test has to notice what is wrong, as where mutants are tried: what is drawn is not made less for them. */
const NOTICES = Deno.env.get("FISHBOWL_WHOLE") !== undefined;
const SHARE = FULL ? 1 : FAST ? 1 / 32 : NOTICES ? 1 / 12 : 1 / 16;
/** Fewer say nothing. */
const LEAST = 3;

/** Of `all` draws those that are made today; a whole number. */
export const draws = (all: number): number => Math.max(LEAST, Math.ceil(all * SHARE));

/**
 * How many of these draws have to show what only some show, for the rest to say anything. Of the few of a day it is a quarter of
 * the share of all: what a day draws shall not fail by lot.
 */
export const shown = (all: number, share: number): number => draws(all) * (FULL ? share : share / 4);

/** Of `all` that is to be gone through the first `few`, but where everything is. */
export const today = <T>(all: readonly T[], few: number): readonly T[] => FULL ? all : all.slice(0, few);

/** Whether lists are gone through whole, and stores are those of the platform. */
export const WHOLE = FULL || NOTICES;

/**
 * Of `all` one of every `day` each day, one of every `of` where time is short, from one drawn at random on; whole where
 * `WHOLE`.
 */
export function sample<T>(all: readonly T[], of = 4, day = 2): readonly T[] {
  if (WHOLE) return all;
  const step = Math.min(FAST ? of : day, all.length);
  const from = Math.floor(Math.random() * step);
  return all.filter((_, index) => index % step === from);
}

/** Whether this one of very many alike is looked at: each; where time is short one of `of`, by chance. */
export const isDrawn = (of: number): boolean => !FAST || WHOLE || Math.random() * of < 1;

/** Folders of tests that are no part of the fast ones: those of the browser are dealt to its lanes, the others to `slow_lanes.ts`. */
export const SLOW: readonly string[] = ["browser", "chaos", "processes", "sim"];
