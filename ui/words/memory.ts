/** The words of what is remembered, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_memory.ts";

export const words = inChosen("memory", english);
