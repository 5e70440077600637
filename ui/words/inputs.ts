/** The words of what servers of tools ask people, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_inputs.ts";

export const words = inChosen("inputs", english);
