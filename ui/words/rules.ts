/** The words of the settings of one conversation, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_rules.ts";

export const words = inChosen("rules", english);
