/** The words of panels, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_panels.ts";

export const words = inChosen("panels", english);
