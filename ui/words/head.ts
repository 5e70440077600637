/** The words of the head of a conversation, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_head.ts";

export const words = inChosen("head", english);
