/** The words of the settings, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_settings.ts";

export const words = inChosen("settings", english);
