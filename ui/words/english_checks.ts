/** English words of checks: what is expected of answers, running a conversation again, and what came of it. */
import type { CheckWhy } from "../../events/catalog/check_runs.ts";
import { counted } from "./counting.ts";

const questions = (n: number) => counted(n, { one: "# question", other: "# questions" });
const why: Record<CheckWhy, string> = {
  no_answer: "nobody answered",
  not_answered: "the answer failed",
  not_said: "it is not said",
  said: "it is said",
  not_called: "it was not called",
  over: "it was more",
  unlike: "the judge says it is not",
  not_judged: "no judge was asked",
  judge_failed: "the judge gave no verdict",
  unknown_price: "what the model costs is not known",
  erased: "its words were erased",
};

export const english = {
  title: "Checks",
  open: "Checks…",
  means:
    "Say what answers here must be like. Then this conversation can be run again, with other models, other prompts or after a change of an agent, and you see what still holds.",
  kinds: {
    says: "must say",
    says_not: "must not say",
    calls: "must call the tool",
    like: "must be like (a judge says so)",
    tokens: "at most so many tokens",
    usd: "at most so many US dollars",
    seconds: "at most so many seconds",
  },
  rules: {
    says: (text: string) => `must say “${text}”`,
    says_not: (text: string) => `must not say “${text}”`,
    calls: (text: string) => `must call ${text}`,
    like: (text: string) => `must be like “${text}”`,
    tokens: (most: string) => `at most ${most} tokens`,
    usd: (most: string) => `at most ${most}`,
    seconds: (most: string) => `at most ${most}`,
  },
  about: "About",
  everyAnswer: "Every answer",
  answersTo: (place: number) => `Every answer to question ${place}`,
  answerOf: (name: string, place: number) => `${name}’s answer to question ${place}`,
  rule: "The answer",
  text: "Text, tool or rule",
  textHint: "“…” stands for anything in between.",
  most: "At most",
  mostWrong: "A number above 0 belongs here.",
  textWrong: "Words belong here.",
  add: "Expect it",
  none: "Nothing is expected of this conversation yet.",
  remove: (rule: string) => `Take back: ${rule}`,
  outcome: { held: "holds", failed: "fails", open: "cannot be told" },
  why,
  measured: (value: string) => `it was ${value}`,
  name: "Name of the check",
  save: "Save as check",
  saved: "It is a check now.",
  removed: "It is no check any more.",
  savedHint: "Saved checks stand in Settings, under Checks, and with the versions of their agents.",
  run: "Run checks",
  runMeans:
    "The same questions are asked in a new conversation, each when the answers to the one before it are there. It goes on whatever happens to the server, and stands with the archived ones.",
  promptOf: (name: string) => `Another prompt for ${name}`,
  asOtherwise: "With other models or prompts",
  asItIs: "As it is",
  judge: "Judge of what answers must be like",
  noJudge: "Nobody: that stays open",
  judgeMeans:
    "When everything is answered, this agent is asked about each such rule and answer by itself. It is sent the rule, the question and the answer, and nothing else.",
  judging: (n: number) =>
    `In it ${
      counted(n, { one: "# verdict of the judge is", other: "# verdicts of the judge are" })
    } estimated.`,
  judgedBy: (name: string, model: string) => `judged by ${name}: ${model}`,
  verdicts: "What the judge said",
  verdict: (reason: string) => `Judge, a model: ${reason}`,
  noVerdict: (why: string) => why === "" ? "The judge gave no verdict." : `The judge gave no verdict: ${why}`,
  eraseVerdict: "Erase its words",
  judgeSaw: "What the judge saw",
  cap: "At most so many tokens",
  capBounds: (least: string, most: string) => `The cap is a whole number from ${least} to ${most}.`,
  counting: "Working out what it costs…",
  cost: (n: number, tokens: string, usd: string) =>
    `${questions(n)}. The answers here used ${tokens} tokens; the cost with these models: ${usd}.`,
  costUnknown: (n: number, tokens: string) =>
    `${
      questions(n)
    }. The answers here used ${tokens} tokens. What that costs is not known: a price is missing.`,
  capLow: "The cap is lower than that: some may not be asked.",
  runs: "Runs",
  noRuns: "It was not run yet.",
  reading: "Reading…",
  status: {
    running: "running",
    ended: "run to its end",
    stopped: "stopped",
    capped: "stopped by its cap",
    gone: "its conversation is gone",
  },
  counts: (held: number, failed: number, open: number) =>
    `${held} hold, ${failed} fail${open > 0 ? `, ${open} cannot be told` : ""}`,
  asked: (asked: number, of: number) => `${asked} of ${questions(of)} asked`,
  used: (tokens: string, usd: string) => `${tokens} tokens, ${usd}`,
  changed: "otherwise than in the settings",
  compare: "Look",
  hide: "Close",
  openRun: "Open the conversation",
  against: "Beside",
  thisTalk: "This conversation",
  runAt: (time: string) => `Run of ${time}`,
  before: "Before",
  after: "In this run",
  expectation: "Expectation",
  notThere: "not expected",
  noAnswer: "No answer",
  question: (place: number) => `Question ${place}`,
  same: "The same words.",
  cut: "Only its beginning is shown.",
  answers: "Answers side by side",
  checksNone:
    "No conversation is a check yet. Open one, say what its answers must be like, and save it as check.",
  versions: "Versions and their checks",
  versionsMean:
    "What was changed in each version, and what came of the checks in which it answered as it is in the settings.",
  version: (n: number) => `Version ${n}`,
  first: "As it was made.",
  unset: "none",
  field: "Changed",
  afterIt: "In this version",
  noChecks: "No check was run with it.",
  by: (name: string) => `by ${name}`,
};
export type ChecksWords = typeof english;
