/** Files on messages, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["files"] = {
  attached: "Angehängte Dateien",
  save: (name) => `${name} speichern`,
  toSend: "Dateien zum Senden",
  uploading: "wird hochgeladen …",
  tokens: (n) => `≈ ${counted(n, { one: "# Token", other: "# Tokens" })}`,
  scaled: (width, height) => `verkleinert auf ${width} × ${height}`,
  noText: "ohne Text",
  cutText: "nur der Anfang",
  remove: (name) => `${name} entfernen`,
  dismiss: (name) => `Meldung zu ${name} schließen`,
  drop: "Zum Anhängen ablegen",
  tooMany: (most) => `Höchstens ${most} Dateien passen an eine Nachricht.`,
  tooLarge: (megabytes) => `Die Datei ist größer als ${megabytes} MB.`,
  empty: "Die Datei ist leer.",
  unreadable: "Sie kann nicht gelesen werden; ein Ordner kann nicht angehängt werden.",
};
