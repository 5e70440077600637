/** What keys are called, in German. */
import type { Catalogue } from "../catalogue.ts";

export const german: Catalogue["presses"] = {
  Mod: "Strg",
  Shift: "Umschalt",
  Alt: "Alt",
  Escape: "Esc",
  Enter: "Eingabe",
  or: "oder",
};
