/** The words of moving in, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_moving.ts";

export const words = inChosen("moving", english);
