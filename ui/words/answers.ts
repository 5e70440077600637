/** The words of messages, answers and exchanges, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_answers.ts";

export const words = inChosen("answers", english);
