/** The words of agents' own pictures, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_pictures.ts";

export const words = inChosen("pictures", english);
