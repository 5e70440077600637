/** Projects, their files and instructions, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

const projectTokens = (n: number) => `≈ ${counted(n, { one: "# Token", other: "# Tokens" })}`;

export const german: Catalogue["projects"] = {
  one: "Projekt",
  gone: "Dieses Projekt gibt es nicht, oder es wurde weggelegt.",
  goneWhere: "Alle Projekte",
  none: "Noch kein Projekt. Gespräche in einem teilen Anweisungen und Dateien.",
  make: "Neues Projekt",
  name: "Name",
  create: "Anlegen",
  save: "Speichern",
  cancel: "Abbrechen",
  remove: "Entfernen",
  rename: "Umbenennen",
  actions: (name) => `Aktionen für das Projekt ${name}`,
  putAway: "Weglegen",
  putAwayDone: (name) => `„${name}“ ist weggelegt: Seine Gespräche bleiben und bekommen nichts mehr davon.`,
  away: "Weggelegt",
  haveBack: (name) => `Das Projekt ${name} zurückholen`,
  back: "Zurückholen",
  erase: "Worte und Dateien löschen",
  eraseAsk: (name) => `Die Worte und Dateien von „${name}“ löschen?`,
  eraseMeans:
    "Name, Anweisungen und Dateien verlassen das Protokoll, in allen Fassungen, und niemand bekommt sie zurück. Anfragen, die sie " +
    "hatten, lassen sich nicht mehr zeigen. Die Gespräche bleiben und behalten, was in ihnen gesagt wurde.",
  erased: "Worte und Dateien sind gelöscht.",
  conversations: "Gespräche",
  noConversation: "Noch kein Gespräch. Schreiben Sie oben, um eines zu beginnen.",
  more: "Mehr zeigen",
  instructions: "Anweisungen",
  instructionsHint: "Jeder Agent in seinen Gesprächen bekommt sie, hinter seinen eigenen.",
  instructionsLong: (most) => `Höchstens ${most} Zeichen.`,
  saved: "Gespeichert. Es gilt ab der nächsten Antwort.",
  files: "Dateien",
  filesHint: "Jeder Agent in seinen Gesprächen hat sie, vor dem, was dort gesagt wird.",
  addFile: "Dateien hinzufügen",
  removeFile: (name) => `${name} aus dem Projekt nehmen`,
  filesFull: (most) => counted(most, { other: "Es hat # Dateien, mehr hat kein Projekt." }),
  tokens: projectTokens,
  total: (n) => `${projectTokens(n)} mit jeder Antwort`,
  tooLarge: (names) =>
    `Das ist mehr als das Kontextfenster von ${names}: Dorthin wird nichts gesendet, bis es weniger ist.`,
  agents: "Agenten",
  agentsHint: "Wer in einem neuen Gespräch dabei ist. Andere können dort dazukommen.",
  notes: "Notizen",
  notesHint: "In seinen Gesprächen mitgegeben, nach der Regel der Notizen.",
  noNote: "Keine Notiz gilt nur für dieses Projekt.",
  addNote: "Notiz hinzufügen",
  begin: "Ein neues Gespräch in diesem Projekt",
  moveTo: "Projekt",
  moveOf: (title) => `Projekt von „${title}“`,
  outside: "Kein Projekt",
  moveHint:
    "Was das Projekt sagt, bekommt es ab der nächsten Antwort; frühere Antworten behalten, was sie hatten.",
  move: "Verschieben",
  moved: (name) => `Nach „${name}“ verschoben.`,
  movedOut: "Es ist in keinem Projekt mehr.",
  movedTooLarge: (name, names) =>
    `Nach „${name}“ verschoben. Was es mitgibt, ist mehr als das Kontextfenster von ${names}; dorthin wird nichts gesendet, solange das so ist.`,
  inProject: (name) => `Projekt ${name}`,
  given: (name, version) => `Mit dem Projekt „${name}“, Fassung ${version}`,
  givenGone: (version) =>
    `Mit einem Projekt, Fassung ${version}: Seine Worte sind gelöscht oder gehören einem anderen Server.`,
  givenFiles: (n) => counted(n, { one: "# Datei", other: "# Dateien" }),
};
