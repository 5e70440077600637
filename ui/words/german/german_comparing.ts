/** Blind comparisons, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted, digits } from "../counting.ts";

export const german: Catalogue["comparing"] = {
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
  sameFile: (name, same, all) =>
    `„${name}“ steht in ${same} von ${all} Anfragen: Byte für Byte oder mit dem ganzen Text.`,
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
  machine: (name, model) => `Das Urteil eines Modells (${name}, ${model})`,
  noVerdict: "keines wurde gegeben",
  eraseQuestion: "Frage löschen …",
  eraseReason: "Seine Worte löschen",
  gone: "Das Gespräch dazu ist nicht mehr da.",
  ranking: "Rangliste",
  nothingJudged:
    "Noch wurde nichts beurteilt. Vergleichen Sie Agenten blind, beurteilen Sie ihre Antworten und decken Sie auf, von wem sie sind: Jede Art von Aufgabe hat dann ihre eigene Rangliste.",
  rankingMeans: (most) =>
    `Eine Rangliste gilt für eine Art von Aufgabe, nie für alle. Sie entsteht aus den letzten ${most} Vergleichen aller Arten, die beurteilt und aufgedeckt wurden; jeder zählt einmal, gleich wie viele dieselben Antworten beurteilt haben. Der Balken reicht von nie bis immer: wie oft jemand besser gefunden würde als der Durchschnitt seiner Liste, und wo das mit 95 % Sicherheit liegt. Ein Agent zählt in allen seinen Fassungen, ein Modell, wo immer es läuft. Beurteilte Gremien zählen hier für niemanden.`,
  task: "Art der Aufgabe",
  noLabel: "Ohne Angabe",
  ranked: "Von",
  agents: "Agenten",
  models: "Modellen",
  judgedBy: "Beurteilt danach",
  whichIsBest: "was am besten ist",
  formerAgent: "Ein Agent, der nicht hier ist",
  rankingOf: (comparisons, votes) =>
    `${counted(comparisons, { one: "# Vergleich", other: "# Vergleiche" })} mit ${
      counted(votes, { one: "# Urteil", other: "# Urteilen" })
    }, nur zu dieser Art von Aufgabe.`,
  known: (apart, pairs) =>
    apart === 0
      ? "Das ist zu wenig, um irgendwen zu unterscheiden: Jeder Unterschied kann Zufall sein."
      : apart === pairs
      ? "Jeder lässt sich von jedem anderen unterscheiden."
      : `Von ${counted(pairs, { one: "# Paar", other: "# Paaren" })} lassen sich ${
        digits(apart)
      } unterscheiden; jeder andere Unterschied kann Zufall sein.`,
  notConnected:
    "Diese wurden nie mit denen darüber verglichen, auch nicht auf dem Umweg über andere: Wer von beiden besser ist, sagt nichts.",
  stands: (best, low, high) => `${best} % (${low} bis ${high} %).`,
  inComparisons: (n, won) =>
    `${counted(n, { one: "# Vergleich", other: "# Vergleiche" })}, am besten in ${
      counted(won, { one: "# Urteil", other: "# Urteilen" })
    }.`,
  notApart: (a, b) => `${a} und ${b} lassen sich noch nicht unterscheiden.`,
  tiedTimes: (n) => `Gleich gut: ${digits(n)}.`,
  noneTimes: (n) => `Keine davon gut, was nicht sagt, wer besser ist: ${digits(n)}.`,
  silentTimes: (n) => `Nicht danach beurteilt, oder jemand, der nicht in der Liste ist: ${digits(n)}.`,
  leftOut: (n, whom) => `Zu selten verglichen für die Liste (${whom}): ${digits(n)}.`,
  judgedComparisons: "Woraus sie entsteht",
  allJudged: (n) => `Alle ${n}`,
};
