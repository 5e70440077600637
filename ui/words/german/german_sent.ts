/** The sheet that shows what an agent saw, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";
import { messages, tokens } from "./german_shared.ts";
import { say } from "../sentence.ts";

const REASONS: Partial<Record<string, string>> = {
  enabled: "alle wurden gefragt",
  mentioned: "mit @ genannt",
  asked: "eigens darum gebeten",
  in_turn: "reihum",
  addressed: "von anderen angesprochen",
  managing: "leitet dieses Gespräch",
  retried: "noch einmal gefragt",
  repaired: "die Antwort davor war nicht lesbar",
};

export const german: Catalogue["sent"] = {
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
  saidBefore: "Vor einem Werkzeugaufruf gesagt",
  added: "Vom Programm hinzugefügt",
  you: "Sie",
  roles: { system: "System", user: "Nutzer", assistant: "Assistent", tool: "Werkzeug" },
  named: "mit Namen",
  files: (n) => counted(n, { one: "# Datei", other: "# Dateien" }),
  fresh: "neu",
  pinned: "angeheftet",
  notSent: "nicht geschickt",
  show: "Im Gespräch zeigen",
  without: "Und wenn er das nicht gesehen hätte?",
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
    not_shown: "Dieser Abschnitt des Gremiums zeigt sie nicht.",
    not_judged: "Sie ist nicht das, was beurteilt wird.",
    withheld: "Sie wurde zurückgehalten, um zu sehen, wie die Antwort ohne sie ist.",
  },
  erasedSince: (n) => `Nachricht ${n} war in dieser Anfrage; ihre Worte wurden seither gelöscht.`,
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
    not_shown: (n) => `${messages(n)}: in diesem Abschnitt nicht gezeigt`,
    not_judged: (n) => `${messages(n)}: nicht das, was beurteilt wird`,
    withheld: (n) => `${messages(n)}: zurückgehalten`,
    erased: (n) => `${messages(n)}: seither gelöscht`,
  },

  against: {
    label: "Verglichen mit einem anderen Aufruf",
    button: "Mit einer anderen Antwort vergleichen",
    with: "Vergleichen mit",
    in: "im Gespräch",
    here: "dieses hier",
    beside: "Antworten auf dasselbe",
    others: "Andere Antworten",
    none: "Es gibt keine andere Antwort.",
    both: (n) => `Beide bekamen ${messages(n)}.`,
    moved: "Sie stehen in anderer Reihenfolge.",
    only: (name, n) => `Nur ${name} bekam ${messages(n)}:`,
    more: (n) => `und ${n} weitere.`,
    sameBytes: "Ihre Anfragen sind gleich, Byte für Byte.",
    bytesPart: (n, path) =>
      path === null
        ? `Ihre Anfragen trennen sich nach Byte ${n}.`
        : `Ihre Anfragen trennen sich nach Byte ${n}, in ${path}.`,
    noRequest:
      "Ihre Anfragen lassen sich nicht mehr vergleichen: Worte der einen sind gelöscht, oder es gab keine.",
    begin: (n) => `Sie beginnen mit denselben ${tokens(n)}, ungefähr.`,
    fromCache: (name, n, of) => `${name}: ${n} von ${tokens(of)} kamen aus dem Zwischenspeicher.`,
    sameAnswers: "Ihre Antworten sind gleich.",
    answersPart: (n) =>
      n === 0
        ? "Ihre Antworten trennen sich beim ersten Zeichen."
        : `Ihre Antworten trennen sich nach ${counted(n, { one: "# Zeichen", other: "# Zeichen" })}.`,
    answerGone: "Die Worte einer Antwort sind gelöscht.",
    changes: "Gegenüber der anderen",
    gone: "Worte der anderen Anfrage wurden gelöscht, oder es gab keine: Sie lässt sich nicht vergleichen.",
  },

  pane: "Was geschickt wurde",
  views: "Zeigen",
  headers: (names) =>
    `Mit eigenen Kopfzeilen des Anbieters: ${names}. Ihr Inhalt wird aufbewahrt wie sein Schlüssel.`,
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
  gone: "Nicht mehr beweisbar",
  provenLong: "Das sind die Bytes, die geschickt wurden: Ihr vermerkter Hash belegt es.",
  differsLong: "Das sind nicht die Bytes, die geschickt wurden: Ihr vermerkter Hash ist ein anderer.",
  goneLong:
    "Worte daraus wurden gelöscht, und mit ihnen das Salz ihres Hashes: Die Bytes lassen sich nicht mehr zeigen oder beweisen.",
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
