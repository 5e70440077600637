/** The words of answers that have a form, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_formed.ts";

export const words = inChosen("formed", english);
