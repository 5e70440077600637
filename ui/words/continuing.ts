/** The words of conversations that go on from others, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_continuing.ts";

export const words = inChosen("continuing", english);
