/** The words of the palette, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_palette.ts";

export const words = inChosen("palette", english);
