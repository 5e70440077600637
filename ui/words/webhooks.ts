/** The words of webhooks, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_webhooks.ts";

export const words = inChosen("webhooks", english);
