/** The words of what is written about answers, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_about.ts";

export const words = inChosen("about", english);
