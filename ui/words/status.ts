/** The words of the server's state, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_status.ts";

export const words = inChosen("status", english);
