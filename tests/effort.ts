/** How much the long tests do: a share every day, of what is drawn at random another each time, and all of it in `deno task full`. */

/** Set by `deno task full`. */
const FULL = Deno.env.get("FISHBOWL_FULL") !== undefined;
/** The part that is drawn every day. */
const DAILY = 1 / 4;
/** Fewer say nothing. */
const LEAST = 5;

/** Of `all` that is to be gone through the first `few` on an ordinary day. */
export const today = <T>(all: readonly T[], few: number): readonly T[] => FULL ? all : all.slice(0, few);

/** Of `all` draws those that are made today; a whole number. */
export const draws = (all: number): number => FULL ? all : Math.max(LEAST, Math.ceil(all * DAILY));
