/** The words of dialogs, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_dialogues.ts";

export const words = inChosen("dialogues", english);
