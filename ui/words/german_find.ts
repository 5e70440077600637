/** German words of finding something in a conversation. */
import type { FindWords } from "./english_find.ts";

export const find: FindWords = {
  name: "In diesem Gespräch suchen",
  hit: (at, of, more) => `${at} von ${of}${more ? "+" : ""}`,
  looking: "Sucht …",
  none: "Nicht gefunden",
  previous: "Zurück",
  next: "Weiter",
  close: "Schließen",
};
