/** The words of tools and permissions, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_tools.ts";

export const words = inChosen("tools", english);
