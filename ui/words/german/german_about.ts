/** What is written about answers, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted, digits } from "../counting.ts";

const GROUPS = ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"];

export const german: Catalogue["about"] = {
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
