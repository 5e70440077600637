/** The words of the head of a conversation, in the chosen language. */
import { factsOf, type Mode, type ModeFacts } from "../../events/catalog/modes.ts";
import { inChosen } from "./chosen.ts";
import { english } from "./english_head.ts";

export const words = inChosen("head", english);

/** What a mode is called and does; in English where the language says nothing of it, by its bare name where a newer program wrote it. */
export const wordsOfMode = (mode: Mode): Pick<ModeFacts, "label" | "help" | "hint"> =>
  words.modes[mode] ?? factsOf(mode);
