/** The same question several times, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["trials"] = {
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
    `${counted(n, { one: "# Antwort", other: "# Antworten" })}, etwa ${tokens} Tokens, ${usd}.`,
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
