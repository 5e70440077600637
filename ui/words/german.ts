/**
 * Everything the interface says, in German: one file, loaded whole where German is chosen. A room of the page is a
 * constant, in the order in which one comes into them; what the server says stands last but one, by its own words.
 */
import type { ErrorCode } from "../../events/catalog/conversation.ts";
import type { Mode, ModeFacts } from "../../events/catalog/modes.ts";
import type { Catalogue } from "./catalogue.ts";
import { counted, digits } from "./counting.ts";
import type { By } from "./english_story.ts";
import { SaidAnew } from "./said_anew.ts";
import { type Put, say, Sentence } from "./sentence.ts";

const agents = (n: number) => counted(n, { one: "# Agent", other: "# Agenten" });
const messages = (n: number) => counted(n, { one: "# Nachricht", other: "# Nachrichten" });
const talks = (n: number) => counted(n, { one: "# Gespräch", other: "# Gespräche" });
const tokens = (n: number) => counted(n, { one: "# Token", other: "# Tokens" });

/** By the code of a refusal: for what the server says of it in words that nobody has said in German yet; those stand behind. */
const refusals: Readonly<Record<string, string>> = {
  validation: "Das geht so nicht.",
  malformed: "Die Anfrage ist nicht lesbar.",
  unauthenticated: "Melden Sie sich erst an.",
  forbidden: "Das ist nicht erlaubt.",
  not_found: "Das gibt es nicht oder nicht mehr.",
  timeout: "Das hat zu lange gedauert.",
  conflict: "Das geht jetzt nicht.",
  too_large: "Das ist zu groß.",
  unsupported_media_type: "Diese Art von Datei geht nicht.",
  misdirected: "Unter dieser Adresse antwortet der Server nicht.",
  reused_key: "Das wurde schon einmal geschickt, mit anderem Inhalt.",
  upstream_refused: "Der Anbieter lehnt es ab.",
  too_many_requests: "Das waren zu viele Anfragen in kurzer Zeit.",
  internal: "Auf dem Server ging etwas schief.",
  upstream: "Beim Anbieter ging etwas schief.",
  set_up: "Legen Sie erst ein Passwort fest.",
  context_length_exceeded: "Das Gespräch ist zu lang für das Modell.",
  content_filter: "Das Modell wollte nicht antworten.",
  model_not_found: "Dieses Modell gibt es nicht.",
  unsupported_parameter: "Das wird hier nicht unterstützt.",
  previous_response_not_found: "Die Antwort, an die dies anschließt, gibt es nicht.",
  method_not_allowed: "Das geht an dieser Adresse nicht.",
  stopped: "Das wurde angehalten, bevor es eine Antwort gab.",
  unavailable: "Der Server kann das gerade nicht.",
};

/** The frame. */
const frame: Catalogue["frame"] = {
  app: "Fishbowl",
  skip: "Zum Nachrichtenfeld springen",
  closeList: "Liste schließen",
  offline: "Keine Verbindung zum Server. Was Sie geschrieben haben, ist sicher.",
  nextTry: (seconds) => `nächster Versuch in ${seconds} s`,
  tryingNow: "wird gerade versucht",
  notRead: "Der Server ist nicht zu erreichen, und dieses Gespräch wurde auf diesem Gerät nicht gelesen.",
  asOf: (time) => `Stand ${time}. Offline: Was Sie schreiben, bleibt als Entwurf erhalten.`,
  opening: "Wird geöffnet …",
  loading: "Lädt …",
  notLoaded: "Dieser Teil konnte nicht geladen werden. Laden Sie die Seite neu.",
  nothingHere: "Hier ist nichts",
  chooseAnother: "Ein anderes Gespräch wählen",
  untitled: "Neues Gespräch",
  thisConversation: "dieses Gespräch",

  conversations: "Gespräche",
  recent: "Letzte Gespräche",
  showConversations: "Gespräche zeigen",
  hideConversations: "Gespräche verbergen",
  sidebarWidth: "Breite der Liste",
  newConversation: "Neues Gespräch",
  search: "Alle Nachrichten durchsuchen",
  searchShort: "Suchen",
  none: "Noch keine Gespräche. Beginnen Sie oben eines.",
  archived: "Archiviert",
  nothingArchived: "Nichts ist archiviert.",
  answering: (n) => counted(n, { one: "# antwortet", other: "# antworten" }),
  settingsTitle: "Einstellungen",
  unread: "neue Antworten",
  settings: "Agenten & Anbieter",
  theme: (name) => `Farben: ${name}`,
  changeTheme: (name) => `Farben: ${name}. Ändern`,
  themes: { system: "wie das System", light: "hell", dark: "dunkel" },

  groups: { pinned: "Angeheftet", today: "Heute", week: "Diese Woche", older: "Älter" },

  actionsFor: (name) => `Aktionen für ${name}`,
  labelFilter: "Auf ein Etikett beschränken",
  from: (title) => `aus „${title}“`,
  backTo: (title) => `aus „${title}“: dorthin zurück`,
  pin: "Anheften",
  unpin: "Nicht mehr anheften",
  labels: "Etiketten",
  project: "Projekt …",
  projects: "Projekte",
  rename: "Umbenennen",
  archive: "Archivieren",
  restore: "Zurückholen",
  archivedNow: (title) => `„${title}“ ist archiviert`,
  restored: (title) => `„${title}“ ist zurück`,
  conversationSettings: "Einstellungen",
  schedules: "Zeitpläne …",
  checks: "Prüfungen …",
  plannedFor: (time) => `spricht von selbst: ${time}`,
  runAgain: "Mit anderen Modellen wiederholen",
  share: "Teilen …",
  exportLog: "Protokoll exportieren (NDJSON)",
  exportMarkdown: "Als Markdown exportieren",
  exportPage: "Als Seite exportieren (HTML)",
  print: "Drucken",
  delete: "Löschen",
  deleteAsk: (title) => `„${title}“ löschen?`,
  deleteMeans: (n, seconds) =>
    `${
      counted(n, {
        one: "# Nachricht verschwindet mit ihren Ereignissen",
        other: "# Nachrichten verschwinden mit ihren Ereignissen",
      })
    } für immer. Sie haben ${seconds} Sekunden, um das rückgängig zu machen.`,
  exportFirst: "Vorher exportieren",
  deleted: (title) => `„${title}“ ist gelöscht`,
  cancel: "Abbrechen",
  close: "Schließen",
  unreachable: "Der Server ist nicht zu erreichen.",
  refused: (code, detail) =>
    server.told(detail) ??
      `${Object.hasOwn(refusals, code) ? refusals[code] : "Das ging nicht."} (${detail})`,
  answered: (status) => `Der Server hat mit ${status} geantwortet.`,
  notThere: "Dieses Gespräch gibt es nicht, oder es wurde gelöscht.",
  deletedHere: "Dieses Gespräch wurde gelöscht.",
  unknown: "unbekannt",
  justNow: "gerade eben",
  undo: "Rückgängig",
  dismiss: "Ausblenden",
};

/** The page before a conversation. */
const home: Catalogue["home"] = {
  name: "Neues Gespräch",
  title: "Fragen Sie das ganze Becken.",
  lead: "Mehrere Agenten, eine Frage, nebeneinander.",
  leadToo: "Sie entscheiden, wer was sieht.",
  box: "Was sollen sie sich ansehen?",
  boxNote: "Eine Notiz für Sie selbst: kein Agent ist an",
  agents: "Wer gefragt wird",
  add: "Weitere",
  addAgents: "Agenten hinzufügen",
  newAgent: "Neuer Agent",
  agencyOf: (name) => `${name}, eine Agentur`,
  noAgency: (name) => `Agenten statt ${name} fragen`,
  agencies: "Oder eine Agentur",
  more: "Grenzen, das Web und was sonst gilt",
  nobody: "Niemand ist da, der antworten könnte. Schalten Sie einen Agenten ein.",
  free: "kostenlos",
  starters: "Für den Anfang",
  compare: "Zwei Dinge vergleichen",
  compareText: "Was von beidem würdest du nehmen, und warum? Sag, was dich umstimmen würde.\n\nA: ",
  attack: "Plan angreifen",
  attackText:
    "Das ist mein Plan. Finde, was daran falsch ist, das Schlimmste zuerst, und sag, wie es besser wird.\n\n",
  rewrite: "Text umschreiben",
  rewriteText: "Schreib das kürzer und klarer, und sag, was du geändert hast.\n\n",
  read: "Datei lesen",
  readText: "Lies die Datei. Was sagt sie, was lässt sie aus, und was würdest du den Verfasser fragen?",
  practice: "Diese Agenten üben nur. ",
  connect: "Ein Modell verbinden",
  recent: "Machen Sie weiter",
  recentShort: "Zuletzt",
  all: "Alle Gespräche",
  newSaid: (said) => `Neu. ${said}`,
  answering: (n) => counted(n, { one: "# antwortet", other: "# antworten" }),
  nothingSaid: "Noch nichts gesagt",
  notStarted: "Es ist nicht angekommen:",
  notStartedWhy: "Es wird noch einmal gesendet, sobald der Server erreichbar ist; Ihr Text ist sicher.",
  again: "Noch einmal versuchen",
  keys: "Tasten",
  others: "Weiteres",
  takeIn: "Gespräche importieren",
};

/** The head of a conversation. */
const head: Catalogue["head"] = {
  rename: "Umbenennen",
  title: "Titel",
  glass: "Ereignisse, Kontext und Verbrauch zeigen",
  glassTip: "Hinter dem Glas",
  whoAnswers: (mode) => `Wer antwortet: ${mode}`,
  whoAnswersShort: "Wer antwortet",
  modes: {
    parallel: { label: "Gemeinsam", help: "Alle eingeschalteten Agenten antworten zugleich" },
    round_robin: { label: "Reihum", help: "Einer nach dem anderen, und jeder sieht die vor ihm" },
    manual: {
      label: "Auf Wunsch",
      help: "Niemand antwortet, bevor Sie fragen",
      hint: "Erst schreiben, dann oben fragen",
    },
    manager: {
      label: "Leitung",
      help: "Ein Agent spricht mit Ihnen und lenkt die anderen",
      hint: "Nachricht an die Leitung",
    },
  },
  rounds: (n) => counted(n, { one: "# Runde", other: "# Runden" }),
  roundsLabel: "Runden",

  agents: "Agenten",
  viewing: (at, of) => `Sie sehen Ereignis ${digits(at)} von ${digits(of)}`,
  backToNow: "Zurück zur Gegenwart",
  continueHere: "Von hier in einem neuen Gespräch fortfahren",
  agentCount: (n) => counted(n, { one: "# Agent", other: "# Agenten" }),
  agentsOn: (n, on) => `${counted(n, { one: "# Agent", other: "# Agenten" })}, ${on} eingeschaltet`,
  agentsAndOrder: "Agenten in ihrer Reihenfolge",
  allOn: "Alle einschalten",
  allOff: "Alle ausschalten",
  nobodyYet: "Noch nimmt kein Agent teil.",
  addHeading: "Hinzufügen",
  addAgent: "Agent dazunehmen",
  newAgent: "Neuer Agent",
  moveAgent: (name) => `${name} verschieben`,
  moveHow: "Ziehen oder ↑ und ↓ drücken",
  manages: "leitet",
  actionsIn: (name) => `Mehr für ${name}`,
  pillOn: "Klick schaltet aus",
  pillOff: "Klick schaltet ein",
  doing: { waiting: "wartet", answering: "antwortet", off: "aus" },
  waitsForYou: "wartet auf Sie",
  waitsUntil: (time) => `wartet bis ${time} (Wunsch des Anbieters)`,
  full: (percent) => `zu ${percent} % voll`,
  ask: "Fragen",
  askOnly: "Nur diesen fragen",
  solo: "Allein: die anderen ausschalten",
  willSee: "Was der Agent sehen wird",
  moveLeft: "Nach links",
  moveRight: "Nach rechts",
  remove: "Entfernen",
  removed: (name) => `${name} nimmt nicht mehr teil`,
};

