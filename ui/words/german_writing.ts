/** German words of where one writes. */
import { counted } from "./counting.ts";
import type { WritingWords } from "./english_writing.ts";

const agents = (n: number) => counted(n, { one: "# Agent", other: "# Agenten" });

export const writing: WritingWords = {
  message: "Nachricht",
  hints: {
    manual: "Schreiben Sie, und fragen Sie dann oben einen Agenten",
    manager: "Nachricht an die Leitung",
  },
  hint: (n) => n === 1 ? "Nachricht an 1 Agenten" : `Nachricht an ${agents(n)}, oder mit @ an einen davon`,
  shortHint: (n) => n === 1 ? "Nachricht an 1 Agenten" : `Nachricht an ${agents(n)}`,
  goOn: (name) => `Mit der Antwort von ${name} weiter`,
  note: "Eine Notiz für Sie selbst: kein Agent ist an",
  send: "Senden",
  stop: "Anhalten",
  stopAll: "Alle anhalten",
  stops: "hält an",
  stopsAll: "hält alle an",
  attach: "Anhängen",
  tooMany: (n) => `${n} zu viel. Kürzen Sie, oder hängen Sie es als Datei an.`,
  count: (n, of) => `${n} von ${of}`,
  pasted: "Zu lang für eine Nachricht: als Textdatei angehängt.",
  mentions: "Die Agenten",
  off: "aus",
  to: (n) => `an ${agents(n)}`,
  toNobody: "noch an niemanden",
  toYourself: "nur für Sie selbst",
  toManager: "an die Leitung",
  tokens: (n) => `ca. ${n} Tokens`,
  cost: (usd) => `ca. ${usd}`,
  free: "kostenlos",
  whatItCosts: "Wer gefragt wird, was verschickt wird und was es ungefähr kostet",
  askAgent: "Fragen:",
  askAnAgent: "Einen Agenten fragen",
  askAll: "Alle fragen",
};
