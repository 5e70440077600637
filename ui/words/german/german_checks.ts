/** Conversations as checks, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

const checkQuestions = (n: number) => counted(n, { one: "# Frage", other: "# Fragen" });

export const german: Catalogue["checks"] = {
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
    judge_failed: "der Richter gab kein Urteil",
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
  judge: "Richter darüber, wie Antworten sein müssen",
  noJudge: "Niemand: Das bleibt offen",
  judgeMeans:
    "Wenn alles beantwortet ist, wird dieser Agent zu jeder solchen Regel und jeder Antwort einzeln gefragt. Er bekommt die Regel, die Frage und die Antwort, und nichts sonst.",
  judging: (n) =>
    `Darin ${
      counted(n, { one: "ist # Urteil des Richters", other: "sind # Urteile des Richters" })
    } geschätzt enthalten.`,
  judgedBy: (name, model) => `Richter ${name}: ${model}`,
  verdicts: "Was der Richter sagte",
  verdict: (reason) => `Richter, ein Modell: ${reason}`,
  noVerdict: (why) => why === "" ? "Der Richter gab kein Urteil." : `Der Richter gab kein Urteil: ${why}`,
  eraseVerdict: "Seine Worte löschen",
  judgeSaw: "Was der Richter sah",
  cap: "Höchstens so viele Tokens",
  capBounds: (least, most) => `Die Grenze ist eine ganze Zahl von ${least} bis ${most}.`,
  counting: "Berechnet, was es kostet …",
  cost: (n, tokens, usd) =>
    `${
      checkQuestions(n)
    }. Die Antworten hier brauchten ${tokens} Tokens; mit diesen Modellen kostet das: ${usd}.`,
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
