/** The words of the page before a conversation, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_home.ts";

export const words = inChosen("home", english);
