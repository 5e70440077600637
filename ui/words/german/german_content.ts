/** Inside answers, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["content"] = {
  copy: "Kopieren",
  copied: "Kopiert.",
  notCopied: "Kopieren ist hier nicht erlaubt.",
  wrap: "Lange Zeilen umbrechen",
  download: "Herunterladen",
  preview: "Vorschau",
  code: "Code",
  plainText: "Text",

  diagram: "Diagramm",
  diagramOf: (name) => `Diagramm: ${name}`,
  drawing: "Das Diagramm wird gezeichnet …",
  source: "Quelltext",
  larger: "Größer öffnen",
  close: "Schließen",
  diagramTooLong: (units) =>
    counted(units, { other: "Diagramme mit mehr als # Zeichen werden nicht gezeichnet." }),
  diagramTooSlow: "Dieses Diagramm konnte nicht gezeichnet werden: Es dauerte zu lange.",
  diagramWrong: "Dieses Diagramm konnte nicht gezeichnet werden. Sein Quelltext steht darunter.",
  diagramUnknown: "Diagramme dieser Art können hier nicht gezeichnet werden. Der Quelltext steht darunter.",

  previewTitle: "Vorschau dieses Codes",
  previewApart: "Läuft getrennt von dieser Seite und ohne Netz: Was sie von anderswo lädt, fehlt.",

  formula: "Formel",
  formulaWrong: (why) => `Keine Formel, die sich setzen lässt. ${why}`,
  formulaTooLarge: "Diese Formel ist zu groß, um gesetzt zu werden; hier steht ihr Quelltext.",
  formulasCut: (n) =>
    counted(n, { other: "Nur die ersten # Formeln sind gesetzt. Die anderen zeigen ihren Quelltext." }),

  pictureNotLoaded: "Bild nicht geladen",
  pictureFrom: (name) => `${name} von`,
  from: "von",
  loadOnce: "Einmal laden",
  loading: "Lädt …",
  pictureFailed: "Das Bild konnte nicht geladen werden",
  picture: "Bild",

  table: "Tabelle",
  rowsCut: (shown, all) =>
    `${
      counted(shown, {
        one: "Nur die erste Zeile wird gezeigt",
        other: "Nur die ersten # Zeilen werden gezeigt",
      })
    } von ${counted(all, { other: "#" })}. Kopieren gibt die ganze Tabelle.`,
  tooDeep: "Zu tief verschachtelt, um hier gezeigt zu werden. Kopieren gibt den ganzen Text.",
  textCut: "Der Rest dieses Textes steht hier ohne Gestaltung: Er ist zu lang dafür.",

  done: "Erledigt",
  toDo: "Zu tun",
  callouts: { note: "Hinweis", tip: "Tipp", important: "Wichtig", warning: "Warnung", caution: "Vorsicht" },
  notes: "Fußnoten",
  noteNumber: (n) => counted(n, { other: "Fußnote #" }),
  backFrom: (n) => counted(n, { other: "Zurück zu Fußnote # im Text" }),
};
