/** How much the tests draw that draw at random: a share every day, other histories each time, and all of it in `deno task full`. */

/** Set by `deno task full`. */
const FULL = Deno.env.get("FISHBOWL_FULL") !== undefined;
/** The part that is drawn every day. */
const DAILY = 1 / 4;
/** Fewer say nothing. */
const LEAST = 5;

/** Of `all` draws those that are made today; a whole number. */
export const draws = (all: number): number => FULL ? all : Math.max(LEAST, Math.ceil(all * DAILY));
