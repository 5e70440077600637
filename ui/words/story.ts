/** The words of the story, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_story.ts";

export const words = inChosen("story", english);
