/** The words of what is deleted by itself, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_retention.ts";

export const words = inChosen("retention", english);
