/** The words of where one writes, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_writing.ts";

export const words = inChosen("writing", english);
