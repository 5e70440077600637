/** The words of searching the web, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_websearch.ts";

export const words = inChosen("websearch", english);
