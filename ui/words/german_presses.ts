/** German names of keys. */
import type { PressWords } from "./english_presses.ts";

export const presses: PressWords = {
  Mod: "Strg",
  Shift: "Umschalt",
  Alt: "Alt",
  Escape: "Esc",
  Enter: "Eingabe",
  or: "oder",
};
