/** Finding something in a conversation, in German. */
import type { Catalogue } from "../catalogue.ts";

export const german: Catalogue["find"] = {
  name: "In diesem Gespräch suchen",
  hit: (at, of, more) => `${at} von ${of}${more ? "+" : ""}`,
  looking: "Sucht …",
  none: "Nicht gefunden",
  previous: "Zurück",
  next: "Weiter",
  close: "Schließen",
};
