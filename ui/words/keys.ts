/** The words of the help sheet, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_keys.ts";

export const words = inChosen("keys", english);
