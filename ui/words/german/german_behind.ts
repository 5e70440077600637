/** The glass, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";
import { dative, tokens } from "./german_shared.ts";
import { say } from "../sentence.ts";

const glassStory: Catalogue["behind"]["story"] = {
  filter: "Ereignisse filtern",
  filterHint: "Wörter oder ein Name",
  noMatch: "Nichts passt dazu.",
  nothingYet: "Noch ist nichts geschehen.",
  reading: "Liest weiter zurück …",
  beginning: "Der Anfang",
  round: (n) => `Runde ${n}`,
  answers: "Antworten",
  whenAsked: "Auf Wunsch",
  oncemore: "Noch einmal",
  managed: "Hinter dem Glas",
  now: "jetzt",
  live: "gerade",
  open: "Öffnen",
  fold: "Zuklappen",
  saw: "Was der Agent sah",
  branch: "Von hier abzweigen",
  replay: "Von hier an wiedergeben",
  characters: (n) => counted(n, { other: "# Zeichen" }),
  writing: (name) => say`${name} schreibt`,
  thinking: (name) => say`${name} denkt nach`,
  waitsForYou: (name) => say`${name} wartet auf Sie`,
  waitsUntil: (name, time) => say`${name} wartet bis ${time}`,
  event: (n) => `Ereignis ${n}`,
  why: (reason) => `Grund: ${reason}.`,
  more: (n) => counted(n, { one: "# weiteres Zeichen", other: "# weitere Zeichen" }),
  copy: "Kopieren",
  copied: "Kopiert.",
  notCopied: "Kopieren ist hier nicht erlaubt.",
};

const glassTimeline: Catalogue["behind"]["timeline"] = {
  name: "Ereignis",
  at: (n, of) => `Ereignis ${n} von ${of}`,
  latest: (n) => `Ereignis ${n}, jetzt`,
  events: (from, to) => `Ereignisse ${from} bis ${to}`,
  since: (n, time) => `${counted(n, { one: "# Ereignis", other: "# Ereignisse" })} seit ${time}`,
  replay: "Wiedergeben",
  replayHint: "Von Anfang an, so schnell wie damals",
  pause: "Anhalten",
  pace: "Tempo",
  once: "1 ×",
  four: "4 ×",
  most: "So schnell es geht",
  now: "Jetzt",
  nowHint: "Zurück in die Gegenwart",
  answered: (name, n) => say`${name} antwortete, ${tokens(n)}`,
  wrote: (name, n) => say`${name} schrieb, etwa ${tokens(n)}`,
  more: (n) => counted(n, { one: "und # weiteres", other: "und # weitere" }),
  nothing: "Eine Kleinigkeit",
};

const glassNext: Catalogue["behind"]["next"] = {
  title: "Wer als Nächstes was sieht",
  on: (on, of) => `${on} von ${of} an`,
  all: "Alle sehen alles",
  misses: (name, n) => say`${name} fehlt ${counted(n, { one: "# Nachricht", other: "# Nachrichten" })}`,
  some: (agents) =>
    counted(agents, { one: "# Agent sieht nicht alles", other: "# Agenten sehen nicht alles" }),
};

const glassChain: Catalogue["behind"]["chain"] = {
  check: "Prüfen",
  checking: "Wird geprüft …",
  holds: (events, shown) =>
    `${
      counted(events, { one: "# Ereignis ist", other: "# Ereignisse sind" })
    } unterschrieben und unverändert, und ` +
    `${counted(shown, { one: "die Nachricht", other: "die # Nachrichten" })} auf dieser Seite ${
      shown === 1 ? "sagt" : "sagen"
    }, was dort steht.`,
  refuted: (line, detail) => `Das Protokoll ist nicht, was unterschrieben wurde. Zeile ${line}: ${detail}.`,
  differs: (name, time) =>
    `Was ${name} am ${time} gesagt hat, steht hier anders als im Protokoll. Bitte laden Sie die Seite neu.`,
  unable:
    "Dieser Browser kann hier keine Unterschriften prüfen. Er braucht eine Adresse mit https oder von diesem Rechner.",
};

const glassContext: Catalogue["behind"]["context"] = {
  none: "Fügen Sie einen Agenten hinzu, um zu sehen, was ihm geschickt wird.",
  what: "Was",
  sentNow: "jetzt geschickt würde",
  sentThen: (event) => `bei Ereignis ${event} geschickt worden wäre`,
  some: (included, all) => `${included} von ${counted(all, { one: "# Nachricht", other: "# Nachrichten" })}`,
  about: (about) => `, etwa ${tokens(about)}`,
  ofWindow: (window) => ` von ${window}`,
  pins: (n, about) =>
    counted(n, { one: "# davon ist angeheftet", other: "# davon sind angeheftet" }) +
    `, etwa ${tokens(about)}.`,
  pinsTooLarge: "Allein das Angeheftete ist größer als das Kontextfenster: Lösen Sie etwas davon.",
  larger: "Das ist größer als das Kontextfenster.",
  nearlyFull: "Das Kontextfenster ist fast voll.",
  advice: "Lassen Sie Nachrichten aus, oder geben Sie diesem Agenten ein gleitendes Fenster.",
  whose: "Wessen Worte in der Anfrage sind",
  share: (percent) => `${percent} % des Kontextfensters des Modells`,
  exact: "Die genaue Anfrage",
  grid: "Wer vom nächsten Zug an was sieht",
  message: "Nachricht",
  sees: (agent, author, text) => `${agent} sieht die Nachricht von ${dative(author)}: ${text}`,
  why: {
    excluded: "von Ihnen ausgelassen",
    excluded_for_agent: "vor diesem Agenten verborgen",
    system: "ein Vermerk",
    incomplete: "nicht vollständig",
    after: "kam später",
    window: "vor dem Fenster",
    not_addressed: "zu jemand anderem gesagt",
    not_chosen: "nicht gewählt",
    not_shown: "in diesem Abschnitt nicht gezeigt",
    not_judged: "nicht das, was beurteilt wird",
    withheld: "zurückgehalten",
    erased: "gelöscht",
  },
};

const glassUsage: Catalogue["behind"]["usage"] = {
  of: "Verbrauch von",
  here: "Dieses Gespräch",
  everything: "Alles",
  counting: "Zählt …",
  none: "Noch keine Antworten, also auch kein Verbrauch.",
  answers: (n) => counted(n, { one: "# Antwort", other: "# Antworten" }),
  in: "Tokens hin",
  out: "Tokens zurück",
  cost: "Kosten",
  fromCache: (n) => `${n} davon aus dem Zwischenspeicher`,
  searches: (n) => counted(n, { one: "# Suche beim Hersteller", other: "# Suchen bei Herstellern" }),
  unknown: "unbekannt",
  perDay: "Tokens am Tag (UTC)",
  perAgent: "Nach Agenten",
  agent: "Agent",
  model: "Modell",
  day: "Tag (UTC)",
  tables: "Die Zahlen",
  otherDays: (n) =>
    counted(n, { one: "# früherer Tag steht bei den Zahlen", other: "# frühere Tage stehen bei den Zahlen" }),
  otherAgents: (n) => counted(n, { one: "# weiterer bei den Zahlen", other: "# weitere bei den Zahlen" }),
  tokens,
  bar: (what, n) => `${what}: ${tokens(n)}`,
  prices: (day) => `Preise vom ${day}. Ein Modell ohne bekannten Preis kostet „unbekannt“, nie nichts.`,
};

export const german: Catalogue["behind"] = {
  name: "Hinter dem Glas",
  tabs: "Das Glas",
  close: "Schließen",
  panels: { events: "Verlauf", context: "Kontext", usage: "Verbrauch" },
  story: glassStory,
  timeline: glassTimeline,
  next: glassNext,
  chain: glassChain,
  context: glassContext,
  usage: glassUsage,
};
