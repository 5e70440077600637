/** English words of raised hands. */
import { counted } from "./counting.ts";

const calls = (n: number) => counted(n, { one: "# call", other: "# calls" });

export const english = {
  title: "Raised hands",
  raised: "Raised hands: press one to ask",
  /** Between an agent's name and its line, for who does not see them side by side. */
  wouldAdd: "would add:",
  off: "Hands",
  asking: "Asking for hands…",
  told: (up: number, of: number) => `${up} of ${of}`,
  /** Said once all have said. */
  up: (names: string) => `Hands are up: ${names}.`,
  none: "No hand is up.",
  means:
    "After each message of yours that names nobody, every agent that is on is asked whether it has something to add. It answers in one line, and you pick who speaks. Lines are in nobody’s context; a newer message lowers all hands.",
  costs:
    "Each agent is one short call a message: it is sent the talk as for an answer, and costs what sending that costs.",
  once: (n: number, tokens: string, usd: string) =>
    `Asking once, as the talk stands: ${calls(n)}, at most about ${tokens} tokens, ${usd}.`,
  onceUnknown: (n: number, tokens: string) =>
    `Asking once, as the talk stands: ${
      calls(n)
    }, at most about ${tokens} tokens. What they cost is not known: a price is missing.`,
  onceNone: "What asking costs is not known: nobody is here, or an agent has no provider or model.",
  /** In the place of money. */
  counting: "Working out what it costs…",
  calls: "At most so many calls in this conversation",
  usd: "At most so many US dollars (may stay empty)",
  usdHint: "Counted as far as prices are known. Where either is reached, asking ends, and the talk says so.",
  callBounds: (least: string, most: string) => `Calls are a whole number from ${least} to ${most}.`,
  usdBounds: (least: string, most: string) => `US dollars are a number from ${least} to ${most}.`,
  start: "Ask for hands",
  change: "Begin anew",
  stop: "Stop asking",
  isOn: "Agents are asked for hands.",
  ended: {
    off: "Somebody ended it.",
    calls: "It ended: another round would have gone beyond its calls.",
    usd: "It ended: another round would have gone beyond its US dollars.",
    imported: "It was on where this conversation comes from, and is off here.",
  },
  used: (n: number, most: string, tokens: string, usd: string) =>
    `Used since it was set: ${calls(n)} of ${most}, ${tokens} tokens, ${usd}.`,
  now: "Who was asked about your last message",
  is: {
    asked: "is being asked…",
    up: "would add",
    down: "has nothing to add",
    unclear: "said neither yes nor no in one line",
    late: "did not say in time",
    failed: "could not say",
    stopped: "was stopped",
    erased: "what it said was erased",
  },
  cut: "It said more than the line.",
  saw: "What it saw",
};
export type HandsWords = typeof english;
