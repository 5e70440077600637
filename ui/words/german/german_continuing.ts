/** Conversations that go on from others, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["continuing"] = {
  change: "Ändern und anderswo weiterführen",
  otherWords: "Andere Worte",
  explained:
    "Mit diesen Worten beginnt ein neues Gespräch, hinter allem, was davor gesagt wurde. Dieses bleibt, wie es ist.",
  filesToo: (n) => counted(n, { one: "Die # Datei geht mit.", other: "Die # Dateien gehen mit." }),
  go: "Anderswo weiterführen",
  cancel: "Abbrechen",
  same: "Das sind die Worte, die gesagt wurden.",
  tooLong: (by) => counted(by, { other: "# Zeichen zu viel" }),
};
