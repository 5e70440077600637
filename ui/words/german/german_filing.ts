/** Labels, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["filing"] = {
  untitled: "Neues Gespräch",
  labels: "Etiketten",
  labelsOf: (title) => `Etiketten von „${title}“`,
  newLabel: "Neues Etikett",
  addLabel: "Hinzufügen",
  labelTooLong: (most) => counted(most, { other: "Höchstens # Zeichen." }),
  labelsFull: (most) => counted(most, { other: "Es hat # Etiketten, und kein Gespräch hat mehr." }),
};
