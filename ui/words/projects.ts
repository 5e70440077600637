/** The words of projects, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_projects.ts";

export const words = inChosen("projects", english);
