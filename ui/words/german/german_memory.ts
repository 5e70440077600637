/** What agents keep in mind, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

const notesOf = (n: number) => counted(n, { one: "# Notiz", other: "# Notizen" });

export const german: Catalogue["memory"] = {
  remember: "Merken",
  keep: "Aufheben",
  kept: "Als Notiz aufgehoben.",
  add: "Notiz hinzufügen",
  none: "Noch keine Notiz. Was hier steht, bekommen Agenten mit späteren Fragen.",
  rule: (most, tokens) =>
    `Mit jeder Antwort gehen höchstens ${most} Notizen, etwa ${tokens} Tokens: zuerst die, die Wörter mit der Frage teilen, dann die neuesten. ` +
    "Welche eine Antwort hatte, steht unter Was der Agent sah.",
  text: "Notiz",
  textHint: "In Worten, die man ohne das Gespräch versteht.",
  whose: "Wer sie bekommt",
  everybody: "Alle Agenten",
  agent: (name) => `Nur ${name}`,
  goneAgent: "ein Agent, den es nicht mehr gibt",
  project: (name) => `Im Projekt ${name}`,
  goneProject: "das es nicht mehr gibt",
  save: "Speichern",
  cancel: "Abbrechen",
  change: "Ändern",
  changeNamed: (text) => `Die Notiz ${text} ändern`,
  remove: "Entfernen",
  removeNamed: (text) => `Die Notiz ${text} entfernen`,
  removed: "Die Notiz ist entfernt: Keine Antwort bekommt sie mehr.",
  erase: "Ihre Worte löschen",
  eraseNamed: (text) => `Ihre Worte löschen: ${text}`,
  eraseAsk: "Die Worte dieser Notiz löschen?",
  eraseMeans:
    "Sie verlassen das Protokoll, in allen Fassungen der Notiz, und niemand bekommt sie zurück. Anfragen, die sie hatten, lassen sich nicht mehr zeigen. " +
    "Die Nachricht, aus der sie stammt, behält ihre eigenen Worte, ebenso Antworten, die sie wiederholen.",
  erased: "Die Worte sind gelöscht.",
  source: "Wo es gesagt wurde",
  by: (name, day) => `aufgehoben von ${name}, ${day}`,
  changed: (version, day) => `Fassung ${version}, ${day}`,
  given: notesOf,
  with: (n) => `Mit ${counted(n, { one: "# Notiz", other: "# Notizen" })}`,
  gone: "Ihre Worte sind gelöscht oder gehören einem anderen Server.",
  version: (n) => `Fassung ${n}`,
};
