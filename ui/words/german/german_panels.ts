/** Panels, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["panels"] = {
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
  useMeans:
    "Jeder Abschnitt ist gezählt, mit allem, was er gezeigt bekommt. Es wird weniger, wo einer früher endet, und mehr, wo Antworten lang sind oder Werkzeuge benutzt werden.",
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
  byModels: ({ panels, won, lost, tied, open }) =>
    `Nach Modellen als Richtern, für sich gezählt, bei ${
      counted(panels, { one: "# Gremium", other: "# Gremien" })
    }: besser ${won}, schlechter ${lost}, kein Unterschied ${tied}${
      open > 0 ? `, ohne Urteil ${String(open)}` : ""
    }.`,
  readingWorth: "Was beurteilt wurde, wird gelesen …",
  neverJudged: "Noch niemand hat beurteilt, ob ein solches Gremium wert ist, was es kostet.",
  judge: "Beurteilen, ob es sich lohnt",
  alone: "Neben dem Gremium, allein",
  judgeMeans:
    "Das Gremium antwortet im Verborgenen, und dieser Agent ebenso, beide mit nichts als der Frage. Ihre Antworten kommen zusammen, ohne Namen; Sie urteilen, und danach wird gesagt, welche welche ist, und was das Gremium mehr gekostet hat.",
  model: "Auch ein Modell urteilt",
  peopleAlone: "Nein, nur Menschen",
  modelMeans:
    "Wenn beide geantwortet haben, bekommt dieser Agent die Frage und die zwei Antworten unter ihren Buchstaben, ohne Namen, und nichts sonst. Was er fand, wird beim Aufdecken gesagt, als das eines Modells, und für sich gezählt.",
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
  spread: (field, count, from, to, median) =>
    `${field}: ${from} bis ${to}, Median ${median}, in ${
      counted(count, { one: "# Antwort", other: "# Antworten" })
    }`,
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
