/** German words of labels. */
import { counted } from "./counting.ts";
import type { FilingWords } from "./english_filing.ts";

export const filing: FilingWords = {
  untitled: "Neues Gespräch",
  labels: "Etiketten",
  labelsOf: (title) => `Etiketten von „${title}“`,
  newLabel: "Neues Etikett",
  addLabel: "Hinzufügen",
  labelTooLong: (most) => counted(most, { other: "Höchstens # Zeichen." }),
  labelsFull: (most) => counted(most, { other: "Es hat # Etiketten, und kein Gespräch hat mehr." }),
};
