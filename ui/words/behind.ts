/** The words of the glass, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_behind.ts";

export const words = inChosen("behind", english);
