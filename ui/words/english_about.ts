/** What is written about answers: their gist, and the claims of two of them. */
import { counted, digits } from "./counting.ts";

const NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

export const english = {
  whatTheySaid: (n: number) => `What the ${NUMBERS[n - 2] ?? digits(n)} said`,
  /** Before a mark and a name. */
  byWhom: "by",
  by: (name: string) => `by ${name}`,
  allAgree: "All agree",
  someAgree: (n: number, of: number) => `${digits(n)} of ${digits(of)} agree`,
  aloneSays: (name: string) => `${name} alone`,
  stillOpen: "Still open",
  /** Of the marks behind a line. */
  toAnswer: (name: string) => `To the answer of ${name}`,
  close: "Fold it away",
  open: "Show it",
  asWritten: "As it was written",
  otherForm: "It did not keep to the form, so here it is as it was written.",

  claims: "Claims",
  claimsOnly: "Claims only",
  ofTwo: (one: string, other: string) => `${one} against ${other}`,
  contradictions: (n: number) => counted(n, { one: "# contradiction", other: "# contradictions" }),
  noContradiction: "no contradiction",
  whatClaimsDo:
    "An agent reads both answers and tells which of their claims are the same, which contradict each other, and which stand alone. What it writes costs what any answer of it costs, and counts in no later context.",
  find: "Find the claims",
  findWho: "Who finds them",
  reads: (name: string) => `${name} is reading both…`,
  readBy: (name: string) => `Read by ${name}`,
  contradicts: "One of the two cannot be true",
  contradictsElsewhere: "Contradicts what the other one says elsewhere",
  sameClaim: "Both claim it",
  showThem: "Show them side by side",
};
export type AboutWords = typeof english;
