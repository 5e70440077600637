/** German words of dialogs. */
import type { DialogueWords } from "./english_dialogues.ts";

export const dialogues: DialogueWords = {
  palette: "Alle Aktionen",
  takeIn: "Gespräche importieren",
  takeInHelp:
    "Ein Export von ChatGPT, Claude, Open WebUI, LibreChat oder SillyTavern oder ein Gespräch in Markdown: Was darin ist, wird zuerst gezeigt. Oder das Protokoll eines Gesprächs, das hier exportiert wurde; es wird aufgenommen, wie es ist.",
  takeInField: "Eine Datei (zip, JSON oder NDJSON)",
  ofConversation: "Einstellungen dieses Gesprächs",
  keys: "Tasten",
  saw: "Was der Agent sah",
  seenBy: "Gesehen von",
  seenByNobody: "Keine Antwort wurde mit dieser Nachricht im Kontext geschrieben.",
  rename: "Umbenennen",
  title: "Titel",
  titleLong: (most) => `Höchstens ${most} Zeichen.`,
  runAgain: "Wiederholen",
  runAgainMeans:
    "Ein neues Gespräch: Menschen sagen dasselbe noch einmal, mit denselben Häkchen, und die Agenten antworten neu. Dieses hier bleibt, wie es ist.",
  runAgainNobody: "Kein Agent ist an, also würde niemand antworten.",
  noneOpen: "Kein Gespräch ist offen.",
  nowWith: (model) => `, jetzt ${model}`,
  providerOf: (name) => `Anbieter von ${name}`,
  modelOf: (name) => `Modell von ${name}`,
  asItIs: "Wie es ist",
  otherModel: "Anderes Modell",
  otherModelMeans: (name) => `${name} antwortet von jetzt an damit, in jedem Gespräch.`,
  saveAndRetry: "Speichern und wiederholen",
};
