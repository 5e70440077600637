/** The words of the frame, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_frame.ts";

export const words = inChosen("frame", english);
