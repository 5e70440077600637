/** Ten pictures that are kept, small: what the page looks like is compared with them, and may differ a little. */
import type { Size } from "../browser/harness.ts";
import type { Scheme } from "./looking.ts";
import type { State } from "./state.ts";
import { STATES } from "./states.ts";

export interface Kept {
  readonly state: State;
  readonly size: Size;
  readonly scheme: Scheme;
  /** Path of the picture. */
  readonly file: string;
}

/** Bytes of a kept picture at most: they are read with the code, and change with it. */
export const KEPT_BYTES = 25_000;

function kept(name: string, size: Size, scheme: Scheme): Kept {
  const state = STATES.find((one) => one.name === name);
  if (!state) throw new Error(`there is no state ${name}`);
  return {
    state,
    size,
    scheme,
    file: new URL(`./kept/${name}-${size}-${scheme}.png`, import.meta.url).pathname,
  };
}

export const KEPT: readonly Kept[] = [
  kept("home", "wide", "light"),
  kept("columns", "wide", "light"),
  kept("focus", "wide", "dark"),
  kept("compare", "wide", "dark"),
  kept("tiles-twenty", "middle", "light"),
  kept("in-turn", "narrow", "light"),
  kept("rich", "narrow", "dark"),
  kept("failed", "middle", "dark"),
  kept("what-it-saw", "wide", "light"),
  kept("provider-tiles", "wide", "light"),
];

/** Drawn with them for the documents, and compared with nothing. */
export const SHOWN: readonly Kept[] = [kept("kept", "wide", "light"), kept("timeline", "wide", "light")];
