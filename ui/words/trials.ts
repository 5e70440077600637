/** The words of answers beside the talk, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_trials.ts";

export const words = inChosen("trials", english);
