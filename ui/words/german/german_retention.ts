/** What is deleted by itself, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";
import { talks } from "./german_shared.ts";

export const german: Catalogue["retention"] = {
  off: "Aus: Nichts wird von selbst gelöscht.",
  on: (days) =>
    counted(days, {
      one: "An: Was # Tag lang niemand berührt hat, wird gelöscht.",
      other: "An: Was # Tage lang niemand berührt hat, wird gelöscht.",
    }),
  first: (time) => `Nichts geht vor ${time}.`,
  soon: (n, more) => `Innerhalb eines Tages: ${talks(n)}${more ? " oder mehr" : ""}.`,
  looked: (time, deleted) => `Zuletzt nachgesehen ${time}, ${talks(deleted)} gelöscht.`,
  turnOff: "Ausschalten",
  turnedOff: "Von selbst wird nichts mehr gelöscht.",
  days: "Tage ohne Berührung",
  hint: (least, most) => `Von ${least} bis ${most}. In den ersten 24 Stunden geht nichts.`,
  rules:
    "Berührt wird ein Gespräch, wenn jemand darin etwas sagt oder ändert; lesen zählt nicht, und was importiert " +
    "wurde, zählt ab jenem Tag. Angeheftete Gespräche bleiben, und solche, in denen jemand antwortet. Archivierte gehen wie " +
    "andere. Zeiten von mehr als einem Tag, in denen kein Server lief, zählen nicht.",
  wrong: (least, most) => `Tage sind eine ganze Zahl von ${least} bis ${most}.`,
  show: "Zeigen, was gehen würde",
  would: (n, more) =>
    n === 0
      ? "Jetzt würde nichts gehen."
      : `${more ? "Mindestens " : ""}${
        counted(n, { one: "# Gespräch würde gehen", other: "# Gespräche würden gehen" })
      }.`,
  from: (time) => `Frühestens ${time}. Was vorher berührt oder angeheftet wird, bleibt.`,
  touched: (day) => `zuletzt berührt ${day}`,
  others: (n) => counted(n, { one: "und # weiteres", other: "und # weitere" }),
  turnOn: (n, more) =>
    n === 0 ? "Einschalten" : `Einschalten und ${more ? "mindestens " : ""}${talks(n)} löschen`,
  change: (n, more) =>
    n === 0 ? "Speichern" : `Speichern und ${more ? "mindestens " : ""}${talks(n)} löschen`,
  chosen: (time) => `Gespeichert. Nichts geht vor ${time}.`,
};
