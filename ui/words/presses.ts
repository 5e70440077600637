/** The names of keys, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_presses.ts";

export const words = inChosen("presses", english);
