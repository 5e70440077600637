/** What the server says, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_sayings.ts";

export const words = inChosen("sayings", english);
