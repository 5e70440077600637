/** Blind comparisons, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

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
