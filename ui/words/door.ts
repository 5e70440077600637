/** The words of the door, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_door.ts";

export const words = inChosen("door", english);
