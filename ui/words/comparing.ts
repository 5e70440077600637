/** The words of comparisons that nobody sees into, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_comparing.ts";

export const words = inChosen("comparing", english);
