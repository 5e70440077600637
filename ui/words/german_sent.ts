/** German words of the sheet that shows what an agent saw. */
import { counted } from "./counting.ts";
import type { SentWords } from "./english_sent.ts";
import { say } from "./sentence.ts";

const tokens = (n: number) => counted(n, { one: "# Token", other: "# Tokens" });
const messages = (n: number) => counted(n, { one: "# Nachricht", other: "# Nachrichten" });

const REASONS: Partial<Record<string, string>> = {
  enabled: "an in diesem Gespräch",
  mentioned: "mit @ genannt",
  asked: "eigens darum gebeten",
  in_turn: "reihum",
  addressed: "von anderen angesprochen",
  managing: "leitet dieses Gespräch",
  retried: "noch einmal gefragt",
  repaired: "die Antwort davor war nicht lesbar",
};

export const sent: SentWords = {
  title: (name) => say`Was ${name} sah`,
  agent: "der Agent",
  because: ({ code, text, round = 1, rounds = 1 }) =>
    `Warum gefragt: ${REASONS[code] ?? text}${rounds > 1 ? `, Runde ${round} von ${rounds}` : ""}`,
  call: (n, of) => `Aufruf ${n} von ${of}`,
  attempt: (n) => `Versuch ${n}`,
  failed: (reason) => `Dieser Aufruf scheiterte. ${reason}`,
  before: "Der Aufruf davor",
  after: "Der nächste Aufruf",
  close: "Schließen",
  reading: "Die Bytes werden noch einmal erzeugt …",
  noCall: "Noch wurde nichts geschickt.",

  tokensIn: (n) => `${tokens(n)} Eingabe`,
  aboutIn: (n) => `etwa ${tokens(n)} Eingabe`,
  cached: (n) => `${n} davon aus dem Zwischenspeicher`,
  ofMessages: (sent, all) => `${sent} von ${messages(all)}`,
  out: (n) => `${n} Ausgabe`,
  cost: (cost) => `Kosten ${cost}`,
  bar: "Aus wessen Worten es bestand",

  order: "In der Reihenfolge, in der es geschickt wurde",
  instructions: "Anweisungen",
  tools: "Werkzeuge",
  call_: "Werkzeugaufruf",
  result: "Ergebnis des Werkzeugs",
  added: "Vom Programm hinzugefügt",
  you: "Sie",
  roles: { system: "System", user: "Nutzer", assistant: "Assistent", tool: "Werkzeug" },
  named: "mit Namen",
  files: (n) => counted(n, { one: "# Datei", other: "# Dateien" }),
  fresh: "neu",
  notSent: "nicht geschickt",
  show: "Im Gespräch zeigen",
  notHere: "Ihre Worte wurden hier nicht gelesen.",
  erased: "Gelöscht.",
  why: {
    excluded: "Sie wurde ausgelassen.",
    excluded_for_agent: "Sie wurde vor diesem Agenten verborgen.",
    system: "Ein Vermerk: Agenten bekommen ihn nie.",
    incomplete: "Sie war nicht vollständig.",
    after: "Sie kam später.",
    window: "Sie stand vor dem Fenster.",
    not_addressed: "Sie war zu jemand anderem gesagt.",
    not_chosen: "Sie wurde nicht gewählt.",
    erased: "Sie wurde seither gelöscht.",
  },
  youLeftOut: (time) => `Sie ließen sie um ${time} aus.`,
  leftOutBy: (name, time) => say`${name} ließ sie um ${time} aus.`,
  youHid: (from, time) => say`Sie ließen sie um ${time} für ${from} aus. Andere sehen sie.`,
  hiddenBy: (name, from, time) => say`${name} ließ sie um ${time} für ${from} aus. Andere sehen sie.`,
  many: {
    excluded: (n) => `${messages(n)}: ausgelassen`,
    excluded_for_agent: (n) => `${messages(n)}: vor diesem Agenten verborgen`,
    system: (n) => `${messages(n)}: Vermerke`,
    incomplete: (n) => `${messages(n)}: nicht vollständig`,
    after: (n) => `${messages(n)}: kamen später`,
    window: (n) => `${messages(n)}: vor dem Fenster`,
    not_addressed: (n) => `${messages(n)}: zu jemand anderem gesagt`,
    not_chosen: (n) => `${messages(n)}: nicht gewählt`,
    erased: (n) => `${messages(n)}: seither gelöscht`,
  },

  pane: "Was geschickt wurde",
  views: "Zeigen",
  bytes: "Die Bytes",
  changes: "Seit dem Aufruf davor",
  grown: "Etwa so viele Tokens mehr oder weniger als damals",
  noBefore: "Das war der erste Aufruf dieses Agenten: Es gibt nichts zu vergleichen.",
  beforeGone: "Worte des Aufrufs davor wurden gelöscht: Er lässt sich nicht mehr vergleichen.",
  comparing: "Vergleicht …",
  same: "Nichts hat sich geändert.",
  asBefore: (n, about) => `${messages(n)} wie zuvor · etwa ${tokens(about)}`,
  linesAsBefore: (n) => `${counted(n, { one: "# Zeile", other: "# Zeilen" })} wie zuvor`,
  proven: "Geprüft",
  differs: "Diese Bytes sind verändert",
  gone: "Gelöscht",
  provenLong: "Das sind die Bytes, die geschickt wurden: Ihr vermerkter Hash belegt es.",
  differsLong: "Das sind nicht die Bytes, die geschickt wurden: Ihr vermerkter Hash ist ein anderer.",
  goneLong: "Worte daraus wurden gelöscht: Die Bytes lassen sich weder zeigen noch prüfen.",
  checked: (time) => `Um ${time} geprüft. Drücken, um noch einmal zu prüfen.`,
  size: (n) =>
    `${
      counted(n, { one: "# Byte", other: "# Bytes" })
    }, wie sie diesen Rechner verließen. Der Schlüssel ist nicht dabei.`,
  asSent: "Wie geschickt",
  asSentHint: "In einer Zeile, ohne den Leerraum, der zum Lesen hinzukam",
  copy: "Kopieren",
  copied: "Kopiert.",
  notCopied: "Kopieren ist hier nicht erlaubt.",
  save: "Speichern",
  again: "Noch einmal ausführen",
};
