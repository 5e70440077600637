/** The words of adding a provider, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_providers.ts";

export const words = inChosen("providers", english);
