/** The words of raised hands, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_hands.ts";

export const words = inChosen("hands", english);
