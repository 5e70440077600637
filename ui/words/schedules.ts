/** The words of what is said without a person, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_schedules.ts";

export const words = inChosen("schedules", english);