/** Where one writes. */
const writing: Catalogue["writing"] = {
  askPanel: "Ein Gremium fragen",
  message: "Nachricht",
  hints: {
    manual: "Erst schreiben, dann oben fragen",
    manager: "Nachricht an die Leitung",
  },
  hintOne: (name) => `Nachricht an ${name}`,
  hint: (n) => `Nachricht an ${agents(n)}, oder mit @ an einen davon`,
  hintOr: (n, name) => `Nachricht an ${agents(n)}, oder nur an @${name}`,
  shortHint: (n) => `Nachricht an ${agents(n)}`,
  goOn: (name) => `Mit der Antwort von ${name} weiter`,
  note: "Eine Notiz für Sie selbst: kein Agent ist an",
  send: "Senden",
  stop: "Anhalten",
  stopAll: "Alle anhalten",
  stops: "hält an",
  stopsAll: "hält alle an",
  attach: "Anhängen",
  fromServers: "Vorlagen und Ressourcen von MCP-Servern",
  tooMany: (n) => `${n} zu viel. Kürzen Sie, oder hängen Sie es als Datei an.`,
  count: (n, of) => `${n} von ${of}`,
  pasted: "Zu lang für eine Nachricht: als Textdatei angehängt.",
  mentions: "Die Agenten",
  off: "aus",
  toOne: (name) => `an ${name}`,
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

const YOU = "Sie";
/** Behind „von“ und „zu“. */
const dative = (name: string): string => name === YOU ? "Ihnen" : name;

/** What is read: messages, answers, and what belongs together. */
const GROUPS = ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"];

const about: Catalogue["about"] = {
  whatTheySaid: (n) => `Was die ${GROUPS[n - 2] ?? digits(n)} sagten`,
  byWhom: "von",
  by: (name) => `von ${name}`,
  allAgree: "Alle einig",
  someAgree: (n, of) => `${digits(n)} von ${digits(of)} einig`,
  aloneSays: (name) => `Nur ${name}`,
  stillOpen: "Noch offen",
  toAnswer: (name) => `Zur Antwort von ${name}`,
  close: "Zuklappen",
  open: "Zeigen",
  asWritten: "Wie es geschrieben wurde",
  otherForm: "Es hielt sich nicht an die Form, darum steht es hier, wie es geschrieben wurde.",

  claims: "Aussagen",
  claimsOnly: "Nur Aussagen",
  ofTwo: (one, other) => `${one} gegen ${other}`,
  contradictions: (n) => counted(n, { one: "# Widerspruch", other: "# Widersprüche" }),
  noContradiction: "kein Widerspruch",
  whatClaimsDo:
    "Ein Agent liest beide Antworten und sagt, welche ihrer Aussagen gleich sind, welche einander widersprechen und welche allein stehen. Was er schreibt, kostet so viel wie jede seiner Antworten und zählt in keinem späteren Kontext.",
  find: "Aussagen finden",
  findWho: "Wer sie findet",
  reads: (name) => `${name} liest beide …`,
  readBy: (name) => `Gelesen von ${name}`,
  contradicts: "Beides kann nicht wahr sein",
  contradictsElsewhere: "Widerspricht dem, was die andere an anderer Stelle sagt",
  sameClaim: "Beide sagen es",
  showThem: "Nebeneinander zeigen",
};

const answers: Catalogue["answers"] = {
  messages: "Nachrichten",
  you: YOU,
  bySchedule: "Nach Zeitplan",
  olderAbove: "Ältere Nachrichten oberhalb …",
  newMessages: "Neue Nachrichten",

  waiting: "wartet",
  writing: "schreibt",
  thinking: "denkt nach",
  asks: "wartet auf Sie",
  stopped: "angehalten",
  failed: "Fehler",
  passed: "setzt aus",
  again: "unterbrochen, beginnt erneut",
  tokens: (n) => counted(n, { other: "# Tokens", one: "# Token" }),
  words: (n) => counted(n, { one: "# Wort", other: "# Wörter" }),
  tries: (n) => counted(n, { other: "# Versuche" }),
  cut: "an der Längengrenze des Agenten abgeschnitten",
  broughtAlong: "vom aufrufenden Programm mitgebracht",
  addressedBy: (name) => `gefragt von ${dative(name)}`,
  gaveResults: "Die Ergebnisse der Werkzeuge stehen oben bei den Aufrufen.",
  imported: "importiert",
  importedHelp: "Kam mit einer Datei: Niemand hier hat es geschrieben, auch wenn der Name gleich ist",
  erased: "Gelöscht.",
  erase: "Worte löschen",
  erasedOn: (day, by) => `Gelöscht am ${day} von ${by}.`,
  aPerson: "einem Menschen dieses Arbeitsbereichs",

  inContext: "im Kontext",
  leftOut: "ausgelassen",
  inContextHelp: "Im Kontext späterer Antworten",
  leftOutHelp: "Aus dem Kontext späterer Antworten ausgelassen",
  leftOutNow: (n) =>
    counted(n, {
      one: "# Nachricht bleibt bei späteren Antworten außen vor.",
      other: "# Nachrichten bleiben bei späteren Antworten außen vor.",
    }),

  pinned: "angeheftet",
  pinnedHelp: "Im Kontext jeder späteren Antwort, wo immer das Fenster eines Agenten beginnt",
  remember: "Merken",
  pin: "An den Kontext heften",
  unpin: "Vom Kontext lösen",
  pinnedNow: "Angeheftet: bleibt im Kontext späterer Antworten.",
  unpinnedNow: "Nicht mehr angeheftet.",
  pinsTooLarge: (names) =>
    `Allein das Angeheftete ist größer als das Kontextfenster von ${names}: Von dort kommt keine Antwort, bis etwas davon gelöst ist.`,

  actions: (name) => name === YOU ? "Aktionen für Ihre Nachricht" : `Aktionen für die Antwort von ${name}`,
  more: (name) => name === YOU ? "Mehr zu Ihrer Nachricht" : `Mehr zu ${name}`,
  copy: "Kopieren",
  copied: "Kopiert.",
  copyForbidden: "Kopieren ist hier nicht erlaubt.",
  askAgain: "Erneut fragen",
  change: "Ändern und anderswo weiterführen",
  quote: "Zitieren",
  quoteHelp: "In der nächsten Nachricht zitieren",
  askAbout: (name) => `${name} danach fragen`,
  whatItSaw: "Was der Agent sah",
  connectModel: "Ein Modell verbinden",
  whatDidSee: (name) => `Was hat ${name} gesehen?`,
  seenBy: "Gesehen von",
  samples: "Mehrere Antworten …",
  expect: "Prüfen …",
  compareBlind: "Blind vergleichen …",
  keep: "Diese behalten",
  compare: "Vergleichen",
  compareWith: (name) => `Mit ${name} vergleichen`,
  showAll: "Alles zeigen",
  showLess: "Weniger zeigen",
  sawMarks: (had, of) => `Hatte ${had} von ${of} Nachrichten`,
  sawOne: (name) => `Hatte die Nachricht von ${dative(name)}`,
  sawNot: (name) => `Hatte die Nachricht von ${dative(name)} nicht`,
  sawTitle: (name) => `${name} sah`,
  seenSince: "Seitdem gesehen von",
  seenByNobody: "Noch von niemandem. Der nächste Zug entscheidet.",
  versionSaid: (at, of) => `Fassung ${at} von ${of}`,
  versionBefore: "Fassung davor",
  versionAfter: "Nächste Fassung",

  retry: "Erneut",
  otherModel: "Anderes Modell",
  why: "Warum",
  fixKey: "Schlüssel berichtigen",
  notCharged: "Es wurde nichts berechnet.",

  answers: (n) => counted(n, { one: "# Antwort", other: "# Antworten" }),
  nAsk: (n) => counted(n, { one: "# wartet auf Sie", other: "# warten auf Sie" }),
  nWriting: (n) => counted(n, { one: "# schreibt", other: "# schreiben" }),
  group: (n) => counted(n, { one: "# Antwort", other: "# Antworten nebeneinander" }),
  layout: "Anordnung",
  columns: "Spalten",
  focus: "Fokus",
  stack: "Stapel",
  mergedFrom: "Zusammengefasst aus",
  allAnswers: (n) => counted(n, { one: "Zurück zu # Antwort", other: "Zurück zu # Antworten" }),
  mergeBy: (name) => `Alle zusammenfassen, durch ${name}`,
  gist: "Kern",
  gistHelp: "Was sie in wenigen Zeilen sagen, von einem Agenten Ihrer Wahl",
  writtenBy: "Geschrieben von",
  gistBy: (name) => `Kern, durch ${name}`,
  moreForAll: "Mehr zu diesen Antworten",
  stillSwimming: "Schwimmt noch",
  thinksFor: (name, time) => `${name} denkt seit ${time} nach.`,
  mostTake: (time) => `Die meisten Antworten brauchten hier ${time}.`,
  wholeQuestion: "Ganz zeigen",
  oneLine: "Eine Zeile davon zeigen",
  kept: (name) => `Die Antwort von ${name} behalten. Der nächste Zug sieht die anderen nicht.`,
  youKept: "Von Ihnen behalten",
  others: (n) => counted(n, { one: "# andere Antwort", other: "# andere Antworten" }),
  fromHereOn: "ab hier ausgelassen",
  sideBySide: "Nebeneinander zeigen",
  nextAnswers: "Nächste Antworten",
  answersBefore: "Vorige Antworten",
  done: "fertig",
  round: (n) => `Runde ${n}`,
  repliesTo: (name) => `Antwortet ${name}`,

  comparing: "Vergleich von zweien",
  agree: (n) => counted(n, { one: "# Teil stimmt überein", other: "# Teile stimmen überein" }),
  differ: (n) => counted(n, { one: "# weicht ab", other: "# weichen ab" }),
  alone: (n) => counted(n, { one: "# steht allein", other: "# stehen allein" }),
  wordsThatDiffer: "Abweichende Wörter",
  shownOf: "Was von beiden gezeigt wird",
  swap: "Seiten tauschen",
  another: (name) => `Eine andere Antwort als die von ${name}`,
  isSame: "Dieselben Wörter",
  isDifferent: "Verschieden",
  onlyLeft: "Nur links gesagt",
  onlyRight: "Nur rechts gesagt",
  saysNothing: (name) => `${name} sagt dazu nichts.`,
  keepOf: (name) => `Die von ${name} behalten`,
  mergeBoth: "Beide zusammenfassen",
  mergeWho: "Wer zusammenfasst",
  by: (name) => `durch ${name}`,
  askToVote: (n) => counted(n, { one: "Den anderen fragen", other: "Die # anderen abstimmen lassen" }),
  voteQuestion: (one, other) =>
    `Welche der letzten beiden Antworten ist besser, die von ${one} oder die von ${other}? Nenne eine und sage in einem Satz, warum.`,
  keepMeans:
    "Wer eine behält, lässt die anderen aus dem aus, was Agenten als Nächstes sehen. Das lässt sich zurücknehmen.",

  unfold: "Diesen Austausch zeigen",
  fold: "Zuklappen",

  behind: (n) => counted(n, { one: "# Nachricht hinter dem Glas", other: "# Nachrichten hinter dem Glas" }),
  to: "an",
  nobody: "niemanden",
  somebodyGone: "jemanden, der nicht mehr da ist",
  isAsking: (who, whom) => `${who} fragt ${whom} …`,
  isThinking: (who) => `${who} überlegt …`,

  quietWater: "Stilles Wasser",
  noAgents: "Noch macht kein Agent mit. Fügen Sie oben einen hinzu, oder behalten Sie dies als Notizen.",
  everyoneAnswers:
    "Alle eingeschalteten Agenten antworten zugleich. Ein Klick auf einen Namen oben schaltet den Agenten aus.",
  inTurnAnswers:
    "Alle eingeschalteten Agenten antworten der Reihe nach, und jeder sieht die Antworten vor seiner.",
  nobodyUnasked:
    "Niemand antwortet ungefragt. Schreiben Sie, wenn Sie möchten, und wählen Sie dann unten einen Agenten.",
  managerAnswers: (name) => `${name} antwortet Ihnen und fragt die anderen, wo das hilft.`,
  noManager: "Noch leitet niemand: Schalten Sie einen Agenten ein, oder wählen Sie einen anderen Modus.",

  turnOn: "Ein Klick auf einen Namen oben schaltet den Agenten ein.",
  whatItWillSee: "Was der Agent sehen wird",

  sending: "wird gesendet …",
  notSent: "nicht gesendet",
  sentOnceBack: "Wird gesendet, sobald der Server wieder da ist.",
  notSentClosed: "Die Seite wurde geschlossen, ehe es gesendet war.",
  discard: "Verwerfen",

  reasoning: "Überlegung",
  citations: "Quellen",
  attemptCut: (n) => `Versuch ${n} wurde unterbrochen`,
  nothingWritten: "Es war noch nichts geschrieben.",
};

/** Conversations that go on from others. */
const continuing: Catalogue["continuing"] = {
  change: "Ändern und anderswo weiterführen",
  otherWords: "Andere Worte",
  explained:
    "Mit diesen Worten beginnt ein neues Gespräch, hinter allem, was davor gesagt wurde. Dieses bleibt, wie es ist.",
  filesToo: (n) => counted(n, { one: "Die # Datei geht mit.", other: "Die # Dateien gehen mit." }),
  go: "Anderswo weiterführen",
  cancel: "Abbrechen",
  same: "Das sind die Worte, die gesagt wurden.",
  tooLong: (by) => counted(by, { other: "# Zeichen zu viel" }),
};

/** Inside answers. */
const content: Catalogue["content"] = {
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

/** Files on messages. */
const files: Catalogue["files"] = {
  attached: "Angehängte Dateien",
  save: (name) => `${name} speichern`,
  toSend: "Dateien zum Senden",
  uploading: "wird hochgeladen …",
  tokens: (n) => `≈ ${counted(n, { one: "# Token", other: "# Tokens" })}`,
  scaled: (width, height) => `verkleinert auf ${width} × ${height}`,
  noText: "ohne Text",
  cutText: "nur der Anfang",
  remove: (name) => `${name} entfernen`,
  dismiss: (name) => `Meldung zu ${name} schließen`,
  drop: "Zum Anhängen ablegen",
  tooMany: (most) => `Höchstens ${most} Dateien passen an eine Nachricht.`,
  tooLarge: (megabytes) => `Die Datei ist größer als ${megabytes} MB.`,
  empty: "Die Datei ist leer.",
  unreadable: "Sie kann nicht gelesen werden; ein Ordner kann nicht angehängt werden.",
};

/** Agents' own pictures. */
const pictures: Catalogue["pictures"] = {
  own: "Eigenes Bild",
  choose: "Bild wählen",
  other: "Anderes wählen",
  remove: "Bild entfernen",
  or: "oder hier ablegen oder einfügen",
  bounds: (megabytes, pixels, side) =>
    `PNG, JPEG, GIF oder WebP, bis ${megabytes} MB und ${pixels} × ${pixels} Pixel. Behalten wird die Mitte, ` +
    `als stehendes Bild von ${side} × ${side} Pixeln; ohne Bild steht das Zeichen.`,
  making: "Wird verkleinert …",
  chosen: "Gewählt: Es erscheint, sobald Sie speichern.",
  removed: "Entfernt: Das Zeichen erscheint, sobald Sie speichern.",
  noPicture: "Das ist kein Bild in PNG, JPEG, GIF oder WebP.",
  tooLarge: (megabytes) => `Das Bild ist größer als ${megabytes} MB.`,
  tooWide: (pixels) => `Das Bild hat mehr als ${pixels} Pixel an einer Seite.`,
  unreadable: "Das Bild kann nicht gelesen werden: Vielleicht ist es beschädigt.",
  onItsWay: "Das Bild ist noch unterwegs. Speichern Sie gleich noch einmal.",
};

/** Finding something in a conversation. */
const find: Catalogue["find"] = {
  name: "In diesem Gespräch suchen",
  hit: (at, of, more) => `${at} von ${of}${more ? "+" : ""}`,
  looking: "Sucht …",
  none: "Nicht gefunden",
  previous: "Zurück",
  next: "Weiter",
  close: "Schließen",
};

/** Searching every message. */
const searching: Catalogue["searching"] = {
  searching: "Sucht …",
  found: (n) => counted(n, { one: "# Treffer", other: "# Treffer" }),
  nothingSays: ["Keine Nachricht enthält „", "“"],
  didYouMean: "Meinten Sie",
  fewerWords: "Versuchen Sie es mit weniger Wörtern oder ihren Anfängen.",
  untitled: "Neues Gespräch",
  indexing: "Ältere Nachrichten werden noch durchgesehen: Es kann mehr geben.",
  order: "Reihenfolge des Gefundenen",
  orders: { best: "Das Beste zuerst", newest: "Das Neueste zuerst" },
  narrow: "Suche eingrenzen",
  written: { "agent:": "agent:", "project:": "projekt:", "after:": "nach:", "before:": "vor:", '"': "„ “" },
  filters: {
    "agent:": "von jemandem gesagt: agent:Ada",
    "project:": "in einem Projekt gesagt: projekt:Ofen",
    "after:": "an dem Tag oder später gesagt: nach:2026-11-02",
    "before:": "vorher gesagt: vor:2026-12",
    '"': "Wörter, die beisammen stehen, in Anführungszeichen",
  },
};

/** The palette. */
const palette: Catalogue["palette"] = {
  askPanel: "Ein Gremium fragen",
  compare: "Blind vergleichen",
  label: "Was möchten Sie tun?",
  list: "Aktionen",
  nothing: "So heißt keine Aktion und kein Gespräch.",
  groups: {
    recent: "Noch einmal",
    conversations: "Gespräche",
    here: "Dieses Gespräch",
    agents: "Agenten",
    page: "Überall",
    settings: "Einstellungen",
  },
  messages: "Nachrichten",
  searching: "Durchsucht die Nachrichten …",
  more: (n) => counted(n, { one: "# weitere dort", other: "# weitere dort" }),
  howMove: "bewegen",
  howDo: "ausführen",
  howClose: "schließen",

  newConversation: "Neues Gespräch",
  newProject: "Neues Projekt",
  openProject: (name) => `Projekt ${name}`,
  moveToProject: "In ein Projekt verschieben",
  keys: "Tasten",
  hideList: "Liste zeigen oder verbergen",
  takeIn: "Gespräche importieren",
  theme: { system: "Farben: wie das System", light: "Farben: hell", dark: "Farben: dunkel" },
  language: (name) => `Sprache: ${name}`,
  notifyOn: "Benachrichtigen, wenn Antworten fertig sind",
  notifyOff: "Nicht mehr benachrichtigen",
  notifyNot: "Der Browser erlaubt dieser Seite keine Benachrichtigungen; seine Einstellungen sagen, warum.",
  notifyNow: "Sie erfahren, wenn Antworten fertig sind, während Sie woanders hinsehen.",
  soundOn: "Ein Ton, wenn Antworten fertig sind",
  soundOff: "Kein Ton, wenn Antworten fertig sind",

  find: "In diesem Gespräch suchen",
  stop: "Alle Antworten anhalten",
  glassOpen: "Das Glas öffnen",
  glassClose: "Das Glas schließen",
  panel: (name) => `Hinter dem Glas: ${name}`,
  replay: "Von Anfang an wiedergeben",
  answers: (mode) => `Antworten: ${mode}`,
  modes: {
    parallel: "Alle eingeschalteten Agenten antworten zugleich",
    round_robin: "Einer nach dem anderen, jeder sieht die vor ihm",
    manual: "Niemand antwortet, bis Sie fragen",
    manager: "Ein Agent spricht mit Ihnen und leitet die anderen",
  },
  rename: "Dieses Gespräch umbenennen",
  runAgain: "Mit anderen Modellen noch einmal",
  settings: "Einstellungen dieses Gesprächs",
  archive: "Dieses Gespräch archivieren",
  remove: "Dieses Gespräch löschen",
  share: "Diese Unterhaltung teilen",
  exportLog: "Das Protokoll exportieren (NDJSON)",
  exportMarkdown: "Als Markdown exportieren",
  exportPage: "Als Seite exportieren (HTML)",
  exportMessages: "Als Nachrichten für Programme exportieren (JSON von OpenAI)",
  print: "Dieses Gespräch drucken",
  turnOn: (name) => `${name} einschalten`,
  turnOff: (name) => `${name} ausschalten`,
  askOnly: (name) => `Nur ${name} fragen`,
  section: (name) => `Einstellungen: ${name}`,
  sections: {
    providers: "Anbieter",
    agents: "Agenten",
    roles: "Rollen",
    personalities: "Persönlichkeiten",
    agencies: "Agenturen",
    panels: "Gremien",
    mcp: "MCP-Server",
    search: "Websuche",
    projects: "Projekte",
    notes: "Notizen",
    schedules: "Zeitpläne",
    checks: "Prüfungen",
    prices: "Preise",
    tokens: "Zugangsschlüssel",
    import: "Importieren",
    webhooks: "Webhooks",
    retention: "Automatisch löschen",
    signing: "Unterschriften",
    status: "Status",
    password: "Passwort",
    preferences: "Vorlieben",
  },
};

/** The help sheet. */
const keys: Catalogue["keys"] = {
  title: "Tasten",
  does: {
    palette: "Alle Aktionen, alle Gespräche",
    new: "Neues Gespräch",
    find: "In diesem Gespräch suchen",
    print: "Das ganze Gespräch drucken",
    sidebar: "Liste zeigen oder verbergen",
    glass: "Das Glas öffnen oder schließen",
    theme: "Hell, dunkel, wie das System",
    undo: "Das Letzte zurücknehmen",
    escape: "Antworten anhalten, dann schließen",
    help: "Diese Übersicht",
    write: "Schreiben",
    send: "Senden",
    line: "Neue Zeile",
    mention: "Nur einen Agenten fragen",
    change: "Im leeren Feld: die letzte Nachricht ändern und anderswo weiterführen",
    agent: "Einen Agenten ein- oder ausschalten",
    answer: "Zu einer Antwort gehen",
    previous: "Die Antwort davor",
    next: "Die nächste Antwort",
    columns: "Antworten in Spalten",
    focus: "Eine Antwort auf einmal",
    stack: "Antworten untereinander",
    compare: "Zwei Antworten vergleichen",
    keep: "Diese behalten",
    again: "Erneut fragen",
    copy: "Die Antwort kopieren",
    quote: "Sie zitieren",
    saw: "Was der Agent sah",
    back: "In der Wiedergabe ein Ereignis zurück",
    forward: "In der Wiedergabe ein Ereignis weiter",
    scrub: "Dasselbe auf der Zeitleiste",
  },
  groups: {
    page: "Überall",
    writing: "Beim Schreiben",
    agents: "Agenten",
    answers: "Antworten",
    replay: "Wiedergabe",
  },
  outside: "Buchstaben gelten, solange Sie nicht schreiben.",
  on: "Tasten sind an",
};

/** What keys are called. */
const presses: Catalogue["presses"] = {
  Mod: "Strg",
  Shift: "Umschalt",
  Alt: "Alt",
  Escape: "Esc",
  Enter: "Eingabe",
  or: "oder",
};

/** Labels. */
const filing: Catalogue["filing"] = {
  untitled: "Neues Gespräch",
  labels: "Etiketten",
  labelsOf: (title) => `Etiketten von „${title}“`,
  newLabel: "Neues Etikett",
  addLabel: "Hinzufügen",
  labelTooLong: (most) => counted(most, { other: "Höchstens # Zeichen." }),
  labelsFull: (most) => counted(most, { other: "Es hat # Etiketten, und kein Gespräch hat mehr." }),
};

/** What is told to somebody who looks elsewhere. */
const news: Catalogue["news"] = {
  done: (n) => counted(n, { one: "# Antwort ist da", other: "# Antworten sind da" }),
  doneSome: (n, failed) =>
    `${counted(n, { one: "# Antwort", other: "# Antworten" })}, ${
      counted(failed, { one: "# misslang", other: "# misslangen" })
    }`,
  noneDone: "Die Antworten sind misslungen",
  waits: (name) => `${name} wartet auf Ihr Ja oder Nein`,
  somebody: "Ein Agent",
  answering: (name) => `${name} antwortet`,
  answered: (name, text) => `${name} hat geantwortet: ${text}`,
  asks: (name, tool) => `${name} möchte ${tool} benutzen`,
};

/** What agents use, and what they ask before. */
const tools: Catalogue["tools"] = {
  asksToUse: "Bittet um",
  using: "Benutzt gerade",
  used: "Benutzte",
  handed: "Bittet sein Programm um",
  ended: { error: "fehlgeschlagen", unknown: "unklar, ob es lief", refused: "nicht ausgeführt" },
  erased: "gelöscht",
  erase: "Löschen, was es gefragt wurde und gab",
  allowed: "erlaubt",
  refused: "abgelehnt",
  forSite: "für",
  mayIt: (tool) => `Darf „${tool}“ benutzt werden?`,
  changes: "Das ändert etwas.",
  unknownAddress: "Eine Adresse soll gelesen werden, die hier niemand genannt hat. Was in ihr steht, geht an",
  allow: "Erlauben",
  allowOnce: "Einmal erlauben",
  allowSite: "Diese Site erlauben",
  otherServer: "Das geht an einen anderen Server:",
  allowHere: "In diesem Gespräch erlauben",
  allowAlways: "Immer",
  alwaysMeans: "Text von einem anderen Server lässt es wieder fragen.",
  changedSince:
    "Der Server sagt inzwischen etwas anderes darüber. Sehen Sie es sich in den Einstellungen an.",
  howFar: "Wie weit es ist",
  outside: (host) => `Text von ${host}, von niemandem geprüft`,
  here: "für dieses Gespräch",
  refuse: "Ablehnen",
  refusesIn: (time) => `lehnt in ${time} von selbst ab`,
  labels: {
    current_time: "Die Uhrzeit",
    web_search:
      "Im Web suchen (durch den Hersteller des Modells, Anthropic oder OpenAI, sonst durch den Suchdienst der Einstellungen)",
    fetch_url: "Eine Webseite lesen (fragt bei Adressen, die niemand genannt hat)",
    rename_conversation: "Das Gespräch umbenennen (fragt vorher)",
  },
  inputs: { title: "Titel", url: "Adresse", query: "Suche" },
};

/** What servers of tools ask people. */
const inputs: Catalogue["inputs"] = {
  asks: (host) => `${host} bittet um etwas`,
  asked: "fragte",
  sentTo: (host) =>
    `Was Sie angeben, geht an ${host} und bleibt in diesem Gespräch. Geben Sie hier kein Passwort und keinen Schlüssel an.`,
  opens: (host) =>
    `Sie sollen eine Adresse öffnen. Was Sie dort tun, bleibt zwischen Ihnen und ${host}; nichts davon kommt hierher.`,
  open: (host) => `${host} öffnen`,
  send: "Senden",
  agree: "Zustimmen",
  decline: "Ablehnen",
  dismiss: "Jetzt nicht",
  endsIn: (time) => `endet in ${time} von selbst`,
  optional: "freiwillig",
  choose: "Auswählen …",
  yes: "ja",
  no: "nein",
  outcomes: {
    accepted: "gesendet",
    declined: "abgelehnt",
    cancelled: "nicht beantwortet",
    unanswered: "niemand antwortete rechtzeitig",
    withdrawn: "der Server wollte es nicht mehr",
    lost: "verloren: Der Aufruf wurde unterbrochen",
  },
  opened: "zugestimmt",
  faults: {
    missing: "Füllen Sie das aus.",
    kind: "Das passt nicht.",
    short: (n) => `Mindestens ${n} Zeichen.`,
    long: (n) => `Höchstens ${n} Zeichen.`,
    whole: "Eine ganze Zahl.",
    small: (n) => `Mindestens ${n}.`,
    large: (n) => `Höchstens ${n}.`,
    few: (n) => `Wählen Sie mindestens ${n}.`,
    many: (n) => `Wählen Sie höchstens ${n}.`,
    format: {
      email: "Eine E-Mail-Adresse wie name@example.org.",
      uri: "Eine Adresse wie https://example.org/.",
      date: "Ein Tag.",
      "date-time": "Ein Tag und eine Uhrzeit.",
    },
  },
};

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
  perDay: "Tokens am Tag",
  perAgent: "Nach Agenten",
  agent: "Agent",
  model: "Modell",
  day: "Tag",
  tables: "Die Zahlen",
  otherDays: (n) =>
    counted(n, { one: "# früherer Tag steht bei den Zahlen", other: "# frühere Tage stehen bei den Zahlen" }),
  otherAgents: (n) => counted(n, { one: "# weiterer bei den Zahlen", other: "# weitere bei den Zahlen" }),
  tokens,
  bar: (what, n) => `${what}: ${tokens(n)}`,
  prices: (day) => `Preise vom ${day}. Ein Modell ohne bekannten Preis kostet „unbekannt“, nie nichts.`,
};

/** The glass. */
const behind: Catalogue["behind"] = {
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

/** The sheet that shows what an agent saw. */
const sent: Catalogue["sent"] = {
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

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** “Ann hat Editor entfernt”, oneself: “Editor entfernt”. */
function did(by: By, what: Put, verb: string): Sentence {
  if (by !== null) return say`${by} hat ${what} ${verb}`;
  const [first = "", ...rest] = say`${what} ${verb}`.parts;
  return new Sentence([typeof first === "string" ? capital(first) : first, ...rest]);
}
/** The same for what goes on after the verb: “Ann hat eingestellt: …”. */
const didThen = (by: By, verb: string, rest: Put): Sentence =>
  by === null ? say`${capital(verb)}${rest}` : say`${by} hat ${verb}${rest}`;

const wrote = (by: By): Sentence => by === null ? say`Sie schrieben` : say`${by} schrieb`;

const WHY_NOT: Record<ErrorCode, string> = {
  auth: "der Anbieter nahm den Schlüssel nicht an",
  permission: "das Konto darf dieses Modell nicht nutzen",
  not_found: "der Anbieter kennt dieses Modell nicht",
  bad_request: "der Anbieter wies die Anfrage zurück",
  context_overflow: "es war zu lang für das Modell",
  rate_limited: "der Anbieter war ausgelastet",
  overloaded: "der Anbieter war ausgelastet",
  server: "der Anbieter hatte einen Fehler",
  network: "es gab keine Verbindung",
  timeout: "es kam keine rechtzeitige Antwort",
  aborted: "es wurde angehalten",
  malformed: "die Antwort war nicht lesbar",
  truncated: "die Antwort brach ab",
  refused: "der Anbieter lehnte ab",
  too_large: "die Antwort war zu groß",
  lost: "das Programm hielt dreimal an",
  internal: "dieses Programm hatte einen Fehler",
};
const whyNot = (code: string): string =>
  Object.entries(WHY_NOT).find(([known]) => known === code)?.[1] ?? "niemand weiß, warum";

/** A mode is called as it is chosen; one that a newer program wrote down has its bare name. */
function nameOf(mode: Mode): string {
  const modes: Partial<Record<Mode, ModeFacts>> = head.modes;
  return modes[mode]?.label ?? mode;
}

const conversation: Catalogue["story"]["conversation"] = {
  started: (by, mode) => say`${did(by, "das Gespräch", "begonnen")}: ${nameOf(mode)}`,
  continued: (by) => did(by, "ein anderes Gespräch", "fortgesetzt"),
  repeated: (by) => did(by, "ein anderes Gespräch", "wiederholt"),
  renamed: (by, title) => did(by, say`es „${title}“`, "genannt"),
  archived: (by) => did(by, "das Gespräch", "archiviert"),
  restored: (by) => did(by, "das Gespräch", "zurückgeholt"),
  deleted: (by) => did(by, "das Gespräch", "gelöscht"),
  untouched: (by) => did(by, "das Gespräch, das lange niemand berührt hatte,", "gelöscht"),
  filed: (by) => did(by, "das Gespräch", "eingeordnet"),
  intoProject: (by) => did(by, "das Gespräch", "in ein Projekt gelegt"),
  outOfProject: (by) => did(by, "das Gespräch", "aus seinem Projekt genommen"),
  bringing: (by) => didThen(by, "nach und nach mitgebracht", say`, was vorher gesagt wurde`),
  brought: (by) => didThen(by, "alles mitgebracht", say`, was vorher gesagt wurde`),
  hadBack: (by) => did(by, "das gelöschte Gespräch", "zurückgeholt"),
  mode: (by, mode) => did(by, nameOf(mode), "eingeschaltet"),
  modeRounds: (by, mode, rounds) =>
    say`${did(by, nameOf(mode), "eingeschaltet")}, ${counted(rounds, { one: "# Runde", other: "# Runden" })}`,
  modeLed: (by, mode, manager) => say`${did(by, nameOf(mode), "eingeschaltet")}, es leitet ${manager}`,
  settings: (by, what) => didThen(by, "eingestellt", say`: ${what}`),
  settingsSame: (by) => did(by, "die Einstellungen", "belassen"),
  rounds: (n) => counted(n, { one: "# Runde", other: "# Runden" }),
  managerTurns: (n) => `höchstens ${counted(n, { one: "# Zug", other: "# Züge" })} für eine Nachricht`,
  tokenLimit: (n) => `höchstens ${tokens(n)}`,
  costLimit: (usd) => `höchstens ${usd}`,
  noLimits: "keine Grenzen",
  webOn: "Agenten dürfen im Netz lesen",
  webOff: "Agenten dürfen nicht im Netz lesen",
  cancels: "eine neue Nachricht hält die Antworten an",
  queues: "eine neue Nachricht wartet auf die Antworten",
};

const roster: Catalogue["story"]["roster"] = {
  added: (by, names) => did(by, names, "hinzugefügt"),
  removed: (by, name) => did(by, name, "entfernt"),
  enabled: (by, name) => did(by, name, "eingeschaltet"),
  disabled: (by, name) => did(by, name, "ausgeschaltet"),
  reordered: (by, names) => didThen(by, "geordnet", say`: ${names}`),
};

const message: Catalogue["story"]["message"] = {
  asked: (by, text) => by === null ? say`Sie fragten: „${text}“` : say`${by} fragte: „${text}“`,
  wrote: (by, text) => say`${wrote(by)}: „${text}“`,
  askedOne: (by, to, text) => say`${by ?? "Sie"} an ${to}: „${text}“`,
  sentFile: (by, name) => by === null ? say`Sie schickten ${name}` : say`${by} schickte ${name}`,
  sentFiles: (by, files) => {
    const what = counted(files, { one: "# Datei", other: "# Dateien" });
    return by === null ? say`Sie schickten ${what}` : say`${by} schickte ${what}`;
  },
  erased: (by) => say`${wrote(by)} etwas, das gelöscht wurde`,
  erases: (by, what) => didThen(by, "Worte gelöscht", say`: ${what}`),
  erasesUse: (by, what) => didThen(by, "Werkzeugaufruf gelöscht", say`: ${what}`),
  noted: (text) => say`Vermerkt: „${text}“`,
  brought: (name, text) => say`${name} hatte gesagt: „${text}“`,
  told: (to, text) => say`An ${to}: „${text}“`,
  anAnswer: (name) => say`die Antwort von ${name}`,
  aboutAnswers: (name) => say`was ${name} über Antworten schreibt`,
  words: (text) => say`„${text}“`,
  aMessage: "eine Nachricht",
  leftOut: (by, what) => did(by, what, "ausgelassen"),
  takenIn: (by, what) => did(by, what, "aufgenommen"),
  pinned: (by, what) => did(by, what, "angeheftet"),
  unpinned: (by, what) => did(by, what, "gelöst"),
  hidden: (by, what, from) => did(by, say`${what} vor ${from}`, "verborgen"),
  shown: (by, what, to) => did(by, say`${what} für ${to}`, "sichtbar gemacht"),
};

const turn: Catalogue["story"]["turn"] = {
  asked: (name) => say`${name} gefragt`,
  askedFirst: (name) => say`Zuerst ${name} gefragt`,
  askedNext: (name) => say`Dann ${name} gefragt`,
  askedByName: (name) => say`${name} mit Namen gefragt`,
  askedAgain: (name) => say`${name} noch einmal gefragt`,
  askedBy: (from, name) => say`${from} fragte ${name}`,
  askedToLead: (name) => say`${name} gefragt, leitet das Gespräch`,
  askedToMend: (name) => say`${name} um einen neuen Versuch gebeten`,
  askedInPanel: (name, stage) => say`${name} gefragt: ${stage}`,
  askedForGist: (name, n) => say`${name} nach dem Kern von ${counted(n, { other: "# Antworten" })} gefragt`,
  askedForClaims: (name) => say`${name} nach den Aussagen zweier Antworten gefragt`,
  askedToMerge: (name, n) => say`${name} um eine Antwort aus ${counted(n, { other: "#" })} gebeten`,
  began: (name) => say`${name} begann`,
  beganAgain: (name) => say`${name} begann von vorn`,
  sent: (n) => say`${counted(n, { one: "# Nachricht", other: "# Nachrichten" })} geschickt`,
  withMessages: (asked, n) =>
    say`${asked}, mit ${counted(n, { one: "# Nachricht", other: "# Nachrichten" })}`,
  sentSome: "Die Nachrichten geschickt",
  sentResults: "Ergebnisse der Werkzeuge geschickt",
  sentOn: "Zum Weitermachen zurückgeschickt",
  sentAgain: "Noch einmal geschickt",
  failedCall: (code) => say`${capital(whyNot(code))}`,
  failedCallAgain: (code, waited) => say`${capital(whyNot(code))}; ${waited} gewartet, neuer Versuch`,
  usesSomeTool: (name) => say`${name} nutzte ein Werkzeug`,
  usesTool: (name, tool) => say`${name} nutzte „${tool}“`,
  opens: (name, address) => say`${name} öffnete ${address}`,
  wantsSomeTool: (name) => say`${name} möchte ein Werkzeug nutzen`,
  wantsTool: (name, tool) => say`${name} bittet um „${tool}“`,
  wantsToOpen: (name, address) => say`${name} möchte ${address} öffnen`,
  allowed: (by) => did(by, "es", "erlaubt"),
  allowedHere: (by) => did(by, "es für das ganze Gespräch", "erlaubt"),
  allowedSite: (by, site) => did(by, say`${site} von nun an`, "erlaubt"),
  refused: (by) => by === null ? say`Nicht erlaubt` : did(by, "es nicht", "erlaubt"),
  inputAsked: "Der Server des Werkzeugs bittet um eine Angabe",
  inputAccepted: (by) => by === null ? say`Die Angabe gemacht` : did(by, "die Angabe", "gemacht"),
  inputDeclined: (by) => by === null ? say`Die Angabe abgelehnt` : did(by, "die Angabe", "abgelehnt"),
  inputCancelled: (by) => by === null ? say`Die Frage weggelegt` : did(by, "die Frage", "weggelegt"),
  inputUnanswered: "Niemand antwortete rechtzeitig",
  inputWithdrawn: "Der Server wollte die Angabe nicht mehr",
  toolOk: "Das Werkzeug antwortete",
  toolFailed: "Das Werkzeug meldete einen Fehler",
  toolCut: "Das Werkzeug wurde unterbrochen",
  toolRefused: "Das Werkzeug lief nicht",
  paused: (name) => say`Der Dienst von ${name} hielt inne, mit eigenen Werkzeugen bei der Arbeit`,
  answered: (name) => say`${name} antwortete`,
  answeredIn: (name, n) => say`${name} antwortete in ${tokens(n)}`,
  answeredTo: (name, to) => say`${name} antwortete an ${to}`,
  answeredToIn: (name, to, n) => say`${name} antwortete an ${to} in ${tokens(n)}`,
  cutAtLimit: (sentence) => say`${sentence}, an der Grenze abgeschnitten`,
  passed: (name) => say`${name} setzte aus`,
  failed: (name, code) => say`${name} konnte nicht antworten: ${whyNot(code)}`,
  shutDown: (name) => say`${name} wurde unterbrochen: das Programm hielt an`,
  lost: (name) => say`${name} wurde unterbrochen: das Programm war weg`,
  crashed: (name) => say`${name} wurde durch einen Fehler unterbrochen`,
  stopped: (by, name) => did(by, name, "angehalten"),
  stoppedForNew: (name) => say`${name} hielt für eine neuere Nachricht an`,
  stoppedOff: (name) => say`${name} hielt an: ausgeschaltet`,
  stoppedRemoved: (name) => say`${name} hielt an: entfernt`,
  unfinished: (name) => say`${name} war dort, woher dies kommt, nicht fertig`,
  stoppedDeleted: (name) => say`${name} hielt an: das Gespräch wurde gelöscht`,
  stoppedAtLimit: (name) => say`${name} hielt an der Grenze an`,
  theyAnswered: (names) => say`Geantwortet: ${names}`,
  theyAnsweredIn: (names, n) => say`${names}, ${tokens(n)}`,
  agents: (n) => counted(n, { one: "# Agent", other: "# Agenten" }),
  nobody: "Niemand antwortete",
  endedEarly: (n) => counted(n, { one: "# Antwort endete früh", other: "# Antworten endeten früh" }),
  over: (what) => say`Fertig: ${what}`,
  someAnswered: (n) => counted(n, { one: "# antwortete", other: "# antworteten" }),
  someFailed: (n) => counted(n, { one: "# scheiterte", other: "# scheiterten" }),
  someStopped: (n) => counted(n, { other: "# angehalten" }),
};

const expected: Catalogue["story"]["expected"] = {
  set: (by, kind) =>
    did(
      by,
      {
        says: "eine Prüfung darauf, was gesagt werden muss,",
        says_not: "eine Prüfung darauf, was nicht gesagt werden darf,",
        calls: "eine Prüfung darauf, welches Werkzeug benutzt werden muss,",
        like: "eine Prüfung darauf, wie Antworten sein müssen,",
        tokens: "eine Grenze für Tokens",
        usd: "eine Grenze für Geld",
        seconds: "eine Grenze für die Dauer einer Antwort",
      }[kind],
      "festgelegt",
    ),
  removed: (by) => did(by, "eine Prüfung", "zurückgenommen"),
  named: (by, name) => did(by, say`das Gespräch als Prüfung „${name}“`, "gesichert"),
  unnamed: (by) => did(by, "die gesicherte Prüfung", "aufgehoben"),
  begun: (by) => did(by, "die Prüfung", "laufen lassen"),
  planned: (by) => did(by, "eine Frage", "vorgemerkt"),
  cast: (by, agent) =>
    did(by, say`${agent} für diesen Lauf ein anderes Modell oder andere Anweisungen`, "gegeben"),
  ended: (how, others, failed) =>
    say`Der Lauf ${
      { ended: "ist zu Ende", stopped: "wurde angehalten", capped: "endete an seiner Grenze" }[how]
    }: ${String(failed)} von ${String(others + failed)} Erwartungen gelten nicht`,
};

const beside: Catalogue["story"]["beside"] = {
  started: (by) => did(by, "Antworten neben dem Gespräch", "angefordert"),
  taken: (by, message) => did(by, say`${message} ins Gespräch`, "übernommen"),
};

const comparison: Catalogue["story"]["comparison"] = {
  begun: (by, seats) =>
    did(
      by,
      counted(seats, { one: "# Agenten", other: "# Agenten" }),
      "gefragt, ohne dass man weiß, wer was antwortet",
    ),
  answered: (letter) => say`Antwort ${letter} ist da`,
  gap: (letter) => say`Es gibt keine Antwort ${letter}`,
  ready: "Alle Antworten sind da und können beurteilt werden",
  voted: (by) => did(by, "die Antworten", "beurteilt"),
  revealed: (by) => did(by, "aufgedeckt,", "wessen Antworten es sind"),
  sealed: (by) => did(by, "einen Vergleich", "begonnen"),
  opened: (by) => did(by, "geöffnet,", "was in einem Vergleich gefragt wurde"),
};

const standing: Catalogue["story"]["standing"] = {
  set: (by) => did(by, "etwas, das von selbst gesagt wird,", "eingerichtet"),
  paused: (by) => did(by, "einen Zeitplan", "angehalten"),
  resumed: (by) => did(by, "einen Zeitplan", "weiterlaufen lassen"),
  removed: (by) => did(by, "einen Zeitplan", "entfernt"),
  ran: (outcome) =>
    say`Ein Zeitplan ${
      {
        ran: "sprach",
        missed: "versäumte seine Zeit",
        busy: "sprach noch und ließ eine Zeit aus",
        over_cap: "sprach schon so oft, wie er an einem Tag darf",
        over_budget: "fand das Tagesbudget verbraucht",
        unchanged: "fand seine Adresse unverändert",
        unreachable: "konnte seine Adresse nicht lesen",
        nobody: "fand keinen seiner Agenten",
        replanned: "wurde neu geplant: Seine Zeitzone hat andere Regeln",
      }[outcome]
    }`,
};

/** Gremien. */
const panels: Catalogue["panels"] = {
  builtInStages: {
    Alone: "Allein",
    Critique: "Kritik",
    Verdict: "Urteil",
    Opening: "Eröffnung",
    Reply: "Erwiderung",
    Judgement: "Entscheidung",
    Estimate: "Schätzung",
    Again: "Noch einmal",
    Report: "Bericht",
    Proposal: "Vorschlag",
    Attack: "Angriff",
    Defence: "Verteidigung",
    Ruling: "Spruch",
    Lenses: "Linsen",
    Verification: "Überprüfung",
    Draft: "Entwurf",
    Notes: "Anmerkungen",
    Revision: "Überarbeitung",
  },
  builtIn: {
    council: {
      name: "Rat",
      about:
        "Alle antworten für sich, kritisieren die anderen, ohne zu wissen, wessen Antwort welche ist, und ein Vorsitz schreibt, was herauskommt.",
      when:
        "Für Fragen, auf die eine einzelne Antwort leicht falsch ist. Widerspruch bleibt stehen, mit Namen.",
    },
    review: {
      name: "Begutachtung",
      about: "Jeder sieht durch eine Linse und gibt Befunde als Daten; einer prüft und vereint sie.",
      when: "Für einen Text, einen Plan oder Code, der gleich gebraucht wird.",
    },
    debate: {
      name: "Debatte",
      about: "Einer spricht dafür, einer dagegen, jeder antwortet dem anderen, und ein Richter entscheidet.",
      when: "Für Entscheidungen zwischen zwei Wegen.",
    },
    delphi: {
      name: "Delphi",
      about:
        "Jeder schätzt für sich, sieht ohne Namen, wie die Schätzungen gestreut sind und warum, und schätzt noch einmal.",
      when: "Für Zahlen, die niemand weiß: Zeit, Kosten, Risiko.",
    },
    "red-team": {
      name: "Gegenprobe",
      about:
        "Einer schlägt vor, die anderen suchen, woran es bricht, der erste bessert nach, und ein Richter sagt, was bleibt.",
      when: "Für Pläne, die jemand angreifen wird.",
    },
    writers: {
      name: "Schreibstube",
      about: "Einer entwirft, drei lesen es auf je eines hin, und der erste überarbeitet es.",
      when: "Für Texte.",
    },
  },
  panel: "Gremium",
  ask: "Ein Gremium fragen",
  askLead: "Mehrere Agenten beantworten eine Frage in Abschnitten. Wählen Sie wie, und wer wo sitzt.",
  formats: "Wie",
  seats: "Wer wo sitzt",
  question: "Die Frage",
  questionHint: "Sie geht an das Gremium, mit dem, was hier vorher gesagt wurde.",
  begin: "Beginnen",
  mostTokens: "Höchstens so viele Tokens",
  mostUsd: "Höchstens so viele US-Dollar",
  noLimit: "Keine eigene Grenze",
  mostWrong: "Eine Grenze ist eine Zahl über 0, bei Tokens eine ganze; oder nichts.",
  cancel: "Abbrechen",
  keep: "Als Gremium behalten",
  kept: "Behalten. Programme können es jetzt als Modell fragen.",
  noAgents: "Es gibt keinen Agenten, der darin sitzen könnte.",
  comesTo: (answers, stages) =>
    `${counted(answers, { one: "# Antwort", other: "# Antworten" })} in ${
      counted(stages, { one: "# Abschnitt", other: "# Abschnitten" })
    }`,
  worth: ({ panels, won, lost, tied, tokens, money, time }) =>
    `Blind neben einem einzelnen Agenten beurteilt, bei ${
      counted(panels, { one: "# Gremium", other: "# Gremien" })
    }: besser ${won}, schlechter ${lost}, kein Unterschied ${tied}. Im Mittel ${
      [`${tokens} Tokens`, ...(money === null ? [] : [money]), time].join(", ")
    }.`,
  difference: ({ tokens, money, time }) =>
    `Das Gremium gegen einen Agenten allein: ${
      [`${tokens} Tokens`, ...(money === null ? [] : [money]), time].join(", ")
    }.`,
  neverJudged: "Noch niemand hat beurteilt, ob ein solches Gremium wert ist, was es kostet.",
  judge: "Beurteilen, ob es sich lohnt",
  alone: "Neben dem Gremium, allein",
  judgeMeans:
    "Das Gremium antwortet im Verborgenen, und dieser Agent ebenso, beide mit nichts als der Frage. Ihre Antworten kommen zusammen, ohne Namen; Sie urteilen, und danach wird gesagt, welche welche ist, und was das Gremium mehr gekostet hat.",
  addSeat: (role) => `Noch jemand als ${role}`,
  removeSeat: (role, name) => `${name} als ${role} wegnehmen`,
  steps: "Abschnitte des Gremiums",
  stage: (n) => `Abschnitt ${n}`,
  round: (n) => `Runde ${n}`,
  step: (name, done, of) => `${name}: ${done} von ${of}`,
  waiting: "wartet",
  how: {
    completed: "fertig",
    stopped: "angehalten",
    new_message: "endete mit einer neuen Nachricht",
    nobody: "endete: Niemand war mehr da",
    capped: "endete an der Grenze",
    deleted: "endete",
    imported: "war dort, woher dies kommt, nicht fertig",
  },
  gap: {
    failed: (name, stage) => `${name} scheiterte in ${stage}.`,
    late: (name, stage) => `${name} brauchte zu lange in ${stage}.`,
    stopped: (name, stage) => `${name} wurde in ${stage} angehalten.`,
    gone: (name, stage) => `${name} war in ${stage} nicht da.`,
    passed: (name, stage) => `${name} hatte in ${stage} nichts zu sagen.`,
  },
  gaps: (n) => counted(n, { one: "# Antwort fehlt", other: "# Antworten fehlen" }),
  missing: "Es fehlt",
  spread: (field, count, from, to, median) => `${field}: ${from} bis ${to}, Median ${median} (${count})`,
  agreed: "Einig",
  disputed: "Strittig",
  open: "Offen",
  sources: "Quellen",
  brief: "Bericht",
  comesFrom: (name, stage) => `Zu den Worten von ${name} in ${stage}`,
  notWordForWord: "Genau so stehen diese Worte dort nicht.",
  asMarkdown: "Als Markdown",
  asJson: "Als JSON",
  ownFormats: "Ihre Gremien",
  builtInFormats: "Von Anfang an da",
  none:
    "Noch keines. Behalten Sie eines, wenn Sie ein Gremium fragen, nehmen Sie eine Datei auf, oder beginnen Sie mit einem von unten.",
  takeIn: "Eine Datei aufnehmen",
  noFormat: "Diese Datei enthält kein Gremium.",
  tooLarge: "Diese Datei ist zu groß für ein Gremium.",
  save: "Speichern",
  saved: "Gespeichert.",
  asFile: "Als Datei",
  remove: "Entfernen",
  removed: "Entfernt.",
  copy: "Damit beginnen",
  edit: "Ändern",
  back: "Zurück",
  name: "Name",
  description: "Wofür es ist",
  roles: "Rollen",
  stages: "Abschnitte",
  role: "Rolle",
  roleId: "Kurzname",
  roleMany: "Beliebig viele Agenten",
  roleBrief: "Was dieser Rolle dazu gesagt wird",
  addRole: "Eine Rolle hinzufügen",
  addStage: "Einen Abschnitt hinzufügen",
  removeRole: (name) => `Die Rolle ${name} entfernen`,
  removeStage: (name) => `Den Abschnitt ${name} entfernen`,
  gives: "Eine seiner Antworten heißt",
  who: "Wer spricht",
  turns: "Wie",
  together: "Alle zugleich",
  inTurn: "Einer nach dem anderen",
  shown: "Was jeder sieht",
  sees: {
    question: "sieht nur die Frage",
    own: "sieht keine Antworten der anderen",
    all: "sieht alles, mit Namen",
    anonymised: "sieht Antworten ohne Namen",
    summary: "sieht eine Zusammenfassung",
  },
  instruction: "Worum sie gebeten werden",
  form: "Was sie geben",
  formWords: "Worte",
  formFindings: "Befunde: Aussage, Stelle, Schwere, Sicherheit",
  formBrief: "Einen Bericht: Antwort, einig, strittig, offen",
  formOwn: "JSON nach eigenem Schema",
  rounds: "Runden",
  more: "Mehr",
  moreOf: "Wessen Antworten er sieht, ein Schema, wann er zu Ende ist",
  of: "Zu sehen sind die Antworten aus",
  ofHint: "Nichts gewählt: aus allen davor. Seine eigenen Runden davor sind in jedem Fall zu sehen.",
  ofItself: "Nur seinen eigenen Runden",
  schema: "JSON-Schema seiner Antworten",
  schemaHint:
    "Daran wird jede Antwort gemessen; ohne sind es Worte. Passt eine nicht, wird noch einmal gefragt.",
  agree: "Zu Ende, sobald alle in diesem Feld dasselbe sagen",
  agreeHint: "Der Name eines Feldes seines Schemas. Für einen Abschnitt mit mehreren Runden.",
  stageTokens: "Zu Ende, sobald so viele Tokens verbraucht sind",
  stageTokensHint: "Dann beginnt keine weitere Runde. Für einen Abschnitt mit mehreren Runden.",
  minutes: "Minuten, bis eine Antwort zu spät ist",
  minutesHint:
    "Eine zu späte Antwort fehlt, und das Gremium macht weiter. Ohne Zahl wartet es wie auf jede Antwort.",
  asModel: (name) => `Programme fragen es als ${name}.`,
  noModel: "Ohne Plätze ist es kein Modell für Programme: Behalten Sie es, wenn Sie es fragen.",
};

const panel: Catalogue["story"]["panel"] = {
  started: (by, name) => did(by, say`ein Gremium (${name})`, "einberufen"),
  begun: (name, round) =>
    round === undefined ? say`${name} begann` : say`${name} begann, Runde ${String(round)}`,
  ended: (name, gaps) =>
    gaps === 0
      ? say`${name} ist zu Ende`
      : say`${name} ist zu Ende, ${counted(gaps, { one: "# Antwort fehlt", other: "# Antworten fehlen" })}`,
  agreed: (name) => say`${name} ist zu Ende: Alle sagen dasselbe`,
  budget: (name) => say`${name} ist zu Ende: Ihr Maß ist verbraucht`,
  over: (how) =>
    say`Das Gremium ${
      {
        completed: "ist fertig",
        stopped: "wurde angehalten",
        new_message: "endete mit einer neuen Nachricht",
        nobody: "endete: Niemand war mehr da",
        capped: "endete an der Grenze",
        deleted: "endete: Das Gespräch wurde gelöscht",
        imported: "war dort, woher dies kommt, nicht fertig",
      }[how]
    }`,
  stage: (n) => `Abschnitt ${n}`,
};

/** The story. What one did oneself stands without a subject, as under “Sie”. */
const story: Catalogue["story"] = {
  you: "Sie",
  program: "Fishbowl",
  agent: "Ein Agent",
  unknown: "Etwas, das eine neuere Version schrieb",
  conversation,
  roster,
  message,
  panel,
  standing,
  expected,
  beside,
  comparison,
  turn,
};

const chosenModel: Catalogue["settings"]["model"] = {
  notTaken: (word) => `${word} (nicht bei diesem Modell)`,
  noTemperature: "Dieses Modell nimmt keine an: Sie wird nicht gesendet.",
  noEffort: "Diesem Modell lässt sich nicht sagen, wie lange es nachdenkt: Es wird nichts davon gesendet.",
  noTools: "Dieses Modell ruft keine Werkzeuge auf.",
  most: (tokens) =>
    `Dieses Modell gibt höchstens ${counted(tokens, { one: "# Token", other: "# Tokens" })} aus.`,
  window: (tokens) =>
    `Leer: ${
      counted(tokens, { one: "# Token", other: "# Tokens" })
    }, wie von diesem Modell bekannt ist. Ab 80 % werden ` +
    "Sie gewarnt; Größeres, als Sie festlegen, wird nicht gesendet.",
  asked: (when) => `Liste von ${when}.`,
  failed: (why) => `Seither ließ sich nicht fragen: ${why}`,
  cut: (n) => counted(n, { one: "# weiteres hatte keinen Platz.", other: "# weitere hatten keinen Platz." }),
  ask: "Neu fragen",
  asking: "Fragt …",
};

const agentFields: Catalogue["settings"]["fields"] = {
  name: "Name",
  kind: "Spricht",
  kinds: {
    openai: "das Format von OpenAI (Chat Completions)",
    responses: "das Format von OpenAI (Responses)",
    anthropic: "das Format von Anthropic (Messages)",
    mock: "nichts: antwortet aus Übungstexten",
  },
  baseUrl: "Adresse",
  baseUrlHint: "Leer: die des Herstellers. Mit einem anderen Server verfällt der Schlüssel.",
  apiKey: "Schlüssel",
  apiKeyHint: "Verschlüsselt aufbewahrt, nie wieder gezeigt. Leer bleibt der bisherige.",
  keyHeader: "Der Schlüssel steht in",
  keyHeaderHint: "Für Gateways, die nur die andere Kopfzeile lesen.",
  keyHeaderUsual: "der Kopfzeile des Herstellers",
  headers: "Weitere Kopfzeilen",
  headersHint:
    "Je Zeile eine, als „name: wert“; ein Name ohne Wert nimmt sie weg. Werte werden wie Schlüssel " +
    "aufbewahrt und nie wieder gezeigt.",
  headersThere: (names) => `Es gibt: ${names}.`,
  answerForm: "Form seiner Antworten",
  answerFormHint:
    "Ein JSON-Schema: Antworten sind JSON, das hineinpasst, geprüft, noch einmal erfragt, wo es nicht passt, und als Tabelle oder Baum gezeigt.",
  extraBody: "Weitere Felder jeder Anfrage",
  extraBodyHint:
    "Ein JSON-Objekt für das, was nur dieser Server kennt. Es wird aufgezeichnet und gezeigt: kein Ort für Geheimes.",
  defaultModel: "Übliches Modell",
  defaultModelHint: "Für Agenten, die keines nennen.",
  maxConcurrent: "Aufrufe zugleich",
  requestsPerMinute: "Anfragen je Minute",
  timeoutSeconds: "Sekunden Stille",
  timeoutHint:
    "Wie lange auf das erste Zeichen einer Antwort gewartet wird, alle Versuche zusammen, und auf jedes " +
    "weitere. Eine Pause, um die der Anbieter bittet, kommt dazu und wird angezeigt.",

  color: "Farbe",
  colour: (n) => `Farbe ${n}`,
  shape: "Form",
  motif: "Zeichen",
  byItself: "Automatisch",
  markParts: {
    leaf: "Blatt",
    hex: "Sechseck",
    bloom: "Blüte",
    shell: "Muschel",
    tile: "Kachel",
    drop: "Tropfen",
    kite: "Raute",
    round: "Kreis",
    wedge: "Dreieck",
    wave: "Welle",
    eye: "Auge",
    star: "Stern",
    ribs: "Rippen",
    bubbles: "Blasen",
    arc: "Bogen",
    fin: "Flosse",
    fish: "Fisch",
    low: "Kräuseln",
  },
  provider: "Anbieter",
  model: "Modell",
  modelHint: "Leer: das übliche des Anbieters.",
  role: "Rolle",
  personality: "Persönlichkeit",
  systemPrompt: "Eigene Anweisungen",
  systemPromptHint: "Leer: „You are {name}.“",
  temperature: "Temperatur",
  maxTokens: "Längste Antwort, in Tokens",
  effort: "Aufwand",
  efforts: {
    none: "keiner",
    minimal: "kaum",
    low: "gering",
    medium: "mittel",
    high: "hoch",
    xhigh: "sehr hoch",
    max: "größtmöglich",
  },
  byModel: "Wie das Modell es von selbst tut",
  topP: "Nur die wahrscheinlichsten Wörter (Top P)",
  topPHint: "Von 0 bis 1; die meisten Modelle, die nachdenken, nehmen keines.",
  stop: "Aufhören bei",
  stopHint: "Je Zeile ein Text, höchstens vier. Nicht bei Modellen, die OpenAI über Responses anbietet.",
  seed: "Startwert",
  seedHint: "Nur Chat Completions kennen ihn.",
  verbosity: "Ausführlichkeit",
  verbosityHint: "OpenAIs Modelle ab GPT-5 kennen sie.",
  serviceTier: "Dienststufe",
  serviceTierHint: "Im Wort des Herstellers: flex, priority, standard_only …",
  cacheHour: "Gelesenes bleibt im Cache",
  cacheHours: { minutes: "fünf Minuten", hour: "eine Stunde" },
  cacheHourHint:
    "Nur Anthropic. Eine Stunde kostet beim Schreiben das Doppelte des Eingabepreises statt des 1¼-Fachen und lohnt, " +
    "wo ein Gespräch länger als fünf Minuten ruht.",
  contextWindow: "Kontextfenster, in Tokens",
  contextWindowHint:
    "Leer: was vom Modell bekannt ist. Ab 80 % werden Sie gewarnt; Größeres wird nicht gesendet.",
  windowMessages: "Nur die neuesten Nachrichten",
  windowMessagesHint: "Leer: alle. Was weggelassen wird, ist zu sehen.",
  maxMinutes: "Längste Antwort, in Minuten",
  maxMinutesHint: (minutes) =>
    `Leer: ${minutes}. Eine längere Antwort wird angehalten; was bis dahin gesagt ist, bleibt.`,
  tools: "Werkzeuge",

  description: "Beschreibung",
  prompt: "Anweisungen",
  instructions: "Anweisungen",
  traits: "Eigenschaften",
  trait: {
    openness: ["Offenheit", "bodenständig", "neugierig"],
    conscientiousness: ["Gewissenhaftigkeit", "spontan", "sorgfältig"],
    extraversion: ["Geselligkeit", "zurückhaltend", "gesprächig"],
    agreeableness: ["Verträglichkeit", "unverblümt", "herzlich"],
    neuroticism: ["Empfindlichkeit", "gelassen", "besorgt"],
  },
  manager: "Leitung",
  members: "Mitglieder",
  principles: "Grundsätze",
  principlesHint: "Jeder Agent der Agentur bekommt sie gesagt.",
  none: "Keine",
  choose: "Wählen …",
};

const wrongFields: Catalogue["settings"]["wrong"] = {
  needed: "Hier fehlt etwas.",
  between: (min, max) => `Von ${min} bis ${max}.`,
  tooLong: (most) => `Höchstens ${most} Zeichen.`,
  address: "Eine Adresse, die mit http:// oder https:// beginnt.",
  object: "Ein JSON-Objekt: Namen und Werte in geschweiften Klammern.",
  header: "Jede Zeile ist ein Name, ein Doppelpunkt und ein Wert.",
  above: "Nicht gespeichert: siehe oben.",
};

/** The settings. */
const settings: Catalogue["settings"] = {
  settings: "Einstellungen",
  sections: "Bereiche der Einstellungen",
  loading: "Lädt …",
  search: "Einstellungen durchsuchen",
  searchShort: "Einstellung finden",
  results: "Was gefunden wurde",
  nothingFound: (words) => `Nichts heißt hier „${words}“. Versuchen Sie es mit weniger Buchstaben.`,
  groups: { talk: "Mit wem Sie sprechen", server: "Dieser Server", browser: "Dieser Browser" },
  names: {
    providers: "Anbieter",
    agents: "Agenten",
    personalities: "Persönlichkeiten",
    roles: "Rollen",
    agencies: "Agenturen",
    panels: "Gremien",
    mcp: "MCP-Server",
    search: "Websuche",
    projects: "Projekte",
    notes: "Notizen",
    schedules: "Zeitpläne",
    checks: "Prüfungen",
    import: "Importieren",
    prices: "Preise",
    tokens: "Zugangsschlüssel",
    webhooks: "Webhooks",
    retention: "Automatisch löschen",
    signing: "Unterschriften",
    status: "Status",
    password: "Passwort",
    preferences: "Vorlieben",
  },
  help: {
    providers: "Wo Ihre Modelle laufen. Schlüssel bleiben auf diesem Server, verschlüsselt, und werden nie " +
      "wieder gezeigt.",
    agents: "Mit wem Sie sprechen: ein Name, ein Modell, und was ihm über sich gesagt wird.",
    personalities: "Wie ein Agent spricht.",
    roles: "Wozu ein Agent da ist; mehrere Agenten können eine Rolle teilen.",
    agencies: "Eine Leitung und ihre Mitglieder, mit den Grundsätzen, denen sie folgen.",
    projects: "Was Gespräche gemeinsam haben: Anweisungen, Dateien, und wer in einem neuen dabei ist.",
    panels: "Wie mehrere Agenten eine Frage in Abschnitten beantworten: was da ist, und Ihre eigenen.",
    notes:
      "Was Agenten in späteren Gesprächen wissen sollen, aufgehoben von Menschen oder von Agenten, denen es erlaubt wurde.",
    schedules: "Was Gespräche ohne einen Menschen sagen, und wie viel all das an einem Tag verbrauchen darf.",
    checks:
      "Gespräche, die noch einmal laufen, um zu sehen, was ihre Antworten noch sagen, benutzen und kosten.",
    mcp: "Werkzeuge anderer Server, über das Model Context Protocol. Jeder Agent hat die, die er bekam.",
    search:
      "Für Agenten, die im Web suchen dürfen: Anthropic und OpenAI suchen selbst, jedes andere Modell durch den Dienst, der hier steht.",
    import:
      "Gespräche, die in einem anderen Produkt geführt wurden, mit ihren Zeiten und wer was schrieb. Was in einer Datei ist, wird gezeigt, bevor etwas aufgenommen wird.",
    prices:
      "Was Antworten kosten, in US-Dollar je Million Tokens. Ihre eigenen Preise gelten zuerst, dann was " +
      "die Server der Anbieter sagen, dann die Liste; ein Modell, das nirgends steht, kostet „unbekannt“.",
    tokens: "Für Programme, die /v1 und /api benutzen.",
    webhooks:
      "Andere Programme, denen mitgeteilt wird, was hier geschieht: mit Kennungen, ohne ein Wort des Gesagten.",
    retention:
      "Gespräche bleiben für immer, außer Sie lassen die löschen, die eine Zeit lang niemand berührt.",
    signing:
      "Ein Schlüssel dieses Arbeitsbereichs unterschreibt, wo Gespräche stehen, damit niemand sie unbemerkt ändert.",
    status: "Wie es diesem Server geht.",
    password:
      "Eines für alle, die diesen Server benutzen. Ohne Passwort ist er nur von diesem Rechner aus zu erreichen.",
    preferences:
      "Wie Fishbowl in diesem Browser aussieht und sich verhält. Niemand sonst sieht eine Änderung.",
  },

  forms: {
    providers: {
      add: "Anbieter hinzufügen",
      title: "Anbieter hinzufügen",
      none: "Noch kein Anbieter: niemand kann antworten.",
    },
    agents: {
      add: "Agent hinzufügen",
      title: "Neuer Agent",
      none: "Noch keine Agenten. Fügen Sie einen hinzu.",
    },
    personalities: { add: "Persönlichkeit hinzufügen", title: "Neue Persönlichkeit", none: "Noch keine." },
    roles: { add: "Rolle hinzufügen", title: "Neue Rolle", none: "Noch keine." },
    agencies: {
      add: "Agentur hinzufügen",
      title: "Neue Agentur",
      none: "Noch keine. Eine Agentur braucht eine Leitung und Mitglieder.",
    },
  },
  model: chosenModel,
  fields: agentFields,
  wrong: wrongFields,
  advanced: "Erweitert",
  providerAdvanced: "Adresse, Kopfzeilen, Fristen, Aufrufe zugleich",
  agentAdvanced: "Temperatur, Grenzen, Kontextfenster",
  save: "Speichern",
  saved: "Gespeichert.",
  cancel: "Abbrechen",
  edit: "Bearbeiten",
  editNamed: (name) => `${name} bearbeiten`,
  test: "Prüfen",
  testing: "Wird geprüft …",
  answers: (ms) => `Antwortet, in ${ms} ms.`,
  withKey: "mit Schlüssel",
  keyUnreadable: "Der Schlüssel ist nicht lesbar. Bitte geben Sie ihn noch einmal ein.",
  usedBy: (n) => counted(n, { one: "Von # Agenten benutzt", other: "Von # Agenten benutzt" }),
  usedByNobody: "Von keinem Agenten benutzt",
  gone: "Hier ist nichts mehr. Vielleicht wurde es entfernt.",
  remove: (name) => `${name} entfernen`,
  removed: (name) => `„${name}“ ist entfernt. Was gesagt wurde, behält den Namen.`,
  restored: (name) => `„${name}“ ist zurück.`,
  removeKey: "Schlüssel entfernen",
  removeKeyAsk: (name) => `Den Schlüssel von „${name}“ entfernen?`,
  removeKeyMeans:
    "Die Agenten dieses Anbieters können erst wieder antworten, wenn ein anderer Schlüssel eingegeben " +
    "ist. Der Schlüssel selbst ist nicht zurückzuholen.",
  keyRemoved: "Der Schlüssel ist entfernt.",
  managedBy: (who) => `geleitet von ${who}`,
  forPrograms: "Für Programme:",
  defaultOfProvider: "übliches Modell",

  preview: {
    title: "Vorschau",
    live: "Sie ändert sich, während Sie schreiben.",
    sample: (name) => `Ich bin ${name}. Fragen Sie mich etwas, und so steht meine Antwort hier.`,
    told: "Was ihm gesagt wird",
    toldRole: "Was seinen Agenten gesagt wird",
    tokens: (n) => counted(n, { other: "etwa # Tokens" }),
    groupMeans: "Die letzten Zeilen nennen die anderen im Gespräch.",
    shape: "Die Form steht fest, sobald gespeichert ist.",
    unnamed: "Neuer Agent",
    nothing: "Noch nichts.",
  },

  prices: {
    yours: "Ihre Preise",
    told: "Was die Server der Anbieter von den benutzten Modellen sagen",
    none: "Noch keine eigenen Preise. Geben Sie unten einen ein, oder ändern Sie einen der Liste.",
    list: (date) => `Listenpreise vom ${date}`,
    searches: (maker, usd) => `${maker} verlangt ${usd} für 1.000 Suchen, die es selbst ausführt.`,
    filter: "Ein Modell suchen",
    nothing: "Kein Modell heißt so.",
    model: "Modell",
    input: "Eingabe",
    cacheRead: "Aus dem Cache",
    cacheWrite: "In den Cache",
    output: "Ausgabe",
    actions: "Aktionen",
    change: "Ändern",
    remove: "Entfernen",
    changeOf: (model) => `Preis von ${model} ändern`,
    removeOf: (model) => `Preis von ${model} entfernen`,
    removed: (model) => `Ihr Preis von ${model} ist entfernt`,
    save: "Preis speichern",
    which: "Welches Modell?",
    numbers: "Preise sind Zahlen ab 0, in US-Dollar je Million Tokens.",
    both: "Eingabe und Ausgabe brauchen beide einen Preis.",
  },
  tokens: {
    none: "Noch hat kein Programm einen.",
    name: "Name des Programms",
    scope: "Was es darf",
    scopes: {
      chat: ["Sprechen", "Spricht mit Agenten und Agenturen unter /v1, in eigenen Gesprächen."],
      read: ["Lesen", "Liest alles, auch Anweisungen und jedes Gespräch, und ändert nichts."],
      metrics: ["Messen", "Sieht, wie es dem Server geht und was verbraucht wurde."],
      all: ["Alles", "Darf, was Sie dürfen, auch Einstellungen ändern und löschen."],
    },
    life: "Wie lange",
    days: (n) => counted(n, { other: "# Tage" }),
    year: "Ein Jahr",
    forever: "Bis zum Widerruf",
    make: "Zugangsschlüssel anlegen",
    once: "Kopieren Sie ihn jetzt, er wird nicht wieder gezeigt:",
    copy: "Kopieren",
    copied: "Kopiert.",
    since: (date) => `seit ${date}`,
    until: (date) => `bis ${date}`,
    expired: (date) => `abgelaufen am ${date}`,
    endless: "läuft nicht ab",
    lastUsed: (time) => `zuletzt benutzt ${time}`,
    unused: "noch nicht benutzt",
    revoke: "Widerrufen",
    revokeNamed: (name) => `${name} widerrufen`,
    revokeAsk: (name) => `„${name}“ widerrufen?`,
    revokeMeans: "Das Programm wird von jetzt an abgewiesen. Das lässt sich nicht zurücknehmen.",
    revoked: (name) => `„${name}“ ist widerrufen.`,
  },
  password: {
    present: "Jetziges Passwort",
    fresh: "Neues Passwort",
    again: "Das neue Passwort noch einmal",
    differ: "Die beiden Passwörter sind nicht gleich.",
    ends:
      "Alle anderen müssen sich dann neu anmelden, und jeder Zugangsschlüssel eines Programms endet: legen Sie " +
      "unter Zugangsschlüssel neue an.",
    change: "Passwort ändern",
    set: "Passwort festlegen",
    changed: "Geändert. Alle anderen melden sich neu an.",
    wasSet: "Festgelegt. Von jetzt an melden sich alle an.",
    signedIn: "Dieser Browser ist angemeldet",
    signOut: "Abmelden",
  },
};

/** Adding a provider. */
const providers: Catalogue["providers"] = {
  back: "Anbieter",
  title: "Anbieter hinzufügen",
  lead:
    "Schlüssel bleiben auf diesem Server, verschlüsselt. Gesendet wird nichts, bevor Sie auf Verbinden drücken.",
  tiles: "Welcher",
  needs: {
    key: "Mit Schlüssel",
    address: "Mit Adresse",
    nothing: "Ohne Schlüssel",
  },
  looking: "Wird gesucht …",
  found: "Hier gefunden",
  notRunning: "Läuft nicht",
  added: "Schon hinzugefügt",

  key: (name) => `Schlüssel von ${name}`,
  keyIfAny: "Schlüssel, falls er einen will",
  keyPlaceholder: "Hier einfügen",
  whereToFind: "Wo finde ich ihn?",
  showKey: "Schlüssel zeigen",
  hideKey: "Schlüssel verbergen",
  looksLike: (name) => `Das sieht nach einem Schlüssel von ${name} aus.`,
  useInstead: (name) => `Stattdessen ${name} nehmen`,
  address: "Adresse",
  addressPlaceholder: "https://modelle.example.org/v1",
  known: "Bekannte Dienste",
  localMeans: (name, host) =>
    `${name} wird unter ${host} gefragt, ohne Schlüssel. Nichts verlässt diesen Rechner.`,
  practiceMeans:
    "Übungsagenten antworten aus Texten in diesem Programm: kein Schlüssel, keine Kosten, nichts verlässt es.",
  name: "Name",

  connect: "Verbinden",
  connecting: "Verbindet …",
  connected: "Verbunden",
  again: "Noch einmal verbinden",
  works: "Es funktioniert.",
  answered: (seconds, models) =>
    `Antwort nach ${seconds}, mit ${
      counted(models, { one: "# Modell", other: "# Modellen" })
    }. Die Frage hat nichts gekostet.`,
  noModels: (seconds) =>
    `Antwort nach ${seconds}, aber ohne Liste von Modellen. Nennen Sie im Formular jedes Agenten eines.`,
  keepAnyway: "Trotzdem behalten",
  kept: "Behalten. Es wurde nicht geprüft.",
  wrong: {
    auth:
      "Der Schlüssel wurde abgelehnt. Prüfen Sie, ob er ganz ist und zu diesem Dienst gehört; dann Verbinden.",
    authNone: "Es wird ein Schlüssel verlangt. Fügen Sie einen ein; dann Verbinden.",
    permission:
      "Der Schlüssel stimmt, aber sein Konto darf das nicht. Sehen Sie dort nach Rechten und Guthaben; dann " +
      "Verbinden.",
    not_found:
      "Da ist ein Server, aber keine Liste von Modellen unter dieser Adresse. Prüfen Sie ihr Ende, oft /v1; " +
      "dann Verbinden.",
    network:
      "Unter dieser Adresse antwortet nichts. Prüfen Sie, ob der Server läuft und zu erreichen ist; dann " +
      "Verbinden.",
    networkLocal: (name) => `${name} antwortet auf diesem Rechner nicht. Starten Sie es; dann Verbinden.`,
    timeout: "Die Antwort kam nicht rechtzeitig. Warten Sie einen Moment; dann Verbinden.",
    rate_limited: "Es wird um eine Pause gebeten. Warten Sie einen Moment; dann Verbinden.",
    overloaded: "Der Dienst ist überlastet. Warten Sie einen Moment; dann Verbinden.",
    server: "Der Dienst hatte selbst einen Fehler. Warten Sie einen Moment; dann Verbinden.",
    malformed: "Was kam, ist keine Liste von Modellen. Prüfen Sie die Adresse; dann Verbinden.",
    noAddress: "Geben Sie die Adresse des Servers ein; dann Verbinden.",
    other: "Es ließ sich nicht verbinden. Prüfen Sie die Eingaben; dann Verbinden.",
  },

  models: "Modelle",
  modelsHint: "Das gewählte benutzen Ihre Agenten, wenn Sie ihnen kein anderes geben.",
  filter: "Ein Modell suchen",
  noneOfThem: "Kein Modell heißt so.",
  more: (n) => counted(n, { one: "# weiteres zeigen", other: "# weitere zeigen" }),
  notForChat: (n) =>
    counted(n, {
      one: "# zeigen, das nicht zum Sprechen ist",
      other: "# zeigen, die nicht zum Sprechen sind",
    }),
  context: "Kontext",
  price: "$ je Million, ein / aus",
  free: "kostenlos",
  priceUnknown: "unbekannt",
  can: { images: "Bilder", pdf: "PDF", tools: "Werkzeuge", thinks: "Denkt nach", structured: "JSON" },
  reads: (window) => `liest ${window} Tokens`,
  costs: (price) => `$ je Million, ein / aus: ${price}`,
  writeMore: (n) =>
    counted(n, { one: "# weiteres: schreiben Sie weiter", other: "# weitere: schreiben Sie weiter" }),
  choose: (model) => `${model} nehmen`,

  useFor: "Nehmen für",
  useForLater: "Sobald er verbunden ist, wählen Sie hier, welche Agenten mit ihm antworten.",
  today: (names) => `Heute antworten sie über ${names}.`,
  todayPractice: "Heute antworten sie aus Übungstexten.",
  already: "Sie benutzen ihn schon.",
  stays: (name) => `bleibt bei ${name}`,
  staysPractice: "bleibt bei der Übung",
  modelOf: (name) => `Modell von ${name}`,
  noAgents: "Noch gibt es keine Agenten. Legen Sie einen an, der ihn benutzt.",
  makeAgent: "Agent anlegen",
  estimate: (agents, usd) =>
    counted(agents, {
      one: `# Agent, eine Frage und eine Antwort mit 500 Wörtern: etwa ${usd}`,
      other: `# Agenten, eine Frage und Antworten mit je 500 Wörtern: etwa ${usd}`,
    }),
  estimateUnknown: (model) => `Was ${model} kostet, ist nicht bekannt. Sie können es unter Preise sagen.`,
  save: "Speichern und etwas fragen",
  done: "Fertig",
  saved: (n) => counted(n, { one: "# Agent benutzt ihn jetzt.", other: "# Agenten benutzen ihn jetzt." }),

  foundTitle: (name) => `${name} läuft auf diesem Rechner`,
  foundMeans: (models) =>
    counted(models, {
      one: "# Modell, kein Schlüssel, nichts verlässt das Haus.",
      other: "# Modelle, kein Schlüssel, nichts verlässt das Haus.",
    }),
  connectToo: "Auch verbinden",

  named: { practice: "Übung", other: "Anderer" },
  ofFormat: {
    openai: "Format von OpenAI",
    responses: "Format von OpenAI (Responses)",
    anthropic: "Format von Anthropic",
    mock: "Übung, ohne Schlüssel",
  },
};

/** The preferences. */
const preferences: Catalogue["preferences"] = {
  looks: "Aussehen",
  theme: "Farben",
  themes: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
  contrast: "Kontrast",
  contrasts: { system: "Wie das System", more: "Hoch" },
  contrastHint: "Hoch macht Wörter und Kanten so kräftig, wie es geht, hell wie dunkel.",
  density: "Dichte",
  densities: { compact: "Dicht", usual: "Üblich", roomy: "Weit" },
  textSize: "Schriftgröße",
  textSizes: { small: "Klein", usual: "Üblich", large: "Groß", larger: "Größer" },
  motion: "Bewegung",
  motions: { system: "Wie das System", less: "Weniger" },
  motionHint: "Mit weniger wird überblendet und nicht bewegt.",

  language: "Sprache",
  languages: { browser: "Wie der Browser" },
  languageHint: "Die Seite wird dafür neu geladen. Was Agenten sagen, bleibt ihre Sache.",
  numbers: (example) => `Zahlen und Daten: ${example}`,

  keys: "Tasten",
  keysOn: "Tasten sind an",
  keysHint: "Einzelne Buchstaben und Alt+1 … 9 wirken nur außerhalb von Feldern. ? zeigt alle.",
  showKeys: "Alle Tasten zeigen",

  calls: "Wenn Sie woanders hinsehen",
  notifications: "Mitteilungen",
  notificationsHint: "Wenn alle Antworten da sind oder ein Agent auf Ihr Wort wartet.",
  notificationsDenied:
    "Dieser Browser erlaubt es nicht. Erlauben Sie in seinen Einstellungen Mitteilungen für diese " +
    "Adresse, und schalten Sie sie dann hier ein.",
  notificationsMissing: "Dieser Browser kennt keine Mitteilungen.",
  sound: "Ton",
  soundHint: "Ein kurzer, in denselben Momenten.",

  again: "Wie am Anfang",
  reset: "Die Vorlieben sind wie am Anfang.",
};

/** Sharing a conversation. */
const share: Catalogue["share"] = {
  title: "Diese Unterhaltung teilen",
  what: "Was daraus wird",
  oneFile: "Eine Datei",
  oneFileHint:
    "Eine Seite, die sich überall öffnen lässt, auch ohne diesen Server, und ihre Unterschrift selbst prüft",
  proof: "Ein Beweis",
  proofHint: "Das unterschriebene Protokoll in Zeilen, für Programme: Jeder kann es prüfen",
  prompts: "Mit dem, was Agenten sonst gesagt wurde (Systemprompts)",
  models: "Mit den Namen der Modelle",
  modelsHint: "Ohne sie kann niemand die Unterschrift prüfen: Sie gehören zum Unterschriebenen.",
  messages: "Nachrichten",
  all: "Alle",
  some: "Nur ausgewählte",
  someHint:
    "Der Rest steht ohne seine Wörter da: wer wann gesprochen hat, und dass etwas gesagt wurde. Die Unterschrift gilt trotzdem.",
  none: "Wählen Sie mindestens eine Nachricht.",
  tooMany: (most) => `Höchstens ${most} Nachrichten lassen sich auswählen.`,
  gone: "Eine Datei, die weggegeben wurde, kann niemand zurückholen.",
  save: "Sichern",
  page: {
    verified: "Unterschrieben und unverändert",
    verifiedHow:
      "{events} Ereignisse bis {at}, wie der Prüfpunkt {n} sie unterschrieben hat. Eben in diesem Browser geprüft, ohne jemanden zu fragen.",
    refuted: "Diese Datei wurde verändert oder ist beschädigt",
    refutedHow: "Zeile {line} ({detail}).",
    unable: "Nicht geprüft: Dieser Browser kann es nicht",
    unableHow:
      "Er kennt kein Ed25519 oder keine Kryptographie für Seiten, die so geöffnet wurden. Öffnen Sie die Datei in einem aktuellen Browser.",
    partly: "Nicht zu prüfen",
    partlyHow:
      "Die Namen der Modelle wurden aus dieser Datei weggelassen. Sie gehören zum Unterschriebenen, darum lässt sich der Rest nicht prüfen.",
    checking: "Die Unterschrift wird geprüft …",
    signer: "Unterschrieben mit dem Schlüssel",
    vouched: "Der Schlüssel {key} bürgt für ihn.",
    compare: "Wessen Schlüssel das ist, kann diese Datei nicht sagen: Vergleichen Sie ihn mit {address}.",
    withheld: "Ereignisse, deren Wörter wegließ, wer diese Datei gemacht hat: {n}.",
    erased: "Ereignisse, deren Wörter gelöscht wurden: {n}.",
    about: "Was das beweist, und was nicht",
    proves:
      "Diese Ereignisse standen in dieser Reihenfolge und mit diesen Wörtern da, als unterschrieben wurde, und keines wurde seitdem verändert. Nicht, dass ein Modell es gesagt hat, und nicht, dass vor der ersten Unterschrift nichts weggelassen wurde; Zeiten sind die der Uhr des Servers.",
    transcript: "Unterhaltung",
    timeline: "Zeitverlauf",
    notDisclosed: "Nicht offengelegt",
    wordsErased: "Die Wörter wurden gelöscht.",
    erasedOn: "Gelöscht am {day} von {who}.",
    aPerson: "einem Menschen dieses Arbeitsbereichs",
    noWords: "Keine Wörter.",
    saw: "Was er gesehen hat",
    sawNone: "Nichts wurde gesendet.",
    prompt: "Was ihm sonst gesagt wurde",
    promptOut: "Das wurde aus dieser Datei weggelassen.",
    had: "Nachrichten, die ihm gesendet wurden",
    erasedSince: "Nachricht {n} war in dieser Anfrage; ihre Wörter wurden seither gelöscht.",
    unprovable: "Diese Anfrage lässt sich nicht mehr beweisen.",
    leftOut: "Nachrichten, die ihm nicht gesendet wurden: {n}.",
    besideProject: "Er bekam auch Anweisungen und Dateien seines Projekts. Sie stehen nicht in dieser Datei.",
    besideNotes: "Er bekam auch Notizen: {n}. Sie stehen nicht in dieser Datei.",
    seen: "Wer es gesehen hat",
    seenNone: "Keinem Agenten wurde es gesendet.",
    seenBy: "für die Antwort um {time}",
    files: "Angehängt: {name}",
    thinking: "Gedanken dazu",
    tool: "Benutzte {tool}",
    failed: "Ist fehlgeschlagen.",
    stopped: "Wurde angehalten.",
    passed: "Hat ausgesetzt.",
    made: "Gemacht mit Fishbowl auf {origin}.",
    noScript:
      "Diese Seite braucht JavaScript, um zu zeigen und zu prüfen, was in ihr steht. Sie lädt nichts.",
    broken: "Diese Datei kann nicht gelesen werden.",
  },
};

/** The key that signs. */
const signing: Catalogue["signing"] = {
  proves:
    "Eine Unterschrift beweist, dass in einem Gespräch stand, was dort steht, und in dieser Reihenfolge, als der Inhaber dieses Schlüssels unterschrieb, und dass seither nichts davon geändert, dazwischen eingefügt oder entfernt wurde.",
  provesNot:
    "Sie beweist nicht, dass ein Modell es gesagt hat, dass vor der ersten Unterschrift nichts ausgelassen wurde, und nicht die Zeit: Der Betreiber dieses Servers hat den Schlüssel, und die Uhr ist seine.",
  none: "Noch wurde nichts unterschrieben: Der Schlüssel entsteht mit der ersten Unterschrift.",
  key: "Öffentlicher Schlüssel",
  fingerprint: "Fingerabdruck",
  copy: "Schlüssel kopieren",
  copied: "Kopiert.",
  notCopied: "Kopieren ist hier nicht erlaubt.",
  last: "Zuletzt unterschrieben",
  lastOf: (n, at) => `Prüfpunkt ${n}, ${at}`,
  what: (heads, why) =>
    `${
      counted(heads, {
        one: "Wo # Gespräch (oder die Einstellungen) stand",
        other: "Wo # Gespräche standen, die Einstellungen als eines gezählt",
      })
    }; unterschrieben ${why}.`,
  nothing: (why) => `Nichts hatte sich geändert; unterschrieben ${why}.`,
  why: {
    hour: "von selbst, wie jede Stunde, in der etwas geschah",
    export: "für einen Export",
    backup: "vor einer Sicherung",
    demand: "weil jemand es wollte",
    restore: "um einen wiederhergestellten Speicher anzunehmen",
    rebuild: "um einen neu aufgebauten Speicher anzunehmen",
    key: "um für einen neuen Schlüssel zu bürgen",
    lost: "mit einem neuen Schlüssel, weil der vorige verloren ging",
  },
  sign: "Jetzt unterschreiben",
  signed: "Unterschrieben.",
  unchanged: "Seit der letzten Unterschrift hat sich nichts geändert.",
  change: "Schlüssel wechseln",
  changeAsk: "Mit einem anderen Schlüssel unterschreiben?",
  changeMeans:
    "Von jetzt an unterschreibt ein anderer Schlüssel, und der bisherige bürgt für ihn. Bisherige Beweise bleiben gültig: Wer einen prüft, braucht den alten Schlüssel oder das, was die öffentliche Adresse über beide sagt.",
  changed: "Von jetzt an unterschreibt ein anderer Schlüssel.",
  lost: (n) =>
    `Dieser Speicher hatte einmal Prüfpunkt ${n} und hat ihn nicht mehr: Er wurde auf einen früheren Tag zurückgesetzt oder abgeschnitten. „fishbowl verify“ sagt mehr.`,
  known: "Was jeder davon wissen darf, auch ohne Passwort:",
  copies:
    "Bewahren Sie eine Kopie des öffentlichen Schlüssels außerhalb dieses Servers auf: Wer eine hat, kann seine Unterschriften von denen aller anderen unterscheiden. Von der geheimen Hälfte liegt eine Kopie in jeder Sicherung, versiegelt mit dem Hauptschlüssel: Ohne diese Datei unterschreibt niemand.",
  imported: {
    legend: "Woher es kommt",
    unsigned: "importiert, nicht unterschrieben",
    here: "importiert · von diesem Server unterschrieben",
    signed: (key) => `von einem anderen Server importiert · unterschrieben mit ${key}`,
    wrong: (key) => `importiert · die Unterschrift von ${key} gilt nicht`,
    holds: (events, at) =>
      `Die Unterschrift gilt für die ersten ${events} Ereignisse, wie sie am ${at} standen. Was seither gesagt wurde, wurde hier gesagt. Unterschrieben hat dieser Schlüssel:`,
    holdsNot:
      "Was es unterschrieb, führt nicht zu dem, was hier steht: Es wurde seither verändert. Es nennt diesen Schlüssel:",
    whole: "Die Unterschrift, wie sie mitkam",
  },
};

/** What is deleted by itself. */
const schedules: Catalogue["schedules"] = {
  title: "Zeitpläne",
  lead: "Was in diesem Gespräch ohne einen Menschen gesagt und beantwortet wird, als hätte es jemand gesagt.",
  none: "Hier wird nichts von selbst gesagt.",
  add: "Zeitplan hinzufügen",
  edit: "Zeitplan ändern",
  save: "Speichern",
  close: "Schließen",
  back: "Zurück",
  what: "Was gesagt wird",
  whatHint: "So, wie Sie es fragen würden. Die Agenten wissen, dass ein Zeitplan fragt und kein Mensch.",
  when: "Wann",
  kinds: {
    times: "An Tagen der Woche",
    every: "Alle so viele Minuten",
    watch: "Wenn sich eine Adresse ändert",
    idle: "Einige Minuten nach dem letzten Wort",
  },
  days: "Tage",
  time: "Uhrzeit",
  zone: "Zeitzone",
  zoneHint:
    "Wo Uhren umgestellt werden: In der Stunde, die fehlt, läuft es einmal, wenn sie endet; in der doppelten beim ersten Mal.",
  minutes: "Minuten",
  address: "Adresse",
  addressHint: "Ihr lesbarer Text wird mit dem letzten Lesen verglichen. Nur öffentliche Adressen.",
  who: "Wer antwortet",
  whoHint: "Niemand gewählt: wer auch einem Menschen antwortet.",
  runTokens: "Tokens eines Laufs, höchstens",
  runTokensHint:
    "In einem Lauf beginnt nichts mehr, wenn sie verbraucht sind; eine Antwort, die gerade kommt, geht weiter.",
  runsPerDay: "Läufe eines Tages, höchstens",
  wrongNumbers: "Minuten, Tokens und Läufe sind ganze Zahlen.",
  noDays: "Wählen Sie wenigstens einen Tag.",
  budget: "Tagesbudget für alles, was ohne einen Menschen läuft",
  budgetFirst:
    "Ohne einen Menschen läuft nichts, bevor Sie sagen, wie viel all das zusammen an einem Tag verbrauchen darf.",
  budgetHint: "Über alle Gespräche, Tage in UTC. Dollar zählen, wo der Preis eines Modells bekannt ist.",
  budgetTokens: "Tokens je Tag",
  budgetUsd: "US-Dollar je Tag",
  budgetWrong:
    "Sagen Sie, wie viele Tokens und wie viele Dollar ein Tag verbrauchen darf, beides mehr als nichts.",
  noBudget: "Das hat noch niemand gesagt: Ohne einen Menschen läuft nichts.",
  budgetSaved: "Das Tagesbudget gilt.",
  stopAll: "Nichts laufen lassen",
  stopped: "Ohne einen Menschen läuft nichts mehr.",
  used: (tokens, most, usd, mostUsd) => `Heute ${tokens} von ${most} Tokens, ${usd} von ${mostUsd}.`,
  usedUnknown: "Für einen Teil davon ist kein Preis bekannt.",
  adding: "Was heute verbraucht wurde, wird noch zusammengezählt.",
  weekdays: "Montags bis freitags",
  weekend: "Samstags und sonntags",
  everyDay: "Jeden Tag",
  onDays: (days) => `Jeden ${days}`,
  at: (days, time, zone) => `${days} um ${time} Uhr, ${zone}`,
  every: (n) => counted(n, { one: "Jede Minute", other: "Alle # Minuten" }),
  watching: (address, n) => `Wenn sich ${address} ändert; nachgesehen wird alle ${n} Minuten`,
  idle: (n) =>
    counted(n, { one: "# Minute nach dem letzten Wort", other: "# Minuten nach dem letzten Wort" }),
  next: (time) => `als Nächstes: ${time}`,
  nextUnknown: "als Nächstes: wenn jemand gesprochen hat",
  pausedBy: {
    person: "angehalten",
    archived: "angehalten, als das Gespräch archiviert wurde",
    imported: "angehalten: kam mit einer Kopie oder einer Datei",
  },
  measure: (tokens, runs) => `höchstens ${tokens} Tokens je Lauf, ${runs} am Tag`,
  runs: (n) => counted(n, { one: "# Lauf", other: "# Läufe" }),
  runNow: "Jetzt laufen lassen",
  begun: "Es wird jetzt gesagt.",
  pause: "Anhalten",
  resume: "Weiterlaufen lassen",
  change: "Ändern",
  remove: "Entfernen",
  removed: "Der Zeitplan ist entfernt.",
  last: "Letzte Läufe",
  asked: "auf Wunsch",
  outcomes: {
    ran: "gesagt",
    missed: "versäumt: Niemand war da, um ihn auszuführen",
    busy: "ausgelassen: Der letzte Lauf war noch nicht zu Ende",
    over_cap: "ausgelassen: so oft, wie er an einem Tag darf",
    over_budget: "ausgelassen: Das Tagesbudget war verbraucht",
    unchanged: "die Adresse hatte sich nicht geändert",
    unreachable: "die Adresse war nicht zu lesen",
    nobody: "ausgelassen: Keiner seiner Agenten nimmt noch teil",
    replanned: "neu geplant: Die Zeitzone hat andere Regeln",
  },
  missed: (n, from, to) =>
    counted(n, { one: `# Lauf versäumt (${from})`, other: `# Läufe versäumt (${from} bis ${to})` }),
  more: "Nicht alle Gespräche mit Zeitplänen stehen hier.",
  all: "In welchen Gesprächen",
  nowhere: "Kein Gespräch sagt etwas von selbst. Zeitpläne richten Sie im Menü eines Gesprächs ein.",
};

const retention: Catalogue["retention"] = {
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

/** How the server is doing. */
const status: Catalogue["status"] = {
  diskFull: "Der Datenträger ist fast voll: Neues wird erst wieder angenommen, wenn Platz ist.",
  diskLow: "Der Datenträger wird voll. Schaffen Sie bald Platz.",
  version: "Version",
  turns: "Antworten",
  running: (running, waiting) =>
    `${counted(running, { one: "# wird", other: "# werden" })} geschrieben, ${
      counted(waiting, { one: "# wartet", other: "# warten" })
    } auf Platz`,
  streams: "Seiten und Programme, die Ereignissen folgen",
  commits: "Schreibvorgänge je Sekunde",
  store: "Größe des Speichers",
  inMemory: "nur im Arbeitsspeicher",
  elsewhere: "über das Netz",
  disk: "Frei auf seinem Datenträger",
  backup: "Letzte Sicherung",
  noBackup: "keine bekannt",
  backupOf: (time, size) => `${time} (${size})`,
  retention: "Automatisch löschen",
  keeps: "aus",
  deletes: (days) => counted(days, { one: "nach # Tag", other: "nach # Tagen" }),
  goes: (soon) => `${talks(soon)} innerhalb eines Tages`,
  looked: (time) => `zuletzt nachgesehen ${time}`,
  unlooked: "noch wurde nicht nachgesehen",
  lag: "Ereignisschleife",
  late: (ms) => `${ms} ms zu spät`,
  providers: "Anbieter",
  states: { ok: "in Ordnung", busy: "ausgelastet", limited: "gedrosselt", failing: "gestört" },
  noProviders: "noch keiner gefragt",
  errors: "Letzte Fehler",
  noErrors: "Keine, seit der Server läuft.",
  refreshed: (time) => `Stand ${time}.`,
};

/** Moving in. */
const moving: Catalogue["moving"] = {
  title: "Gespräche importieren",
  looking: "Die Datei wird angesehen …",
  progress: "Fortschritt",
  from: (product) => `Von ${product}`,
  talks,
  messages,
  branches: (n) => counted(n, { one: "# Zweig", other: "# Zweige" }),
  files: (n) => counted(n, { one: "# Bild oder Datei", other: "# Bilder und Dateien" }),
  between: (first, last) => `${first} bis ${last}`,
  here: (n) => counted(n, { one: "# ist schon hier", other: "# sind schon hier" }),
  deleted: (n) =>
    counted(n, {
      one: "# wurde früher importiert und gelöscht und bleibt es",
      other: "# wurden früher importiert und gelöscht und bleiben es",
    }),
  alsoBranches: "Auch andere Zweige, jeden als eigenes Gespräch",
  leftOut: "Was weggelassen wird, und warum",
  nothingNew: "Alles davon ist schon hier.",
  keeps:
    "Jede Nachricht behält ihre Zeit und wer sie schrieb und ist als importiert gekennzeichnet. Die Gespräche stehen in der Liste, wo sie der Zeit nach hingehören.",
  guessed: "Wer was sagt, wurde aus Zeilen wie „## User“ und „**Assistant:**“ erraten.",
  begin: "Importieren",
  moving: (n) => `Wird importiert: bisher ${talks(n)}`,
  stop: "Anhalten",
  imported: (n, said) => `${talks(n)} mit ${messages(said)} importiert.`,
  stopped: "Es wurde angehalten. Was importiert ist, bleibt; mit derselben Datei geht es dort weiter.",
  brokeOff: "Es brach ab. Was importiert ist, bleibt; mit derselben Datei geht es dort weiter.",
  where: "Sie stehen in der Liste, wo sie der Zeit nach hingehören, und die Suche findet sie.",
  open: "Das erste öffnen",
  close: "Schließen",
  choose: "Einen Export auswählen",
  chooseHelp:
    "Das Archiv oder das JSON eines Exports von ChatGPT, Claude, Open WebUI oder LibreChat, ein Chat von SillyTavern (JSONL), ein Gespräch in Markdown, eine Charakterkarte (PNG, JSON, CHARX) oder ein Gespräch, das hier exportiert wurde. Es kann auch auf diese Seite gezogen werden.",
  drop: "Loslassen zum Importieren",
  card: (name) => `${name}, eine Charakterkarte`,
  cardBecomes:
    "Daraus wird ein Agent mit diesem Prompt und dem Bild der Karte, mit Anbieter und Modell Ihres ersten Agenten. Beides lässt sich in seinen Einstellungen ändern.",
  greetings: (n) => counted(n, { one: "# andere Begrüßung", other: "# andere Begrüßungen" }),
  lore: (n) =>
    counted(n, {
      one: "# Eintrag ihres Lorebooks, der auf bestimmte Wörter hin erzählt wird, was hier kein Agent tut",
      other:
        "# Einträge ihres Lorebooks, die auf bestimmte Wörter hin erzählt werden, was hier kein Agent tut",
    }),
  assets: (n) => counted(n, { one: "# andere Datei", other: "# andere Dateien" }),
  cut: "Was für einen Prompt zu lang ist",
  makeAgent: "Agenten anlegen",
  openAgent: "Seine Einstellungen öffnen",
  cardMade: (name, taken) =>
    taken.state === "alone"
      ? "Es gibt noch keinen Agenten, dessen Modell genutzt werden könnte. Legen Sie zuerst einen in den Einstellungen an."
      : taken.state === "here"
      ? `${name} ist schon hier.`
      : `${name} ist jetzt ein Agent, mit dem Modell ${taken.model}.`,
  left: {
    hidden: "Anweisungen und verborgene Nachrichten",
    tools: "Aufrufe und Ergebnisse von Werkzeugen",
    thoughts: "Gedanken von Modellen",
    empty: "Nachrichten ohne Worte",
    long: "Nachrichten, die zu lang sind",
    branches: "Andere Zweige",
    lost_files: "Dateien, die nicht im Archiv sind",
    other_files: "Dateien, die nicht angehängt werden können",
    large_files: "Dateien, die zu groß oder zu viele sind",
    blank_talks: "Gespräche ohne Worte",
    long_talks: "Gespräche, die zu lang sind",
    unknown: "Unbekannte Einträge",
  },
  faults: {
    unknown:
      "In dieser Datei ist nichts, was sich importieren lässt. Wählen Sie das Archiv oder das JSON eines Exports.",
    cut: "Das Archiv ist abgeschnitten oder beschädigt. Laden Sie es noch einmal herunter.",
    locked: "Das Archiv ist mit einem Passwort verschlossen. Entpacken Sie es zuerst.",
    packing: "Das Archiv ist auf eine Art gepackt, die hier nicht bekannt ist. Entpacken Sie es zuerst.",
    many: "Das Archiv hat zu viele Dateien.",
    bomb: "Das Archiv würde entpackt weit größer, als ein Export ist.",
    false_size: "Die Angaben des Archivs über seine Dateien stimmen nicht.",
  },
};

/** Answers that have a form. */
const formed: Catalogue["formed"] = {
  table: "Tabelle",
  tree: "Baum",
  text: "Wortlaut",
  show: "Wie die Antwort gezeigt wird",
  repaired: "Noch einmal gefragt: zuerst passte sie nicht in ihre Form.",
  rowsMore: (n) =>
    counted(n, { one: "# weitere Zeile steht im Wortlaut.", other: "# weitere Zeilen stehen im Wortlaut." }),
  columnsMore: (n) =>
    counted(n, {
      one: "# weitere Spalte steht im Wortlaut.",
      other: "# weitere Spalten stehen im Wortlaut.",
    }),
  more: (n) => counted(n, { one: "… # weiteres im Wortlaut", other: "… # weitere im Wortlaut" }),
  items: (n) => counted(n, { one: "# Eintrag", other: "# Einträge" }),
  fields: (n) => counted(n, { one: "# Feld", other: "# Felder" }),
};

/** Searching the web by a service of one's own. */
const websearch: Catalogue["websearch"] = {
  none:
    "Noch kein Dienst. Agenten, die im Web suchen dürfen, tun es, wo der Hersteller ihres Modells eine Suche hat.",
  kind: "Dienst",
  url: "Adresse",
  urlHints: {
    searxng:
      "Ihres eigenen SearXNG, auch auf diesem Rechner. Seine Einstellungen müssen json unter den Formaten nennen.",
    brave: "Des Dienstes von Brave, wenn Sie keinen anderen Weg gehen.",
    tavily: "Des Dienstes von Tavily, wenn Sie keinen anderen Weg gehen.",
  },
  key: "Schlüssel",
  keyHint:
    "Wird verschlüsselt behalten und nie wieder gezeigt. Leer bleibt es beim bisherigen; eine andere Adresse löscht ihn.",
  showKey: "Schlüssel zeigen",
  hideKey: "Schlüssel verbergen",
  check: "Prüfen",
  checking: "Er wird gefragt …",
  works: (n) => counted(n, { one: "Er geht: # Seite gefunden.", other: "Er geht: # Seiten gefunden." }),
  save: "Speichern",
  saved: "Gespeichert.",
  remove: "Entfernen",
  removeAsk: "Den Suchdienst entfernen?",
  removeMeans:
    "Agenten suchen nicht mehr durch ihn. Was er fand, bleibt in seinen Gesprächen; sein Schlüssel wird vergessen.",
  removed: "Entfernt.",
  withKey: (hint) => `mit Schlüssel (${hint})`,
  withoutKey: "ohne Schlüssel",
};

const notesOf = (n: number) => counted(n, { one: "# Notiz", other: "# Notizen" });
const memory: Catalogue["memory"] = {
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

const projectTokens = (n: number) => `≈ ${counted(n, { one: "# Token", other: "# Tokens" })}`;
const projects: Catalogue["projects"] = {
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

/** Tools of other servers. */
const mcp: Catalogue["mcp"] = {
  none: "Noch kein Server. Wer hier hinzugefügt wird, bietet Ihren Agenten seine Werkzeuge an.",
  name: "Name",
  url: "Adresse",
  urlHint:
    "Wo der Server zuhört, etwa https://example.org/mcp. Ein Wechsel zu einem anderen Server löscht den Schlüssel.",
  secret: "Schlüssel",
  secretHint:
    "Wird verschlüsselt behalten und nie wieder gezeigt. Leer bleibt es beim bisherigen; viele Server brauchen keinen.",
  header: "Der Schlüssel geht in den Header",
  headerHint: "Leer: Authorization, als Bearer.",
  add: "Server hinzufügen",
  save: "Speichern",
  cancel: "Abbrechen",
  change: "Ändern",
  changeNamed: (name) => `${name} ändern`,
  ask: "Nach Werkzeugen fragen",
  askNamed: (name) => `Nach Werkzeugen fragen: ${name}`,
  asking: "Er wird gefragt …",
  remove: "Entfernen",
  removeNamed: (name) => `${name} entfernen`,
  removeAsk: (name) => `„${name}“ entfernen?`,
  removeMeans: "Agenten haben seine Werkzeuge nicht mehr. Was sie in Gespräche brachten, bleibt.",
  removed: "Entfernt.",
  withKey: "mit Schlüssel",
  forget: "Schlüssel entfernen",
  forgotten: "Der Schlüssel ist entfernt.",
  wantsMore:
    "Der Server verlangt mehr, als diese Anmeldung erlaubt. Verbinden Sie ihn neu, um dem zuzustimmen, oder lassen Sie es:",
  wantsSignIn: "Dieser Server lässt nur herein, wer sich dort angemeldet hat.",
  connect: "Verbinden",
  connectAgain: "Neu verbinden",
  connectAgainNamed: (name) => `Neu verbinden: ${name}`,
  connectNamed: (name) => `Verbinden: ${name}`,
  leads: (host) => `Sie melden sich bei ${host} an, auf einer eigenen Seite, und kommen hierher zurück.`,
  goThere: (host) => `Bei ${host} anmelden`,
  signedIn: (host, time) => `Angemeldet bei ${host}, ${time}`,
  signInOver:
    "Diese Anmeldung ist vorbei oder wurde nicht hier begonnen. Es wurde nichts übernommen. Drücken Sie beim Server noch einmal auf Verbinden.",
  disconnect: "Trennen",
  disconnectNamed: (name) => `Trennen: ${name}`,
  disconnectAsk: (name) => `„${name}“ trennen?`,
  disconnectMeans:
    "Was für die Anmeldung gegeben wurde, wird hier vergessen und dort aufgegeben. Agenten haben seine Werkzeuge wieder, sobald jemand ihn verbindet.",
  disconnected: "Getrennt.",
  notRevoked: "Nur hier ist es vergessen",
  notRevokedMeans:
    "Wo man sich anmeldet, war das nicht mitzuteilen. Beenden Sie den Zugang auch dort, wenn es darauf ankommt.",
  understood: "Schließen",
  clientMeans: (host) =>
    `${host} lässt kein Programm von selbst herein. Melden Sie Fishbowl dort mit dieser Rückkehradresse an, und geben Sie hier ein, was Sie dafür bekommen.`,
  clientId: "Client-ID",
  clientSecret: "Client-Secret",
  clientSecretHint: "Wird verschlüsselt behalten und nie wieder gezeigt. Manche geben keines.",
  copy: "Kopieren",
  offers: "Vorlagen und Ressourcen",
  offersMean:
    "Was Ihre MCP-Server anbieten. Was sie sagen, hat niemand geprüft: Lesen Sie es, bevor Sie es senden.",
  offersOf: "Welcher Server",
  offersNothing: "Dieser Server bietet keine Vorlagen und keine Ressourcen an.",
  offersCut: (n) =>
    counted(n, { one: "# weiteres wird nicht gezeigt", other: "# weitere werden nicht gezeigt" }),
  prompts: "Vorlagen",
  resources: "Ressourcen",
  putIn: "In die Nachricht setzen",
  putInNamed: (title) => `In die Nachricht setzen: ${title}`,
  promptFrom: (server, title) => `[Vom MCP-Server „${server}“: ${title}]`,
  attach: "Anhängen",
  attachNamed: (title) => `Anhängen: ${title}`,
  open: "Öffnen",
  openNamed: (title) => `Öffnen: ${title}`,
  close: "Schließen",
  closeNamed: (title) => `Schließen: ${title}`,
  attachToSee: "kein Text; anhängen, um es zu sehen",
  linksGone:
    "Der Server, der das genannt hat, wurde entfernt oder hat jetzt eine andere Adresse. Er kann nicht mehr danach gefragt werden.",
  unasked: "Nach seinen Werkzeugen wurde noch nicht gefragt.",
  count: (n) => counted(n, { one: "# Werkzeug", other: "# Werkzeuge" }),
  cut: (n) =>
    counted(n, {
      one: "# Werkzeug fehlt: zu groß oder falsch benannt",
      other: "# Werkzeuge fehlen: zu groß oder falsch benannt",
    }),
  listedAt: (time) => `aufgelistet ${time}`,
  tools: "Werkzeuge",
  toolsMean:
    "Jedes fragt, bevor es läuft, es sei denn, Sie lassen es hier laufen. Was ein Server von sich sagt, hat niemand geprüft.",
  saysReadOnly: "sagt, es ändere nichts",
  trusts: "Läuft ohne zu fragen",
  trustsNamed: (tool) => `${tool} läuft ohne zu fragen`,
  allOf: (server) => `${server}: alle Werkzeuge`,
  choose: (server) => `${server}: einzelne Werkzeuge`,
};

/** Webhooks. */
const webhooks: Catalogue["webhooks"] = {
  none: "Noch wird keinem Programm etwas mitgeteilt.",
  url: "Adresse",
  urlHint: "Wo das Programm zuhört, etwa https://example.org/hook.",
  events: "Was ihm mitgeteilt wird",
  named: {
    "conversation.started": "Ein Gespräch begann",
    "conversation.deleted": "Ein Gespräch wurde gelöscht",
    "message.posted": "Jemand hat etwas gesagt",
    "answer.completed": "Eine Antwort ist ganz",
    "answer.failed": "Eine Antwort ist gescheitert",
    "answer.stopped": "Eine Antwort wurde angehalten",
    "permission.asked": "Ein Werkzeug wartet auf einen Menschen",
    "input.asked": "Ein Server von Werkzeugen fragt einen Menschen etwas",
    "exchange.completed": "Alle Antworten auf eine Nachricht sind zu Ende",
  },
  make: "Webhook hinzufügen",
  once: "Das Geheimnis. Kopieren Sie es jetzt, es wird nicht wieder gezeigt:",
  copy: "Kopieren",
  told: (n) => counted(n, { one: "erfährt # Sache", other: "erfährt # Sachen" }),
  waiting: (n) => counted(n, { one: "# Sendung wartet", other: "# Sendungen warten" }),
  untried: "noch nichts gesendet",
  taken: (time) => `zuletzt zugestellt ${time}`,
  refused: (status, time) => `abgelehnt mit ${status} ${time}, wird wiederholt`,
  silent: (time) => `keine Antwort ${time}, wird wiederholt`,
  off: {
    failing: "Aus: tagelang wurde nichts angenommen.",
    gone: "Aus: der Empfänger sagt, es gibt ihn nicht mehr.",
    person: "Aus.",
  },
  test: "Probe senden",
  testNamed: (url) => `Probe an ${url} senden`,
  tested: "Eine Probe ist unterwegs.",
  turnOn: "Einschalten",
  turnOnNamed: (url) => `${url} einschalten`,
  turnOff: "Ausschalten",
  turnOffNamed: (url) => `${url} ausschalten`,
  remove: "Entfernen",
  removeNamed: (url) => `${url} entfernen`,
  removeAsk: (url) => `„${url}“ entfernen?`,
  removeMeans: "Es wird ihm nichts mehr mitgeteilt, und was für ihn wartet, fällt weg.",
  removed: "Entfernt.",
};

/** The settings of one conversation. */
const rules: Catalogue["rules"] = {
  title: "Einstellungen dieses Gesprächs",
  titleNext: "Einstellungen des nächsten Gesprächs",
  save: "Speichern",
  saved: "Gespeichert.",
  onNewMessage: "Eine neue Nachricht, während Agenten antworten",
  cancel: "hält diese Antworten an",
  queue: "wartet, bis sie fertig sind",
  web: "Das Web",
  webAccess: "Jeder Agent hier darf Webseiten lesen",
  webMeans:
    "Adressen, die Sie geschrieben haben oder die auf einer hier gelesenen Seite stehen; jede andere wird " +
    "gezeigt und fragt vorher.",
  limits: "Grenzen",
  blank: "Leer heißt ohne Grenze.",
  used: (tokens) => `Bisher verbraucht: ${tokens} Tokens. Leer heißt ohne Grenze.`,
  tokens: "Tokens zusammen",
  tokensHint: "Ein und aus zusammen; dann wird niemand mehr gefragt.",
  usd: "US-Dollar",
  usdHint: "Soweit Preise bekannt sind.",
  managerTurns: "Züge, die eine Leitung auslösen darf",
  managerTurnsHint: (most) => `Für eine Nachricht höchstens ${most}.`,
  wrong: "Eine Grenze ist eine Zahl über null, oder leer für keine.",
};

/** Dialogs. */
const dialogues: Catalogue["dialogues"] = {
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
  eraseStays:
    "Ihr Platz, wer sie schrieb und wann bleiben, und eine Zeile, dass sie gelöscht wurde. Kein Agent bekommt sie mehr. Was andere daraus zitiert haben, gehört zu deren Nachrichten: Löschen Sie auch diese.",
  eraseAlso: (n) =>
    counted(n, {
      one: "Auch in # Gespräch, in dem dasselbe steht",
      other: "Auch in # Gesprächen, in denen dasselbe steht",
    }),
  eraseMore:
    "Mit diesem Gespräch haben mehr andere zu tun, als durchgesehen werden: Es kann noch in weiteren stehen.",
  eraseWhy: "Warum, für alle lesbar (freiwillig)",
  eraseWhyHint: "Nicht die Worte selbst",
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

/** The door. */
const door: Catalogue["door"] = {
  app: "Fishbowl",
  password: "Passwort",
  signIn: "Anmelden",
  signingIn: "Wird angemeldet …",
  atLeast: (characters) => `Mindestens ${characters} Zeichen.`,
  setUp: "Fishbowl einrichten",
  setUpMeans:
    "Der Server hat beim Start einen Einmalcode ausgegeben. Geben Sie ihn ein, und wählen Sie das Passwort, " +
    "mit dem sich hier alle anmelden.",
  code: "Einmalcode",
  newPassword: "Neues Passwort",
  again: "Das Passwort noch einmal",
  differ: "Die beiden Passwörter sind nicht gleich.",
  setting: "Wird festgelegt …",
  set: "Passwort festlegen",
  show: "Zeigen, was ich schreibe",
  hide: "Verbergen, was ich schreibe",
};

/** Why an answer failed. */
const FAILURES: Readonly<Record<string, string>> = {
  "Authentication failed. Please check your API configuration.":
    "Der Schlüssel wurde nicht angenommen. Bitte prüfen Sie die Einstellungen des Anbieters.",
  "This API key may not use the chosen model. Please check your account with the provider.":
    "Dieser Schlüssel darf das gewählte Modell nicht nutzen. Bitte prüfen Sie Ihr Konto beim Anbieter.",
  "The model or address was not found. Please check the model name and the base URL.":
    "Das Modell oder die Adresse wurde nicht gefunden. Bitte prüfen Sie beides in den Einstellungen.",
  "The AI service did not accept the request. Please check the agent’s model and parameters.":
    "Der KI-Dienst hat die Anfrage nicht angenommen. Bitte prüfen Sie Modell und Einstellungen des Agenten.",
  "The conversation is too long for this model. Exclude some messages or set a sliding window.":
    "Das Gespräch ist zu lang für dieses Modell. Lassen Sie Nachrichten aus, oder geben Sie dem Agenten ein gleitendes Fenster.",
  "Too many requests. Please wait a moment before trying again.":
    "Es waren zu viele Anfragen. Bitte warten Sie einen Moment, bevor Sie es erneut versuchen.",
  "The AI service is overloaded. Please try again in a moment.":
    "Der KI-Dienst ist überlastet. Bitte versuchen Sie es gleich noch einmal.",
  "The AI service had an internal error. Please try again.":
    "Beim KI-Dienst gab es einen Fehler. Bitte versuchen Sie es noch einmal.",
  "Unable to connect to AI service. Please check your connection and try again.":
    "Der KI-Dienst ist nicht zu erreichen. Bitte prüfen Sie die Verbindung, und versuchen Sie es noch einmal.",
  "The AI service took too long to answer. Please try again.":
    "Der KI-Dienst hat zu lange für eine Antwort gebraucht. Bitte versuchen Sie es noch einmal.",
  "The answer was stopped.": "Die Antwort wurde angehalten.",
  "The AI service sent an answer that could not be read.":
    "Der KI-Dienst hat eine Antwort geschickt, die nicht zu lesen ist.",
  "The answer broke off before it was complete. Please try again.":
    "Die Antwort brach ab, bevor sie vollständig war. Bitte versuchen Sie es noch einmal.",
  "The AI service declined to answer this request.":
    "Der KI-Dienst hat es abgelehnt, diese Anfrage zu beantworten.",
  "The answer was larger than allowed and was stopped.":
    "Die Antwort war größer als erlaubt und wurde angehalten.",
  "The answer was lost when the program stopped. Please try again.":
    "Die Antwort ging verloren, als das Programm anhielt. Bitte versuchen Sie es noch einmal.",
  "Something went wrong inside Fishbowl. Please try again.":
    "In Fishbowl ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.",
  "The account with the AI provider has no credit left. Please check its billing.":
    "Das Konto beim Anbieter hat kein Guthaben mehr. Bitte prüfen Sie dort die Abrechnung.",
  "This model cannot use tools. Please remove the agent’s tools or choose another model.":
    "Dieses Modell kann keine Werkzeuge benutzen. Bitte nehmen Sie sie dem Agenten, oder wählen Sie ein anderes Modell.",
  "This model cannot read images. Please exclude the image or choose another model.":
    "Dieses Modell kann keine Bilder lesen. Bitte lassen Sie das Bild aus, oder wählen Sie ein anderes Modell.",
  "The base URL leads to a link-local or metadata address, which is never called. Please change it.":
    "Die Adresse des Anbieters führt an einen Ort im Innern des Netzes, der nie aufgerufen wird. Bitte ändern Sie sie.",
  "The address redirects to another one. Please set the base URL to where the AI service really is.":
    "Die Adresse leitet an eine andere weiter. Bitte geben Sie die an, unter der der KI-Dienst wirklich zu finden ist.",
  "The AI service did not answer with a stream. Please check the base URL.":
    "Der KI-Dienst hat nicht fortlaufend geantwortet. Bitte prüfen Sie die Adresse.",
  "The answer took longer than {} {}, the most this agent may take, and was stopped. What it said until then is kept.":
    "Die Antwort dauerte länger als {1} Min., mehr darf sie bei diesem Agenten nicht, und wurde angehalten. Was bis dahin gesagt war, bleibt.",
  "What this provider’s extra headers say cannot be read any more. Please enter it again in the settings.":
    "Was in den weiteren Kopfzeilen dieses Anbieters steht, ist nicht mehr zu lesen. Bitte tragen Sie es in den Einstellungen neu ein.",
  "The stored key of this provider cannot be read, because the master key is another one than it was stored with. Please enter the key again in the settings.":
    "Der gespeicherte Schlüssel dieses Anbieters ist nicht lesbar, denn der Hauptschlüssel ist ein anderer als damals. Bitte geben Sie den Schlüssel in den Einstellungen noch einmal ein.",
  "The agent’s model does not take {}.": "Das Modell des Agenten nimmt {1} nicht an.",
  "The AI service gave a call of a tool an id of more than 8,000 characters, so none was run.":
    "Der KI-Dienst hat dem Aufruf eines Werkzeugs eine viel zu lange Kennung gegeben; keines wurde ausgeführt.",
  "The agent asked for {} tools at once. At most {} are allowed, so none was run.":
    "Der Agent wollte {1} Werkzeuge zugleich benutzen. Erlaubt sind höchstens {2}; keines wurde ausgeführt.",
  "What the agent asked for is more than the log can hold. It was stopped.":
    "Was der Agent wollte, ist mehr, als das Protokoll fassen kann. Die Antwort wurde angehalten.",
  "The agent has a tool of its own that is called like one of the program’s.":
    "Der Agent hat ein eigenes Werkzeug, das heißt wie eines des Programms.",
  "The agent is not in the settings.": "Diesen Agenten gibt es in den Einstellungen nicht.",
  "The agent’s provider is not in the settings.":
    "Den Anbieter dieses Agenten gibt es in den Einstellungen nicht.",
  "The agent has no model.": "Der Agent hat kein Modell.",
  "The agent called tools too many times without an answer.":
    "Der Agent hat zu oft Werkzeuge benutzt, ohne zu antworten.",
  "The agent did not answer in the form that was asked for.":
    "Der Agent hat nicht in der Form geantwortet, um die er gebeten war.",
  "The answer reached its length limit before it had any words. Please raise the agent’s limit.":
    "Die Antwort war an ihrer Längengrenze, bevor sie ein Wort hatte. Bitte heben Sie die Grenze des Agenten an.",
  "The AI service gave an empty answer. Please try again.":
    "Der KI-Dienst hat eine leere Antwort gegeben. Bitte versuchen Sie es noch einmal.",
  "What the project of this conversation gives is by itself larger than the agent’s context window. Take files or instructions out of it, or choose another model.":
    "Allein was das Projekt dieses Gesprächs mitgibt, ist größer als das Kontextfenster des Agenten. Nehmen Sie Dateien oder Anweisungen heraus, oder wählen Sie ein anderes Modell.",
  "What is pinned here is by itself larger than the agent’s context window. Unpin some of it, or choose another model.":
    "Allein das hier Angeheftete ist größer als das Kontextfenster des Agenten. Lösen Sie etwas davon, oder wählen Sie ein anderes Modell.",
  "The answer was interrupted {} times.": "Die Antwort wurde {1}-mal unterbrochen.",
};

/** What stands in a conversation because something happened in it. */
const NOTICES: Readonly<Record<string, string>> = {
  "{} could not answer. {}": "{1} konnte nicht antworten. [2]",
  "{} passed.": "{1} setzt aus.",
  "{} is at {} % of its context window (about {} of {} tokens). Leave messages out, or give it a sliding window in its settings.":
    "{1} ist bei {2} % des Kontextfensters (etwa {3} von {4} Tokens). Lassen Sie Nachrichten aus, oder geben Sie dem Agenten in seinen Einstellungen ein gleitendes Fenster.",
  "The mentioned agents are not enabled, so nobody answers.":
    "Die genannten Agenten sind ausgeschaltet, also antwortet niemand.",
  "No agents are enabled for this conversation.": "In diesem Gespräch ist kein Agent eingeschaltet.",
  "The manager is not enabled in this conversation, so nobody answers.":
    "Die Leitung ist in diesem Gespräch ausgeschaltet, also antwortet niemand.",
  "Missed 1 run of a schedule ({} UTC): nobody was there to run it.":
    "1 Lauf eines Zeitplans wurde versäumt ({1} UTC): Niemand war da, um ihn auszuführen.",
  "Missed {} runs of a schedule (from {} to {} UTC): nobody was there to run them.":
    "{1} Läufe eines Zeitplans wurden versäumt (von {2} bis {3} UTC): Niemand war da, um sie auszuführen.",
  "A schedule did not run: it has run as often as it may on one day. It goes on tomorrow (UTC).":
    "Ein Zeitplan lief nicht: Er lief schon so oft, wie er an einem Tag darf. Morgen geht es weiter (UTC).",
  "A schedule did not run: what runs without a person has used the budget of the day. It goes on tomorrow (UTC).":
    "Ein Zeitplan lief nicht: Was ohne einen Menschen läuft, hat das Tagesbudget verbraucht. Morgen geht es weiter (UTC).",
  "A schedule did not run: none of its agents takes part any more.":
    "Ein Zeitplan lief nicht: Keiner seiner Agenten nimmt noch teil.",
  "In this mode one agent speaks for all; choose another for a panel.":
    "In diesem Modus spricht ein Agent für alle; wählen Sie für ein Gremium einen anderen.",
  "An agent of the panel is not enabled in this conversation.":
    "Ein Agent des Gremiums ist in diesem Gespräch nicht eingeschaltet.",
  "Stopped: this panel has used its {} tokens.":
    "Angehalten: Dieses Gremium hat seine {1} Tokens verbraucht.",
  "Stopped: this panel has used its {} US dollars.":
    "Angehalten: Dieses Gremium hat seine {1} US-Dollar verbraucht.",
  "Nobody is left for the next stage of this panel, so it ends here.":
    "Für den nächsten Abschnitt dieses Gremiums ist niemand mehr da, darum endet es hier.",
  "Nobody gave an answer in this stage of the panel, so it ends here.":
    "In diesem Abschnitt des Gremiums gab niemand eine Antwort, darum endet es hier.",
  "A seat has a role that is not in the format.":
    "Ein Platz hat eine Rolle, die es in diesem Gremium nicht gibt.",
  "Nobody sits as {}.": "Niemand sitzt als {1}.",
  "Only one agent can sit as {}.": "Nur ein Agent kann als {1} sitzen.",
  "A panel has at most {} seats.": "Ein Gremium hat höchstens {1} Plätze.",
  "This panel would come to {} answers; at most {} are allowed.":
    "Dieses Gremium käme auf {1} Antworten; höchstens {2} sind erlaubt.",
  "Stopped: this run of a schedule has used its {} tokens.":
    "Angehalten: Dieser Lauf eines Zeitplans hat seine {1} Tokens verbraucht.",
  "Stopped: this run of a schedule has used its {} US dollars.":
    "Angehalten: Dieser Lauf eines Zeitplans hat seine {1} US-Dollar verbraucht.",
  "Stopped: this conversation has used its {} tokens.":
    "Angehalten: Dieses Gespräch hat seine {1} Tokens verbraucht.",
  "Stopped: this conversation has used its {} US dollars.":
    "Angehalten: Dieses Gespräch hat seine {1} US-Dollar verbraucht.",
  "Stopped after {} turns without an answer from the manager.":
    "Angehalten: Nach {1} Zügen gab es noch keine Antwort der Leitung.",
  "This conversation was imported with a proof: what stands above was signed on {} by {}, an earlier key of this server.":
    "Dieses Gespräch wurde mit einem Beweis importiert: Was oben steht, wurde am {1} mit {2} unterschrieben, einem früheren Schlüssel dieses Servers.",
  "This conversation was imported with a proof: what stands above was signed on {} by {}, this server’s own key.":
    "Dieses Gespräch wurde mit einem Beweis importiert: Was oben steht, wurde am {1} mit {2} unterschrieben, dem eigenen Schlüssel dieses Servers.",
  "This conversation was imported with a proof: what stands above was signed on {} by {}, a key that this server does not know.":
    "Dieses Gespräch wurde mit einem Beweis importiert: Was oben steht, wurde am {1} mit {2} unterschrieben, einem Schlüssel, den dieser Server nicht kennt.",
  "This conversation was imported. What stands above was written elsewhere, and its names are not proven.":
    "Dieses Gespräch wurde importiert. Was hierüber steht, wurde anderswo geschrieben, und seine Namen sind nicht belegt.",
  "{} Web access was on there; here it is off until you turn it on.":
    "[1] Der Zugriff auf das Web war dort eingeschaltet; hier ist er aus, bis Sie ihn einschalten.",
};

/** Why an agent was asked. */
const ASKED: Readonly<Record<string, string>> = {
  "asked in a comparison": "in einem Vergleich gefragt",
  "asked beside the talk by {}": "neben dem Gespräch gefragt von {1}",
  "enabled in this conversation": "in diesem Gespräch eingeschaltet",
  "mentioned by {}": "genannt von {1}",
  "asked by {}": "gefragt von {1}",
  "asked by {} to merge the answers of {}": "von {1} gebeten, zusammenzufassen, was {2} sagten",
  "asked by {} to merge {} answers": "von {1} gebeten, {2} Antworten zusammenzufassen",
  "asked by {} to sum up the answers of {}": "nach dem Kern dessen gefragt, was {2} sagten, von {1}",
  "asked by {} to sum up {} answers": "nach dem Kern von {2} Antworten gefragt, von {1}",
  "asked by {} to compare the answers of {}": "von {1} gebeten, die Aussagen von {2} zu vergleichen",
  "asked again by {}": "noch einmal gefragt von {1}",
  "in turn {} of {}": "reihum, {1} von {2}",
  "in turn {} of {}, round {} of {}": "reihum, {1} von {2}, Runde {3} von {4}",
  "manages this conversation": "leitet dieses Gespräch",
  "has the last of {} turns": "hat den letzten von {1} Zügen",
  "addressed by #{}": "angesprochen von #{1}",
  "addressed nobody": "hat niemanden angesprochen",
  "a member could not answer": "ein Mitglied konnte nicht antworten",
};

/** What a tool gave where it gave nothing; its agent read the same in English. */
const TOOLS: Readonly<Record<string, string>> = {
  "The person did not allow this call. It was not made.":
    "Das wurde nicht erlaubt, und es ist nicht geschehen.",
  "A program asked, and nobody is there to allow this call. It was not made.":
    "Ein Programm fragte, und niemand ist da, der das erlauben könnte. Es ist nicht geschehen.",
  "Nobody was there to allow this call. It was not made.":
    "Niemand war da, der das hätte erlauben können. Es ist nicht geschehen.",
  "The call was cut short. Whether it took effect is not known; it was not made again.":
    "Der Aufruf brach ab. Ob er etwas bewirkt hat, ist nicht bekannt; er wurde nicht wiederholt.",
  "A title has 1 to {} characters that can be seen, on one line.":
    "Ein Titel hat 1 bis {1} sichtbare Zeichen in einer Zeile.",
  "A note has 1 to {} characters.": "Eine Notiz hat 1 bis {1} Zeichen.",
  "There is no tool {}.": "Ein Werkzeug {1} gibt es nicht.",
  "The arguments are not JSON.": "Was dem Werkzeug gegeben wurde, ist kein JSON.",
  "The tool failed.": "Das Werkzeug ist gescheitert.",
  "Nobody allowed this address.": "Niemand hat diese Adresse erlaubt.",
  "This address may not be read.": "Diese Adresse darf nicht gelesen werden.",
  "The page could not be read.": "Die Seite war nicht zu lesen.",
  "The page is not text.": "Die Seite ist kein Text.",
  "The page is packed in a way that cannot be read.":
    "Die Seite ist so gepackt, dass sie nicht zu lesen ist.",
  "This is no address that can be read: it begins with http:// or https://, has no name or password in it, and has at most {} characters.":
    "Das ist keine Adresse, die sich lesen lässt: Sie beginnt mit http:// oder https://, enthält weder Name noch Passwort und hat höchstens {1} Zeichen.",
  "The page leads on to another site, which was not read. To have the person asked, read this address: {}":
    "Die Seite führt weiter zu einer anderen Site; die wurde nicht gelesen: {1}",
  "Too many redirects.": "Zu viele Weiterleitungen.",
  "The server answered {}.": "Der Server antwortete mit {1}.",
};

/** Why something cannot be done. */
const REFUSALS: Readonly<Record<string, string>> = {
  "There is no such conversation.": "Dieses Gespräch gibt es nicht oder nicht mehr.",
  "There is no such message in this conversation.": "Diese Nachricht gibt es in diesem Gespräch nicht.",
  "There is no such message.": "Diese Nachricht gibt es nicht.",
  "Nobody asked anything in this conversation.": "In diesem Gespräch hat niemand etwas gefragt.",
  "At most {} questions are run again.": "Höchstens {1} Fragen laufen noch einmal.",
  "The words of a question were erased, so it cannot be asked again.":
    "Die Worte einer Frage wurden gelöscht, sie lässt sich nicht noch einmal stellen.",
  "Nothing is expected in this conversation: say first what its answers must be like.":
    "In diesem Gespräch wird nichts erwartet: Sagen Sie zuerst, wie seine Antworten sein müssen.",
  "There is no such comparison in this conversation.": "Diesen Vergleich gibt es in diesem Gespräch nicht.",
  "There is no such comparison.": "Diesen Vergleich gibt es nicht.",
  "The room of this comparison is not here.": "Der Raum dieses Vergleichs ist nicht hier.",
  "This comparison was begun in another conversation, of which this one is a copy.":
    "Dieser Vergleich wurde in einem anderen Gespräch begonnen, von dem dieses eine Kopie ist.",
  "Not all answers are there yet.": "Noch sind nicht alle Antworten da.",
  "It was revealed whose answers these are; nothing is judged any more.":
    "Es ist aufgedeckt, wessen Antworten das sind; beurteilt wird nichts mehr.",
  "A conversation has at most {} comparisons.": "Ein Gespräch hat höchstens {1} Vergleiche.",
  "Only an answer that is there can be the best.": "Nur eine Antwort, die da ist, kann die beste sein.",
  "There is no such criterion, or no such answer.":
    "Diesen Maßstab gibt es nicht, oder diese Antwort gibt es nicht.",
  "At most {} people judge one comparison.": "Höchstens {1} Menschen beurteilen einen Vergleich.",
  "What is kept of this comparison is not what its digest was made of.":
    "Was von diesem Vergleich aufgehoben ist, ist nicht das, woraus seine Prüfsumme entstand.",
  "There is such a room.": "Diesen Raum gibt es schon.",
  "A conversation has at most {} trials.": "Ein Gespräch hat höchstens {1} Versuche.",
  "The cap is lower than what one answer is expected to use, so nothing could be asked.":
    "Die Grenze liegt unter dem, was eine Antwort voraussichtlich braucht: So ließe sich nichts fragen.",
  "A trial has at most {} answers.": "Ein Versuch hat höchstens {1} Antworten.",
  "Only a turn of the talk that has ended can be tried again.":
    "Nur eine Antwort des Gesprächs, die zu Ende ist, lässt sich so noch einmal versuchen.",
  "The answer was written from this message: without it nothing is asked.":
    "Die Antwort wurde aus dieser Nachricht geschrieben: Ohne sie wird nichts gefragt.",
  "Only what the turn was sent can be held back.": "Nur was geschickt wurde, lässt sich zurückhalten.",
  "Only what a person said can be answered several times.":
    "Nur was ein Mensch gesagt hat, lässt sich mehrmals beantworten.",
  "From 1 to {} different agents can be asked.": "Von 1 bis {1} verschiedene Agenten können gefragt werden.",
  "There is no such answer beside the talk.": "Diese Antwort gibt es neben dem Gespräch nicht.",
  "Only a whole answer can be taken into the talk.":
    "Nur eine ganze Antwort lässt sich ins Gespräch übernehmen.",
  "An answer that was asked for to see what a message does stays beside the talk.":
    "Eine Antwort, die zeigen soll, was eine Nachricht bewirkt, bleibt neben dem Gespräch.",
  "An answer beside the talk is asked for with its others alone.":
    "Eine Antwort neben dem Gespräch wird nur zusammen mit ihren anderen angefordert.",
  "There is no such trial in this conversation.": "Diesen Versuch gibt es in diesem Gespräch nicht.",
  "There is no such answer in this trial.": "Diese Antwort gibt es in diesem Versuch nicht.",
  "One of the agents could not be asked, or there is nothing like that in this conversation.":
    "Einer der Agenten ließ sich nicht fragen, oder das gibt es in diesem Gespräch nicht.",
  "Either turnId and without are asked about, or messageId and agentIds.":
    "Gefragt wird entweder nach turnId und without oder nach messageId und agentIds.",
  "There is no such turn in this conversation.": "Diese Antwort gibt es in diesem Gespräch nicht.",
  "There is no such turn, or it has not started.":
    "Diese Antwort gibt es nicht, oder sie hat noch nicht begonnen.",
  "There is no such provider.": "Diesen Anbieter gibt es nicht oder nicht mehr.",
  "There is no such agent.": "Diesen Agenten gibt es nicht oder nicht mehr.",
  "There is no such agency.": "Diese Agentur gibt es nicht oder nicht mehr.",
  "There is no such file.": "Diese Datei gibt es nicht.",
  "There is no such schedule in this conversation.":
    "Diesen Zeitplan gibt es in diesem Gespräch nicht oder nicht mehr.",
  "A number belongs to tokens, money and time, and to nothing else.":
    "Eine Zahl gehört zu Tokens, Geld und Zeit und zu nichts anderem.",
  "Words belong to what must be said, called or alike, and there they must be.":
    "Worte gehören zu dem, was gesagt oder benutzt werden oder wie etwas sein muss, und dort dürfen sie nicht fehlen.",
  "Only what a person said and the answers to it can be checked.":
    "Nur was ein Mensch gesagt hat und die Antworten darauf können geprüft werden.",
  "At most {} expectations can stand in one conversation.":
    "In einem Gespräch können höchstens {1} Prüfungen stehen.",
  "Its last run is still going on.": "Sein letzter Lauf ist noch nicht zu Ende.",
  "There is no such time zone.": "Diese Zeitzone gibt es nicht.",
  "An address belongs to what watches one, and to nothing else.":
    "Eine Adresse gehört zu dem, was eine Adresse beobachtet, und zu nichts anderem.",
  "This is no address that can be read: it begins with http:// or https:// and has no name or password in it.":
    "Diese Adresse kann nicht gelesen werden: Sie beginnt mit http:// oder https:// und enthält weder Namen noch Passwort.",
  "Nobody answers here unasked: say which agents are to answer.":
    "Hier antwortet niemand ungefragt: Sagen Sie, welche Agenten antworten sollen.",
  "At most {} schedules can stand in one conversation.":
    "In einem Gespräch sind höchstens {1} Zeitpläne möglich.",
  "An archived conversation says nothing by itself. Restore it first.":
    "Ein archiviertes Gespräch sagt nichts von selbst. Holen Sie es zuerst zurück.",
  "The address was not read, or has not changed.":
    "Die Adresse war nicht zu lesen oder hat sich nicht geändert.",
  "Say first how much all that runs without a person may use on a day.":
    "Sagen Sie zuerst, wie viel alles, was ohne einen Menschen läuft, an einem Tag verbrauchen darf.",
  "What was used today is still being added up.": "Was heute verbraucht wurde, wird noch zusammengezählt.",
  "Another process is reading its address.": "Ein anderer Prozess liest gerade die Adresse.",
  "There is no such webhook.": "Diesen Webhook gibt es nicht oder nicht mehr.",
  "There is no such token.": "Diesen Zugangsschlüssel gibt es nicht oder nicht mehr.",
  "There is no such {}.": "Das gibt es nicht oder nicht mehr.",
  "There is nothing with that id.": "Unter dieser Kennung gibt es nichts.",
  "There is nothing at this address.": "Unter dieser Adresse gibt es nichts.",
  "Agent not in this conversation": "Dieser Agent nimmt an diesem Gespräch nicht teil.",
  "must include at least one agent": "Mindestens ein Agent muss dabei sein.",
  "At most {} checkboxes can be changed at once.": "Höchstens {1} Häkchen lassen sich zugleich ändern.",
  "System messages are never part of the context.": "Vermerke sind nie Teil des Kontexts.",
  "What this message said is gone.": "Was diese Nachricht sagte, gibt es nicht mehr.",
  "At most {} messages of a conversation can be pinned.":
    "Höchstens {1} Nachrichten eines Gesprächs lassen sich anheften.",
  "Each message may be named once.": "Jede Nachricht darf nur einmal vorkommen.",
  "Only an answer that others could stand beside can be kept.":
    "Behalten lässt sich nur eine Antwort, neben der andere stehen können.",
  "Something else happened in this conversation meanwhile.":
    "In diesem Gespräch ist inzwischen etwas anderes geschehen.",
  "The message is empty.": "Die Nachricht ist leer.",
  "At most {} files can be attached.": "Höchstens {1} Dateien passen an eine Nachricht.",
  "Another message already has this id.": "Diese Nachricht ist schon da, mit anderem Inhalt.",
  "Only a tool of another server can be allowed for the rest of the conversation.":
    "Nur ein Werkzeug eines anderen Servers kann für den Rest des Gesprächs erlaubt werden.",
  "The answer does not fit the form that its agent was given, also when asked once more: {}":
    "Die Antwort passt nicht in die Form, die ihr Agent bekam, auch nicht nach einer zweiten Frage: {1}",
  "must be a JSON object": "muss ein JSON-Objekt sein",
  "must be of type object or array": "muss vom Typ object oder array sein",
  "must have an object as {}": "muss ein Objekt als {1} haben",
  "must have a list as {}": "muss eine Liste als {1} haben",
  "must have {} at its top alone": "darf {1} nur zuoberst haben",
  "must have at most {} levels": "darf höchstens {1} Ebenen haben",
  "must have another value of {}": "muss einen anderen Wert von {1} haben",
  "must have an object or a truth value as each schema":
    "muss als jedes Schema ein Objekt oder einen Wahrheitswert haben",
  "must have references to its own $defs alone": "darf nur auf seine eigenen $defs verweisen",
  "must not have “{}”: answers are not held to that here":
    "darf „{1}“ nicht haben: daran werden Antworten hier nicht gemessen",
  "must come to at most {} schemas and values, each reference counted, and none of them within itself":
    "darf höchstens {1} Schemata und Werte ergeben, jeden Verweis mitgezählt, und keines in sich selbst",
  "The search service could not be reached.": "Der Suchdienst ist nicht zu erreichen.",
  "The search service does not accept its key.": "Der Suchdienst nimmt seinen Schlüssel nicht an.",
  "The search service refused. A SearXNG has to have json among the formats of its settings; the others, a key that may search.":
    "Der Suchdienst hat abgelehnt. Ein SearXNG muss json unter den Formaten seiner Einstellungen haben; die anderen einen Schlüssel, der suchen darf.",
  "The search service takes no more searches for now.":
    "Der Suchdienst nimmt für den Moment keine Suchen mehr an.",
  "At this address there is no such search service.": "An dieser Adresse ist kein solcher Suchdienst.",
  "The search service did not answer in time.": "Der Suchdienst hat nicht rechtzeitig geantwortet.",
  "The search service answered with more than is taken.":
    "Der Suchdienst hat mit mehr geantwortet, als genommen wird.",
  "The search service answered with something that is no list of pages.":
    "Der Suchdienst hat mit etwas geantwortet, das keine Liste von Seiten ist.",
  "A search has words, at most 400 characters and 50 of them.":
    "Eine Suche hat Wörter, höchstens 50 und 400 Zeichen.",
  "No search service is set any more.": "Es ist kein Suchdienst mehr eingestellt.",
  "The server of this tool answered with no result.":
    "Der Server dieses Werkzeugs hat ohne Ergebnis geantwortet.",
  "The server of this tool could not be reached.": "Der Server dieses Werkzeugs ist nicht zu erreichen.",
  "The server of this tool does not accept its key.":
    "Der Server dieses Werkzeugs nimmt den Schlüssel nicht an.",
  "The server of this tool did not answer in time.":
    "Der Server dieses Werkzeugs hat nicht rechtzeitig geantwortet.",
  "The server of this tool answered with more than is taken.":
    "Der Server dieses Werkzeugs hat mehr geantwortet, als angenommen wird.",
  "The server of this tool leads elsewhere, which is not followed.":
    "Der Server dieses Werkzeugs leitet anderswohin weiter; dem wird nicht gefolgt.",
  "The server of this tool refused the call.": "Der Server dieses Werkzeugs hat den Aufruf abgelehnt.",
  "The server of this tool answered with something that is no result.":
    "Der Server dieses Werkzeugs hat etwas geantwortet, das kein Ergebnis ist.",
  "The server of this tool asks for something that nobody here can give.":
    "Der Server dieses Werkzeugs fragt nach etwas, das ihm hier niemand geben kann.",
  "The server’s list of tools has no end.": "Die Werkzeugliste des Servers hat kein Ende.",
  "The server says something else of this tool by now. Look at it again.":
    "Der Server sagt inzwischen etwas anderes über dieses Werkzeug. Bitte sehen Sie es sich noch einmal an.",
  "The server of this tool lets in who signed in alone: a person has to connect it in Settings → MCP servers.":
    "Der Server dieses Werkzeugs lässt nur herein, wer angemeldet ist: Jemand muss ihn unter Einstellungen → MCP-Server verbinden.",
  "The server of this tool wants more than the sign-in allows: a person has to connect it again in Settings → MCP servers.":
    "Der Server dieses Werkzeugs verlangt mehr, als die Anmeldung erlaubt: Jemand muss ihn unter Einstellungen → MCP-Server neu verbinden.",
  "Where one signs in for this server could not be reached.":
    "Wo man sich für diesen Server anmeldet, ist nicht zu erreichen.",
  "The server leads to an address inside this network for its sign-in, which is not followed.":
    "Der Server führt für die Anmeldung zu einer Adresse in diesem Netz; dem wird nicht gefolgt.",
  "The server leads to an address without TLS for its sign-in, which is not followed.":
    "Der Server führt für die Anmeldung zu einer Adresse ohne TLS; dem wird nicht gefolgt.",
  "Where one signs in leads elsewhere, which is not followed.":
    "Wo man sich anmeldet, wird anderswohin weitergeleitet; dem wird nicht gefolgt.",
  "Where one signs in answers with more than is taken.":
    "Wo man sich anmeldet, wird mehr geantwortet, als angenommen wird.",
  "The server does not say how one signs in.": "Der Server sagt nicht, wie man sich anmeldet.",
  "Where one signs in calls itself by another name than the server does. Nothing was sent there.":
    "Wo man sich anmeldet, nennt man sich anders, als der Server sagt. Dorthin wurde nichts gesendet.",
  "Where one signs in does not protect what it gives (PKCE with S256). Nothing was sent there.":
    "Wo man sich anmeldet, ist nicht geschützt, was man bekommt (PKCE mit S256). Dorthin wurde nichts gesendet.",
  "The server says that its sign-in is for another server. Nothing was sent there.":
    "Der Server sagt, seine Anmeldung gelte einem anderen Server. Dorthin wurde nichts gesendet.",
  "Where one signs in did not take this program in.":
    "Wo man sich anmeldet, wurde dieses Programm nicht aufgenommen.",
  "Where one signs in says something that cannot be read.":
    "Wo man sich anmeldet, wird etwas gesagt, das nicht zu lesen ist.",
  "The sign-in was refused there.": "Die Anmeldung wurde dort abgelehnt.",
  "The sign-in came to nothing there.": "Aus der Anmeldung wurde dort nichts.",
  "The sign-in came back from another place than it was begun at. Nothing was taken.":
    "Die Anmeldung kam von anderswo zurück, als sie begonnen wurde. Es wurde nichts übernommen.",
  "Who began the sign-in is signed out here by now. Nothing was taken.":
    "Wer die Anmeldung begann, ist hier inzwischen abgemeldet. Es wurde nichts übernommen.",
  "What the sign-in brought was not accepted there. Please connect again.":
    "Was die Anmeldung brachte, wurde dort nicht angenommen. Bitte verbinden Sie noch einmal.",
  "The sign-in is over: the server no longer accepts it. Please connect again.":
    "Die Anmeldung ist vorbei: Der Server nimmt sie nicht mehr an. Bitte verbinden Sie noch einmal.",
  "The server gave nothing that can be used here.": "Der Server gab nichts, was hier zu gebrauchen ist.",
  "There is no such note.": "Diese Notiz gibt es nicht.",
  "There is no such MCP server.": "Diesen MCP-Server gibt es nicht.",
  "No server asks for anything under this id.": "Kein Server fragt unter dieser Kennung nach etwas.",
  "This question no longer waits for an answer.": "Diese Frage wartet nicht mehr auf eine Antwort.",
  "The values do not fit what was asked.": "Die Angaben passen nicht zur Frage.",
  "Values are given with a form that is accepted, and with nothing else.":
    "Angaben gehören zu einem Formular, das angenommen wird, und zu nichts anderem.",
  "No tool asks for permission under this id.": "Kein Werkzeug wartet unter dieser Kennung auf Erlaubnis.",
  "The message used no tool under this id.": "Die Nachricht hat kein Werkzeug mit dieser Kennung benutzt.",
  "A program runs this tool, and its calls and results go with their messages: erase these.":
    "Ein Programm führt dieses Werkzeug aus; Aufrufe und Ergebnisse gehören zu ihren Nachrichten: Löschen Sie diese.",
  "The answer is still being written. Stop it first.":
    "Die Antwort wird noch geschrieben. Halten Sie sie zuerst an.",
  "This tool call no longer waits for an answer.": "Auf Ihr Wort wartet hier niemand mehr.",
  "Only a call that reads an address can be allowed for its whole site.":
    "Nur was eine Adresse liest, lässt sich für die ganze Site erlauben.",
  "From {} to {} different answers can be merged.":
    "Zusammenfassen lassen sich {1} bis {2} verschiedene Antworten.",
  "The claims of exactly two answers can be compared.":
    "Verglichen werden die Aussagen von genau zwei Antworten.",
  "Only answers that have ended with words can be merged.":
    "Zusammenfassen lassen sich nur fertige Antworten, in denen etwas steht.",
  "In this mode one agent speaks for all, and nothing stands side by side.":
    "In diesem Modus spricht ein Agent für alle, und nichts steht nebeneinander.",
  "This agent already takes part in the conversation.": "Dieser Agent nimmt schon teil.",
  "At most {} agents can take part.": "Höchstens {1} Agenten können teilnehmen.",
  "An agent can take part only once.": "Ein Agent kann nur einmal teilnehmen.",
  "The manager must be one of the agents.": "Die Leitung muss einer der Agenten sein.",
  "The manager must be one of the agents of this conversation.":
    "Die Leitung muss einer der Agenten dieses Gesprächs sein.",
  "This chat does not support manual responses": "In diesem Modus wird kein Agent einzeln gefragt.",
  "The turn has ended or another attempt runs.":
    "Die Antwort ist schon zu Ende, oder ein anderer Versuch läuft.",
  "This agent is already answering.": "Dieser Agent antwortet schon.",
  "This agent is not enabled in this conversation.": "Dieser Agent ist in diesem Gespräch ausgeschaltet.",
  "An agent is already answering.": "Ein Agent antwortet schon.",
  "Nobody would answer.": "Niemand würde antworten.",
  "A conversation with this id exists.": "Dieses Gespräch gibt es schon.",
  "A conversation with this id was deleted.": "Dieses Gespräch gab es schon, und es wurde gelöscht.",
  "Only what a person said can be said otherwise.": "Nur was ein Mensch sagte, lässt sich anders sagen.",
  "The idempotency key was used for another request.":
    "Das wurde schon einmal geschickt, mit anderem Inhalt.",
  "An attached file is not here. What is on no message goes after a day: attach it again.":
    "Eine angehängte Datei ist nicht da. Was an keiner Nachricht hängt, verschwindet nach einem Tag: Hängen Sie sie noch einmal an.",
  "The files of this workspace take {}, as much as they may: delete conversations with files that nobody needs.":
    "Die Dateien dieses Arbeitsbereichs belegen {1}, mehr geht nicht: Löschen Sie Gespräche mit Dateien, die niemand mehr braucht.",
  "The file is empty.": "Die Datei ist leer.",
  "Attach an image (PNG, JPEG, GIF, WebP), a PDF, a Word or Excel file (DOCX, XLSX), or a text file.":
    "Anhängen lassen sich Bilder (PNG, JPEG, GIF, WebP), PDF, Word- und Excel-Dateien (DOCX, XLSX) und Textdateien.",
  "This kind of office file cannot be read. Save it as PDF, DOCX, XLSX or CSV in its own program, and attach that.":
    "Solche Office-Dateien lassen sich nicht lesen. Speichern Sie sie in ihrem Programm als PDF, DOCX, XLSX oder CSV und hängen Sie das an.",
  "The file is not of the kind that it claims to be.": "Die Datei ist nicht, was sie zu sein behauptet.",
  "The file is locked with a password, or in an older form of Office. Save it without one as DOCX, XLSX or PDF.":
    "Die Datei ist mit einem Kennwort gesperrt oder in einer älteren Office-Form. Speichern Sie sie ohne Kennwort als DOCX, XLSX oder PDF.",
  "The file cannot be read: it may be damaged, or another kind of file than its name says.":
    "Die Datei lässt sich nicht lesen: Sie ist vielleicht beschädigt oder etwas anderes, als ihr Name sagt.",
  "The file is locked with a password: save a copy without one, and attach that.":
    "Die Datei ist mit einem Kennwort gesperrt: Speichern Sie eine Kopie ohne und hängen Sie diese an.",
  "The file unpacks to far more than it seems, so it is not read.":
    "Die Datei wird beim Entpacken viel größer, als sie scheint, und wird darum nicht gelesen.",
  "Reading the file takes too long: attach a part of it, or its text.":
    "Die Datei zu lesen dauert zu lange: Hängen Sie einen Teil davon an oder ihren Text.",
  "The image has {} × {} pixels, and a side may have {}: scale it down.":
    "Das Bild hat {1} × {2} Pixel, und eine Seite darf {3} haben: Verkleinern Sie es.",
  "The file is not an image of the type it claims to be.":
    "Die Datei ist kein Bild der Art, als die sie sich ausgibt.",
  "The file is not text in UTF-8.": "Die Datei ist kein Text in UTF-8.",
  "must be an uploaded image": "Es muss ein hochgeladenes Bild sein.",
  "must be at most {} KB": "Höchstens {1} KB.",
  "The password is not right.": "Das Passwort stimmt nicht.",
  "The present password is not right.": "Das jetzige Passwort stimmt nicht.",
  "is not the present password": "Das jetzige Passwort stimmt nicht.",
  "The code is not right.": "Der Einmalcode stimmt nicht.",
  "is not the one the server printed": "Das ist nicht der Code, den der Server ausgegeben hat.",
  "There is nothing to set up.": "Hier ist schon alles eingerichtet.",
  "Too many attempts. Please wait {}.": "Zu viele Versuche. Bitte warten Sie [1].",
  "a second": "eine Sekunde",
  "{} seconds": "{1} Sekunden",
  "There are {} tokens already; revoke one first.":
    "Es gibt schon {1} Zugangsschlüssel. Widerrufen Sie erst einen.",
  "The list of conversations is still being made.": "Die Liste der Gespräche wird noch gemacht.",
  "There are {} webhooks already. Remove one first.": "Es gibt schon {1} Webhooks. Entfernen Sie erst einen.",
};

/** What is wrong with a field, and what would be right. */
const FIELDS: Readonly<Record<string, string>> = {
  "it is missing": "fehlt",
  "is needed": "fehlt",
  "must be at most {} characters": "höchstens {1} Zeichen",
  "must have no line breaks, control characters or characters that turn the direction of text, and at least one that can be seen":
    "keine Zeilenumbrüche, Steuerzeichen oder Zeichen, die die Schreibrichtung ändern, und mindestens eines, das zu sehen ist",
  "must have no user, password, query or fragment; the key has a field of its own":
    "ohne Name, Passwort, Fragezeichen und Raute; für den Schlüssel gibt es ein eigenes Feld",
  "must have no spaces and only plain letters, digits and signs":
    "ohne Leerzeichen, nur einfache Buchstaben, Ziffern und Zeichen",
  "must have only plain letters, digits and signs": "nur einfache Buchstaben, Ziffern und Zeichen",
  "must be the name of a header": "der Name einer Kopfzeile",
  "must be no header that this program sets itself": "keine Kopfzeile, die dieses Programm selbst setzt",
  "must not have messages, model, tools, stream or anything else that the log makes a request of":
    "nicht messages, model, tools, stream oder anderes, woraus das Protokoll eine Anfrage macht",
  "must be a word of small letters": "ein Wort aus kleinen Buchstaben",
  "must have no user and no password in it": "ohne Name und Passwort darin",
  "must name each label once": "jedes Etikett nur einmal",
  "must name each role once": "jede Rolle nur einmal",
  "must name each stage once": "jeden Abschnitt nur einmal",
  "must name its own roles": "nur Rollen dieses Gremiums",
  "must name stages before it": "nur Abschnitte davor",
  "must speak in some stage": "Diese Rolle muss in einem Abschnitt sprechen.",
  "must say how often it is repeated": "Es fehlt, wie oft er wiederholt wird.",
  "must have a schema where answers are to agree":
    "Damit Antworten übereinstimmen können, braucht es ein Schema.",
  "has the schema of a brief already": "hat schon das Schema eines Berichts",
  "must be an image that tells its size: it may be damaged":
    "ein Bild, das seine Größe nennt: Es ist vielleicht beschädigt",
  "must be at most {} × {} pixels, and has {} × {}": "höchstens {1} × {2} Pixel, und es hat {3} × {4}",
  "must be a time in UTC, such as 2027-01-31T00:00:00Z": "ein Zeitpunkt in UTC, etwa 2027-01-31T00:00:00Z",
  "has a field that is not known": "hat ein Feld, das es nicht gibt",
  "there is no such message": "Diese Nachricht gibt es nicht oder nicht mehr.",
  "its words were erased": "Die Worte dieser Nachricht sind gelöscht.",
  "a note is for a project or for an agent, not for both":
    "Eine Notiz gilt einem Projekt oder einem Agenten, nicht beiden.",
  "there are {} notes already: remove one first": "Es gibt schon {1} Notizen: Entfernen Sie erst eine.",
  "there are {} projects already: remove one first": "Es gibt schon {1} Projekte: Legen Sie erst eines weg.",
  "there is no such project": "Dieses Projekt gibt es nicht oder nicht mehr.",
  "must name each file once": "Jede Datei darf nur einmal vorkommen.",
  "must name each agent once": "Jeder Agent darf nur einmal vorkommen.",
  "there is no such agent": "Diesen Agenten gibt es nicht oder nicht mehr.",
  "there is no such agency": "Diese Agentur gibt es nicht oder nicht mehr.",
};

/** The same, as the checker of forms says it in words of its own. */
const CHECKED: Readonly<Record<string, string>> = {
  "Invalid URL": "Das ist keine Adresse.",
  "Invalid input": "Das ist hier nicht möglich.",
  "Invalid input: expected {}": "Das ist hier nicht möglich.",
  "Invalid input: expected {}, received undefined": "fehlt",
  "Invalid option: expected one of {}": "eines von {1}",
  "Invalid string: must match pattern {}": "Das hat nicht die Form, die hier nötig ist.",
  "Too small: expected {} to be >={}": "mindestens {2}",
  "Too small: expected {} to be >{}": "mehr als {2}",
  "Too small: expected string to have >=1 characters": "fehlt",
  "Too small: expected {} to have >={} characters": "mindestens {2} Zeichen",
  "Too small: expected {} to have >={} items": "mindestens {2}",
  "Too big: expected {} to be <={}": "höchstens {2}",
  "Too big: expected {} to be <{}": "weniger als {2}",
  "Too big: expected {} to have <={} characters": "höchstens {2} Zeichen",
  "Too big: expected {} to have <={} items": "höchstens {2}",
};

/** Why a file of conversations cannot be taken in. */
const FILES: Readonly<Record<string, string>> = {
  "Line {}: {}.": "Zeile {1}: [2].",
  "it is not JSON": "das ist kein JSON",
  "it is nested too deep": "das ist zu tief geschachtelt",
  "it is too long": "sie ist zu lang",
  "it has format {}, written by a later release":
    "sie hat Format {1}, von einer späteren Ausgabe geschrieben",
  "its id, type and time are not those of its event":
    "Kennung, Art und Zeit sind nicht die ihres Ereignisses",
  "its id and type are not those of its event": "Kennung und Art sind nicht die ihres Ereignisses",
  "it needs words with their salt, or the digest of words that are gone, or nothing":
    "es fehlen Wörter mit ihrem Salz, oder die Prüfsumme von Wörtern, die es nicht mehr gibt",
  "it is not a line of format {}": "das ist keine Zeile von Format {1}",
  "it is a second manifest": "der Anfang einer Datei steht hier ein zweites Mal",
  "it is of another conversation": "sie gehört zu einem anderen Gespräch",
  "it is not the next page of its blob": "ein Stück eines Textes fehlt davor",
  "its blob is too large": "ein Text ist zu groß",
  "its blob is not what its hash says": "ein Text ist nicht der, den seine Prüfsumme nennt",
  "its event is too large": "ihr Ereignis ist zu groß",
  "its event is not of the catalog": "ein solches Ereignis gibt es hier nicht",
  "event {} was there before": "Ereignis {1} stand schon davor",
  "event {} is missing": "Ereignis {1} fehlt",
  "there are more events than the manifest says": "es sind mehr Ereignisse, als am Anfang der Datei steht",
  "a text of its event is not in the file": "ein Text dieses Ereignisses ist nicht in der Datei",
  "an attached file of it is not in the file": "eine angehängte Datei ist nicht in der Datei",
  "a deleted conversation cannot come back": "ein gelöschtes Gespräch kommt nicht zurück",
  "two messages of it have one id": "zwei Nachrichten haben dieselbe Kennung",
  "The file is over the limit of {} bytes.": "Die Datei ist größer als {1} Bytes, und mehr geht nicht.",
  "The file is cut short or changed: {} of {} events, {} of {} blobs.":
    "Die Datei ist nicht vollständig oder wurde geändert: {1} von {2} Ereignissen, {3} von {4} Texten.",
  "Somebody else is creating a conversation with this id.":
    "Dieses Gespräch wird gerade von jemand anderem angelegt.",
  "There is no first line.": "Die Datei ist leer.",
  "There are more lines than it says.": "Die Datei hat mehr Zeilen, als an ihrem Anfang steht.",
  "There are fewer lines than it says.": "Die Datei hat weniger Zeilen, als an ihrem Anfang steht.",
  "It was imported before, and deleted since.": "Das wurde schon einmal importiert und seitdem gelöscht.",
};

/** What is the matter with the server itself. */
const SERVER: Readonly<Record<string, string>> = {
  "There is no proof of what was changed in the store. {}":
    "Von dem, was im Speicher verändert wurde, gibt es keinen Nachweis. [1]",
  "Event {} is not what was stored: it was changed.":
    "Ereignis {1} ist nicht das, was gespeichert wurde: Es wurde verändert.",
  "This is more than the log can hold at once.": "Das ist mehr, als das Protokoll auf einmal fassen kann.",
  "The store did not answer in time.": "Der Speicher hat nicht rechtzeitig geantwortet.",
  "The turn was stopped or taken over.": "Die Antwort wurde angehalten oder von anderswo weitergeführt.",
  "The command could not be carried out.":
    "Das ließ sich nicht ausführen. Bitte versuchen Sie es noch einmal.",
  "Too many commands are waiting. Please try again in a moment.":
    "Hier ist gerade zu viel los. Bitte versuchen Sie es gleich noch einmal.",
  "Too many requests. Please wait a moment.": "Zu viele Anfragen. Bitte warten Sie einen Moment.",
  "The server is busy. Please come again in a moment.":
    "Der Server ist beschäftigt. Bitte versuchen Sie es gleich noch einmal.",
  "The server is ending. Please try again in a moment.":
    "Der Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.",
  "At most {} MB can be sent at once.": "Höchstens {1} MB können auf einmal geschickt werden.",
  "The body did not come in time.": "Es kam nicht rechtzeitig an. Bitte versuchen Sie es noch einmal.",
  "The body cannot be read.": "Es kam nicht ganz an. Bitte versuchen Sie es noch einmal.",
  "Something went wrong here. The log has more under the request id.":
    "Auf dem Server ging etwas schief. Sein Protokoll sagt mehr.",
  "Set a password first, with the one-time code that the server printed.":
    "Legen Sie erst ein Passwort fest, mit dem Einmalcode, den der Server ausgegeben hat.",
  "Sign in, or send a Bearer token.": "Bitte melden Sie sich an.",
  "The disk that holds the store is nearly full, so nothing new is taken. Make room on it; this goes on by itself then.":
    "Der Datenträger ist fast voll, darum wird nichts Neues angenommen. Schaffen Sie Platz; dann geht es von selbst weiter.",
  "The disk that holds the store is full. Nothing was written.":
    "Der Datenträger ist voll. Es wurde nichts geschrieben.",
};

/** What the server says. A test looks for each of its sentences in the server's code. */
export const server = new SaidAnew({
  ...FAILURES,
  ...NOTICES,
  ...ASKED,
  ...TOOLS,
  ...REFUSALS,
  ...FIELDS,
  ...CHECKED,
  ...FILES,
  ...SERVER,
});

/** What the server says; what nobody has said in German yet stands behind why it is said. */
const sayings: Catalogue["sayings"] = {
  failure: (code, said) => server.told(said) ?? `Es ging nicht: ${whyNot(code)}. (${said})`,
  notice: (said) => server.told(said) ?? said,
  field: (said) => server.told(said) ?? `Das geht so nicht. (${said})`,
};

const checkQuestions = (n: number) => counted(n, { one: "# Frage", other: "# Fragen" });
const checks: Catalogue["checks"] = {
  title: "Prüfungen",
  open: "Prüfungen …",
  means:
    "Sagen Sie, wie Antworten hier sein müssen. Dann kann dieses Gespräch noch einmal laufen, mit anderen Modellen, anderen Anweisungen oder nachdem ein Agent geändert wurde, und Sie sehen, was noch gilt.",
  kinds: {
    says: "muss sagen",
    says_not: "darf nicht sagen",
    calls: "muss das Werkzeug benutzen",
    like: "muss so sein (das sagt ein Richter)",
    tokens: "höchstens so viele Tokens",
    usd: "höchstens so viele US-Dollar",
    seconds: "höchstens so viele Sekunden",
  },
  rules: {
    says: (text) => `muss „${text}“ sagen`,
    says_not: (text) => `darf „${text}“ nicht sagen`,
    calls: (text) => `muss ${text} benutzen`,
    like: (text) => `muss so sein: „${text}“`,
    tokens: (most) => `höchstens ${most} Tokens`,
    usd: (most) => `höchstens ${most}`,
    seconds: (most) => `höchstens ${most}`,
  },
  about: "Worum es geht",
  everyAnswer: "Jede Antwort",
  answersTo: (place) => `Jede Antwort auf Frage ${place}`,
  answerOf: (name, place) => `Die Antwort von ${name} auf Frage ${place}`,
  rule: "Die Antwort",
  text: "Text, Werkzeug oder Regel",
  textHint: "„…“ steht für alles dazwischen.",
  most: "Höchstens",
  mostWrong: "Hier gehört eine Zahl über 0 hin.",
  textWrong: "Hier gehören Worte hin.",
  add: "Erwarten",
  none: "Von diesem Gespräch wird noch nichts erwartet.",
  remove: (rule) => `Zurücknehmen: ${rule}`,
  outcome: { held: "gilt", failed: "gilt nicht", open: "lässt sich nicht sagen" },
  why: {
    no_answer: "niemand antwortete",
    not_answered: "die Antwort scheiterte",
    not_said: "es wird nicht gesagt",
    said: "es wird gesagt",
    not_called: "es wurde nicht benutzt",
    over: "es war mehr",
    unlike: "der Richter sagt nein",
    not_judged: "kein Richter wurde gefragt",
    unknown_price: "was das Modell kostet, ist nicht bekannt",
    erased: "die Worte wurden gelöscht",
  },
  measured: (value) => `es waren ${value}`,
  name: "Name der Prüfung",
  save: "Als Prüfung sichern",
  saved: "Das ist jetzt eine Prüfung.",
  removed: "Das ist keine Prüfung mehr.",
  savedHint:
    "Gesicherte Prüfungen stehen in den Einstellungen unter Prüfungen, und bei den Fassungen ihrer Agenten.",
  run: "Prüfungen laufen lassen",
  runMeans:
    "Dieselben Fragen werden in einem neuen Gespräch gestellt, jede, wenn die Antworten auf die vorige da sind. Das geht weiter, was immer mit dem Server geschieht, und steht bei den archivierten.",
  promptOf: (name) => `Andere Anweisungen für ${name}`,
  asOtherwise: "Mit anderen Modellen oder Anweisungen",
  asItIs: "Wie es ist",
  cap: "Höchstens so viele Tokens",
  capBounds: (least, most) => `Die Grenze ist eine ganze Zahl von ${least} bis ${most}.`,
  counting: "Berechnet, was es kostet …",
  cost: (n, tokens, usd) =>
    `${
      checkQuestions(n)
    }. Die Antworten hier brauchten ${tokens} Tokens; mit diesen Modellen macht das ${usd}.`,
  costUnknown: (n, tokens) =>
    `${
      checkQuestions(n)
    }. Die Antworten hier brauchten ${tokens} Tokens. Was das kostet, ist nicht bekannt: Ein Preis fehlt.`,
  capLow: "Die Grenze liegt darunter: Manche werden vielleicht nicht gestellt.",
  runs: "Läufe",
  noRuns: "Es lief noch nicht.",
  reading: "Wird gelesen …",
  status: {
    running: "läuft",
    ended: "bis zum Ende gelaufen",
    stopped: "angehalten",
    capped: "von der Grenze angehalten",
    gone: "das Gespräch ist nicht mehr da",
  },
  counts: (held, failed, open) =>
    `${held} gelten, ${failed} nicht${open > 0 ? `, von ${open} lässt es sich nicht sagen` : ""}`,
  asked: (asked, of) => `${asked} von ${checkQuestions(of)} gestellt`,
  used: (tokens, usd) => `${tokens} Tokens, ${usd}`,
  changed: "anders als in den Einstellungen",
  compare: "Ansehen",
  hide: "Schließen",
  openRun: "Das Gespräch öffnen",
  against: "Neben",
  thisTalk: "Diesem Gespräch",
  runAt: (time) => `Lauf von ${time}`,
  before: "Vorher",
  after: "In diesem Lauf",
  expectation: "Erwartung",
  notThere: "nicht erwartet",
  noAnswer: "Keine Antwort",
  question: (place) => `Frage ${place}`,
  same: "Dieselben Worte.",
  cut: "Nur der Anfang wird gezeigt.",
  answers: "Antworten nebeneinander",
  checksNone:
    "Noch ist kein Gespräch eine Prüfung. Öffnen Sie eines, sagen Sie, wie seine Antworten sein müssen, und sichern Sie es als Prüfung.",
  versions: "Fassungen und ihre Prüfungen",
  versionsMean:
    "Was in jeder Fassung geändert wurde, und was aus den Prüfungen wurde, in denen er antwortete, wie er in den Einstellungen steht.",
  version: (n) => `Fassung ${n}`,
  first: "Wie er angelegt wurde.",
  unset: "nichts",
  field: "Geändert",
  afterIt: "In dieser Fassung",
  noChecks: "Mit ihr lief keine Prüfung.",
  by: (name) => `von ${name}`,
};

const comparing: Catalogue["comparing"] = {
  title: "Blinder Vergleich",
  begin: "Blind vergleichen …",
  means:
    "Jeder Agent wird das allein gefragt, ohne das Gespräch und ohne Werkzeuge. Die Antworten kommen zusammen, unter zufälligen Buchstaben; Sie beurteilen sie, und dann wird aufgedeckt, von wem sie sind.",
  notHidden:
    "Bis dahin sagt keine Seite, keine Datei, keine Zahl und kein anderes Programm, wer wer ist, und niemand sieht sofort, was diese Agenten tun. Nicht verborgen sind das Protokoll des Servers selbst und die Platte, auf die er schreibt.",
  question: "Frage",
  who: "Wer gefragt wird",
  howMany: (least, most) => `Wählen Sie ${least} bis ${most}.`,
  label: "Art der Aufgabe, wenn Sie mögen",
  criteria: "Maßstäbe außer der Frage, was am besten ist; einer je Zeile",
  ask: "Alle fragen",
  another: "Etwas anderes fragen",
  earlier: "Vergleiche dieses Gesprächs",
  reading: "Wird gelesen …",
  asked: (n) => `${n} von ${n} gefragt`,
  together:
    "Die Antworten werden zusammen gezeigt, sobald alle da sind. Wer nicht antwortet, ist eine Lücke.",
  stop: "Nicht länger warten",
  answers: "Antworten",
  answer: (letter) => `Antwort ${letter}`,
  gap: "Keine Antwort: Sie schlug fehl, kam zu spät oder wurde angehalten.",
  erased: "Ihre Wörter wurden gelöscht.",
  names: "Darin steht der Name eines Agenten, eines Modells oder eines Herstellers.",
  same: (same, all, bytes) =>
    `Dieselben ${bytes} Bytes der Frage stehen in ${same} von ${all} Anfragen, jede durch ihre Prüfsumme belegt.`,
  best: "Welche ist die beste?",
  byKey: "oder drücken Sie ihren Buchstaben",
  tie: "Gleich gut",
  none: "Keine davon",
  open: "nicht beurteilt",
  by: (criterion) => `Die beste nach „${criterion}“`,
  judge: "Beurteilen",
  judgeAnew: "Anders beurteilen",
  judged: "Ihr Urteil ist aufgehoben. Bis zum Aufdecken lässt es sich ändern.",
  judgements: (n) => counted(n, { one: "# Urteil", other: "# Urteile" }),
  reveal: "Aufdecken, von wem sie sind",
  revealHint: "Danach lässt sich nichts mehr beurteilen, und verborgen wird es nicht wieder.",
  revealed: "Aufgedeckt",
  verified:
    "Wer welchen Buchstaben hat, stand fest, bevor jemand gefragt wurde: Die Prüfsumme im Protokoll ist die dieser Namen.",
  differs: "Die Prüfsumme im Protokoll ist nicht die dieser Namen.",
  digest: "Prüfsumme",
  made: "Gebildet aus",
  sent: "Was jeder bekam und sagte",
  elsewhere:
    "Das wurde in dem Gespräch gefragt, von dem dieses eine Kopie ist. Beurteilt und aufgedeckt wird es dort.",
  yours: "Ihr Urteil",
};

const trials: Catalogue["trials"] = {
  without: "Und wenn er das nicht gesehen hätte?",
  withoutMeans:
    "Dieselbe Frage noch einmal, mit dieser Nachricht und ohne sie. Die Antworten stehen neben dem Gespräch: Kein Agent bekommt sie. Werkzeuge gibt es dabei nicht.",
  samples: "Mehrere Antworten …",
  samplesTitle: "Mehrere Antworten auf dasselbe",
  samplesMean:
    "Jeder Agent beantwortet diese Nachricht so oft. Die Antworten stehen neben dem Gespräch: Kein Agent bekommt sie, außer Sie übernehmen eine. Werkzeuge gibt es dabei nicht.",
  agents: "Wer gefragt wird",
  chooseOne: "Wählen Sie mindestens einen Agenten.",
  tooMany: (most) => `Das ist zu viel auf einmal: höchstens ${most} Antworten.`,
  times: "Antworten von jedem",
  timesWithout: "Antworten mit ihr, und ebenso viele ohne",
  cap: "Höchstens so viele Tokens",
  capBounds: (least, most) => `Die Grenze ist eine ganze Zahl von ${least} bis ${most}.`,
  cost: (n, tokens, usd) =>
    `${
      counted(n, { one: "# Antwort", other: "# Antworten" })
    }, etwa ${tokens} Tokens, ${usd}, soweit Preise bekannt sind.`,
  costUnknown: (n, tokens) =>
    `${
      counted(n, { one: "# Antwort", other: "# Antworten" })
    }, etwa ${tokens} Tokens. Was sie kosten, ist nicht bekannt: Ein Preis fehlt.`,
  capLow: "Die Grenze liegt darunter: Es werden weniger angefordert.",
  counting: "Die Kosten werden ermittelt …",
  ask: "Fragen",
  stop: "Anhalten",
  close: "Schließen",
  earlier: "Früher gefragt",
  at: (time) => `Gefragt um ${time}`,
  status: {
    running: "Wird beantwortet …",
    ended: "Alle Antworten sind da.",
    stopped: "Angehalten: Es wurden weniger angefordert.",
    capped: "Die Grenze ist erreicht: Es wurden weniger angefordert.",
  },
  reading: "Liest die Antworten …",
  withIt: "Mit ihr",
  withoutIt: "Ohne sie",
  within: (share) =>
    `Zwei Antworten auf dieselbe Anfrage haben ${share} ihrer Wortpaare gemeinsam: das Rauschen unter Gleichen.`,
  between: (share) => `Eine mit ihr und eine ohne sie haben ${share} gemeinsam.`,
  ways: (all, asFar) =>
    `Diese Antworten lassen sich auf ${all} Arten in zwei solche Seiten teilen; ${asFar} davon trennen die Seiten mindestens so weit.`,
  hardlyChance: "Durch Zufall allein käme das selten vor: Die Nachricht hat die Antworten wohl verändert.",
  maybeChance: "Das kann gut Zufall sein: Eine Wirkung der Nachricht ist nicht zu sehen.",
  tooFew:
    "So wenige Antworten sagen nichts: Mit weniger als vier auf jeder Seite kann jeder Unterschied Zufall sein.",
  notYet: "Erst mit zwei Antworten auf einer Seite lassen sie sich mit dem Rauschen vergleichen.",
  length: (side, mean, deviation) =>
    deviation === null
      ? `${side}: ${mean} Wörter.`
      : `${side}: ${mean} Wörter, plus oder minus ${deviation}.`,
  measures:
    "Gemessen wird nur an Wörtern, ohne Modell: Antworten, die dasselbe anders sagen, gelten als verschieden.",
  cut: "Nur am Anfang gemessen",
  words: (n) => `${n} Wörter`,
  agreesWith: (share) => `${share} gemeinsam mit den anderen`,
  saw: "Was sie sah",
  take: "Ins Gespräch übernehmen",
  taken: "Im Gespräch",
  took: "Sie steht jetzt im Gespräch und zählt für spätere Antworten.",
  failed: "Keine Antwort",
  running: "Wird geschrieben …",
  erased: "Gelöscht.",
  plot: "Längen und Gemeinsames",
  plotTold: (n) =>
    `${
      counted(n, { one: "# Antwort", other: "# Antworten" })
    }: rechts die längeren, oben jene, die mehr mit den anderen gemeinsam haben. Die Tabelle sagt dasselbe in Zahlen.`,
  table: {
    who: "Agent",
    answers: "Antworten",
    words: "Wörter",
    agreement: "Gemeinsam",
    tokens: "Tokens",
    cost: "Kosten",
    time: "Zeit",
  },
  of: (whole, asked) => `${whole} von ${asked}`,
};

export const german: Catalogue = {
  about,
  answers,
  behind,
  content,
  continuing,
  dialogues,
  door,
  files,
  filing,
  find,
  formed,
  frame,
  head,
  home,
  inputs,
  keys,
  moving,
  news,
  palette,
  panels,
  pictures,
  preferences,
  presses,
  projects,
  providers,
  retention,
  signing,
  rules,
  sayings,
  schedules,
  searching,
  sent,
  settings,
  share,
  status,
  story,
  tools,
  comparing,
  trials,
  checks,
  mcp,
  websearch,
  memory,
  webhooks,
  writing,
};
