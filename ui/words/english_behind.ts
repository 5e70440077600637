/** English words of the glass: its panels, the timeline, and what stands beside the sentences of the story. */
import { messageOf } from "./english_answers.ts";
import { counted } from "./counting.ts";
import { type Put, say } from "./sentence.ts";

const tokens = (n: number) => counted(n, { one: "# token", other: "# tokens" });
const messages = (n: number) => counted(n, { one: "# message", other: "# messages" });

const story = {
  filter: "Filter events",
  filterHint: "Words, or a name",
  noMatch: "Nothing matches.",
  nothingYet: "Nothing has happened yet.",
  reading: "Reading further back…",
  beginning: "The beginning",
  round: (n: number) => `Round ${n}`,
  answers: "Answers",
  whenAsked: "When asked",
  oncemore: "Once more",
  managed: "Behind the glass",
  now: "now",
  live: "live",
  open: "Open",
  fold: "Fold",
  saw: "What it saw",
  replay: "Replay from here",
  branch: "Branch from here",
  characters: (n: number) => counted(n, { one: "# character", other: "# characters" }),
  writing: (name: Put) => say`${name} is writing`,
  thinking: (name: Put) => say`${name} is thinking`,
  waitsForYou: (name: Put) => say`${name} waits for you`,
  waitsUntil: (name: Put, time: string) => say`${name} waits until ${time}`,
  event: (n: string) => `Event ${n}`,
  why: (reason: string) => `Why: ${reason}.`,
  more: (n: number) => counted(n, { one: "# more character", other: "# more characters" }),
  copy: "Copy",
  copied: "Copied.",
  notCopied: "Copying is not allowed here.",
};

const timeline = {
  name: "Event",
  at: (n: string, of: string) => `Event ${n} of ${of}`,
  latest: (n: string) => `Event ${n}, now`,
  events: (from: string, to: string) => `Events ${from} to ${to}`,
  since: (n: number, time: string) => `${counted(n, { one: "# event", other: "# events" })} since ${time}`,
  replay: "Replay",
  replayHint: "From the start, at the pace of then",
  pause: "Pause",
  pace: "Pace",
  once: "1×",
  four: "4×",
  most: "Quickest",
  now: "Now",
  nowHint: "Back to the present",
  answered: (name: Put, n: number) => say`${name} answered, ${tokens(n)}`,
  wrote: (name: Put, n: number) => say`${name} wrote, about ${tokens(n)}`,
  more: (n: number) => counted(n, { one: "and # more", other: "and # more" }),
  nothing: "Something small",
};

const next = {
  title: "Who sees what next",
  on: (on: string, of: string) => `${on} of ${of} on`,
  all: "Everyone sees everything",
  misses: (name: Put, n: number) => say`${name} misses ${messages(n)}`,
  some: (agents: number) => counted(agents, { one: "# agent misses some", other: "# agents miss some" }),
};

const context = {
  none: "Add an agent to see what it will be sent.",
  what: "What",
  sentNow: "would be sent now",
  sentThen: (event: string) => `would have been sent at event ${event}`,
  some: (included: string, all: number) => `${included} of ${messages(all)}`,
  about: (about: number) => `, about ${tokens(about)}`,
  ofWindow: (window: string) => ` of ${window}`,
  pins: (n: number, about: number) =>
    counted(n, { one: "# of them is pinned", other: "# of them are pinned" }) + `, about ${tokens(about)}.`,
  pinsTooLarge: "What is pinned is by itself larger than the context window: unpin some of it.",
  larger: "This is larger than the context window.",
  nearlyFull: "The context window is nearly full.",
  advice: "Leave messages out, or set a sliding window for this agent.",
  whose: "Whose words are in the request",
  share: (percent: number) => `${percent} % of the model’s context window`,
  exact: "The exact request",
  grid: "Who sees what from the next turn on",
  message: "Message",
  sees: (agent: string, author: string, text: string) => `${agent} sees ${messageOf(author)}: ${text}`,
  why: {
    excluded: "left out by you",
    excluded_for_agent: "hidden from this agent",
    system: "a notice",
    incomplete: "not complete",
    after: "came later",
    window: "before the window",
    not_addressed: "said to someone else",
    not_chosen: "not chosen",
    not_shown: "not shown in this stage",
    not_judged: "not what is judged",
    withheld: "held back",
    erased: "erased",
  },
};

const usage = {
  of: "Usage of",
  here: "This conversation",
  everything: "Everything",
  counting: "Counting…",
  none: "No answers yet, so nothing was used.",
  answers: (n: number) => counted(n, { one: "# answer", other: "# answers" }),
  in: "Tokens in",
  out: "Tokens out",
  cost: "Cost",
  fromCache: (n: string) => `${n} of them from cache`,
  searches: (n: number) => counted(n, { one: "# search by its maker", other: "# searches by their makers" }),
  unknown: "unknown",
  perDay: "Tokens a day (UTC)",
  perAgent: "By agent",
  agent: "Agent",
  model: "Model",
  day: "Day (UTC)",
  tables: "The numbers",
  otherDays: (n: number) =>
    counted(n, { one: "# earlier day is in the numbers", other: "# earlier days are in the numbers" }),
  otherAgents: (n: number) => counted(n, { one: "# more in the numbers", other: "# more in the numbers" }),
  tokens,
  bar: (what: string, n: number) => `${what}: ${tokens(n)}`,
  prices: (day: string) => `Prices of ${day}. A model without a known price costs “unknown”, never nothing.`,
};

const chain = {
  check: "Check",
  checking: "Checking …",
  holds: (events: number, shown: number) =>
    `${counted(events, { one: "# event is", other: "# events are" })} signed and unchanged, and ` +
    `${counted(shown, { one: "the message", other: "the # messages" })} on this page say what stands there.`,
  refuted: (line: number, detail: string) => `The log is not what was signed. Line ${line}: ${detail}.`,
  differs: (name: string, time: string) =>
    `What ${name} said on ${time} is shown otherwise than the log has it. Please reload the page.`,
  unable: "This browser cannot check signatures here. It takes an address with https, or of this machine.",
};

export const english = {
  name: "Behind the glass",
  tabs: "The glass",
  close: "Close",
  panels: { events: "Story", context: "Context", usage: "Usage" },
  story,
  timeline,
  next,
  chain,
  context,
  usage,
};
export type BehindWords = typeof english;
