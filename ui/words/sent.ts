/** The words of the sheet that shows what an agent saw, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_sent.ts";

export const words = inChosen("sent", english);
