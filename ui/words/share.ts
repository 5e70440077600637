/** The words of sharing a conversation, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_share.ts";

export const words = inChosen("share", english);
