/** The words of the key that signs, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_signing.ts";

export const words = inChosen("signing", english);
