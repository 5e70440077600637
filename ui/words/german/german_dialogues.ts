/** Dialogs, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["dialogues"] = {
  offers: "Vorlagen und Ressourcen",
  palette: "Alle Aktionen",
  takeIn: "Gespräche importieren",
  takeInHelp:
    "Ein Export von ChatGPT, Claude, Open WebUI, LibreChat oder SillyTavern oder ein Gespräch in Markdown: Was darin ist, wird zuerst gezeigt. Oder das Protokoll eines Gesprächs, das hier exportiert wurde; es wird aufgenommen, wie es ist.",
  takeInField: "Eine Datei (zip, JSON oder NDJSON)",
  ofConversation: "Einstellungen dieses Gesprächs",
  keys: "Tasten",
  saw: "Was der Agent sah",
  seenBy: "Gesehen von",
  samples: "Mehrere Antworten auf dasselbe",
  compare: "Blinder Vergleich",
  ranking: "Rangliste",
  seenByNobody: "Keine Antwort wurde mit dieser Nachricht im Kontext geschrieben.",
  erase: "Worte löschen",
  eraseUse: "Löschen, was ein Werkzeug gefragt wurde und gab",
  eraseMeans: (files) =>
    files > 0
      ? "Was sie sagt und ihre Dateien verschwinden aus dem Protokoll, der Suche und allem, was daraus gemacht wurde. Niemand kann sie zurückholen."
      : "Was sie sagt, verschwindet aus dem Protokoll, der Suche und allem, was daraus gemacht wurde. Niemand kann es zurückholen.",
  eraseUseMeans:
    "Was das Werkzeug gefragt wurde, was es gab und eine Notiz, die es aufhob, verschwinden endgültig aus dem Protokoll. Was der Agent damit schrieb, bleibt.",
  eraseNotes: (n) =>
    counted(n, {
      one: "# Notiz, die daraus aufgehoben wurde, verschwindet mit.",
      other: "# Notizen, die daraus aufgehoben wurden, verschwinden mit.",
    }),
  eraseCompared:
    "Das wurde in einem Blindvergleich gefragt. Die Antworten und was über sie geurteilt wurde bleiben, aber die Urteile zählen in keiner Rangliste mehr.",
  eraseStays:
    "Ihr Platz, wer sie schrieb und wann bleiben, und eine Zeile, dass sie gelöscht wurde. Kein Agent bekommt sie mehr. Was andere daraus zitiert haben, gehört zu deren Nachrichten: Löschen Sie auch diese.",
  eraseSeen: (answers, judgements) =>
    `Was mit Blick darauf geschrieben wurde, kann es zitieren: ${
      [
        ...(answers > 0 ? [counted(answers, { one: "# Antwort", other: "# Antworten" })] : []),
        ...(judgements > 0 ? [counted(judgements, { one: "# Urteil", other: "# Urteile" })] : []),
      ].join(" und ")
    }.`,
  eraseSeenWhich: "Welche?",
  asJudge: "als Richter",
  eraseAlso: (n) =>
    counted(n, {
      one: "Auch in # Gespräch, in dem dasselbe steht",
      other: "Auch in # Gesprächen, in denen dasselbe steht",
    }),
  eraseMore:
    "Mit diesem Gespräch haben mehr andere zu tun, als durchgesehen werden: Es kann noch in weiteren stehen.",
  eraseWhy: "Warum, für alle lesbar (freiwillig)",
  eraseWhyHint: "Nicht die Worte selbst",
  eraseWhyStays:
    "Der Grund bleibt für immer im Protokoll und in Exporten: Schreiben Sie nichts Privates hinein.",
  eraseBefore:
    "Exporte und Sicherungen von vorher lassen sich nicht zurückrufen. Die Bytes verlassen die Datei des Speichers, wenn sie verdichtet wird.",
  eraseDone: (copies) =>
    copies === 0
      ? "Die Worte wurden gelöscht."
      : `Die Worte wurden gelöscht, hier und an ${
        counted(copies, { one: "# anderen Stelle", other: "# anderen Stellen" })
      }.`,
  untitled: "Neues Gespräch",
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
