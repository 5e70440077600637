/**
 * How much the long tests do: all of it in `deno task full`, a share every day, less in `deno task test:fast`; of what is
 * drawn at random another part each time.
 */

/** Whether everything is done. */
export const FULL = Deno.env.get("FISHBOWL_FULL") !== undefined;
/** Whether time is short. */
export const FAST = Deno.env.get("FISHBOWL_FAST") !== undefined;
const SHARE = FULL ? 1 : FAST ? 1 / 32 : 1 / 8;
/** Fewer say nothing. */
const LEAST = 3;

/** Of `all` draws those that are made today; a whole number. */
export const draws = (all: number): number => Math.max(LEAST, Math.ceil(all * SHARE));

/** Of `all` that is to be gone through the first `few`, but where everything is. */
export const today = <T>(all: readonly T[], few: number): readonly T[] => FULL ? all : all.slice(0, few);

/** All of `all`, but where time is short: then one of every `of`, from one drawn at random on. */
export function sample<T>(all: readonly T[], of = 4): readonly T[] {
  const from = Math.floor(Math.random() * Math.min(of, all.length));
  return FAST ? all.filter((_, index) => index % of === from) : all;
}

/** Folders of tests whose files have a process each to themselves; all others share one, loaded once. */
export const SLOW: readonly string[] = ["browser", "chaos", "processes", "sim"];
