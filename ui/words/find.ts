/** The words of finding something in a conversation, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_find.ts";

export const words = inChosen("find", english);
