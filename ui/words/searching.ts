/** The words of searching every message, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_searching.ts";

export const words = inChosen("searching", english);
