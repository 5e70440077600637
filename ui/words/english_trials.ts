/** English words of answers beside the talk. */
import { counted } from "./counting.ts";

const answers = (n: number) => counted(n, { one: "# answer", other: "# answers" });
const words_ = (n: string) => `${n} words`;

export const english = {
  without: "What if it had not seen this?",
  withoutMeans:
    "The same turn again, with this message and without. The answers stand beside the talk: no agent is sent them. They are asked for without tools.",
  samples: "Several answers…",
  samplesTitle: "Several answers to the same",
  samplesMean:
    "Each agent answers this message so many times. The answers stand beside the talk: no agent is sent them, unless you take one in. They are asked for without tools.",
  agents: "Who is asked",
  chooseOne: "Choose an agent at least.",
  tooMany: (most: number) => `That is too much at once: at most ${answers(most)}.`,
  times: "Answers of each",
  timesWithout: "Answers with it, and as many without",
  cap: "At most so many tokens",
  capBounds: (least: string, most: string) => `The cap is a whole number from ${least} to ${most}.`,
  cost: (n: number, tokens: string, usd: string) => `${answers(n)}, about ${tokens} tokens, ${usd}.`,
  costUnknown: (n: number, tokens: string) =>
    `${answers(n)}, about ${tokens} tokens. What they cost is not known: a price is missing.`,
  capLow: "The cap is lower than that: fewer will be asked for.",
  /** In the place of money. */
  counting: "Working out what it costs…",
  ask: "Ask",
  stop: "Stop",
  close: "Close",
  earlier: "Asked before",
  at: (time: string) => `Asked at ${time}`,
  status: {
    running: "Being answered…",
    ended: "All answers are there.",
    stopped: "Stopped: fewer were asked for.",
    capped: "Stopped by its cap: fewer were asked for.",
  },
  reading: "Reading the answers…",
  withIt: "With it",
  withoutIt: "Without it",
  within: (share: string) =>
    `Two answers to the same request share ${share} of their pairs of words: the noise between equals.`,
  between: (share: string) => `One with it and one without share ${share}.`,
  ways: (all: string, asFar: string) =>
    `These answers can be divided into two such sides in ${all} ways; ${asFar} of them set the sides at least this far apart.`,
  hardlyChance: "Chance alone would seldom do that: the message seems to have changed the answers.",
  maybeChance: "Chance alone could well do that: no effect of the message can be seen.",
  tooFew: "So few answers tell nothing: with fewer than four of each side every difference may be chance.",
  notYet: "Two answers of a side are needed before they can be set against the noise.",
  length: (side: string, mean: string, deviation: string | null) =>
    deviation === null ? `${side}: ${words_(mean)}.` : `${side}: ${words_(mean)}, give or take ${deviation}.`,
  measures:
    "Measured by words alone, without a model: answers that say the same in other words count as different.",
  cut: "Measured on its beginning",
  words: (n: string) => words_(n),
  agreesWith: (share: string) => `shares ${share} with the others`,
  saw: "What it saw",
  take: "Take into the talk",
  taken: "In the talk",
  took: "It stands in the talk now, and counts for later answers.",
  failed: "No answer",
  running: "Being written…",
  erased: "Erased.",
  plot: "Lengths and agreement",
  plotTold: (n: number) =>
    `${
      answers(n)
    }: to the right the longer ones, higher up those that agree more with the others. The table has the same in numbers.`,
  table: {
    who: "Agent",
    answers: "Answers",
    words: "Words",
    agreement: "Shared",
    tokens: "Tokens",
    cost: "Cost",
    time: "Time",
  },
  of: (whole: number, asked: number) => `${whole} of ${asked}`,
};
export type TrialsWords = typeof english;
