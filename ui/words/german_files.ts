/** German words of files on messages. */
import type { FilesWords } from "./english_files.ts";

export const files: FilesWords = {
  attached: "Angehängte Dateien",
  save: (name) => `${name} speichern`,
  toSend: "Dateien zum Senden",
  uploading: "wird hochgeladen …",
  remove: (name) => `${name} entfernen`,
  dismiss: (name) => `Meldung zu ${name} schließen`,
  drop: "Zum Anhängen ablegen",
  tooMany: (most) => `Höchstens ${most} Dateien passen an eine Nachricht.`,
  tooLarge: (megabytes) => `Die Datei ist größer als ${megabytes} MB.`,
  empty: "Die Datei ist leer.",
  unreadable: "Sie kann nicht gelesen werden; ein Ordner kann nicht angehängt werden.",
};
