/** The words of files on messages, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_files.ts";

export const words = inChosen("files", english);
