/** The words of the preferences, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_preferences.ts";

export const words = inChosen("preferences", english);
