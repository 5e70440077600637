/** The words of labels, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_filing.ts";

export const words = inChosen("filing", english);
