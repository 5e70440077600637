/** The words inside answers, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_content.ts";

export const words = inChosen("content", english);
