/** The words of checks, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_checks.ts";

export const words = inChosen("checks", english);
