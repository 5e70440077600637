/** The words of where one writes, in the chosen language. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { inChosen } from "./chosen.ts";
import { english } from "./english_writing.ts";

export const words = inChosen("writing", english);

/** To whom a message goes: one by name, several by how many they are. */
export const toThese = (names: readonly string[]): string =>
  names.length === 1 ? words.toOne(clearText(names[0] ?? "")) : words.to(names.length);
