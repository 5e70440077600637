/** English words of the sheet that shows what an agent saw. */
import type { Reason } from "../../events/catalog/conversation.ts";
import { counted } from "./counting.ts";
import type { Put } from "./sentence.ts";
import { say } from "./sentence.ts";

const tokens = (n: number) => counted(n, { one: "# token", other: "# tokens" });
const messages = (n: number) => counted(n, { one: "# message", other: "# messages" });

const why = {
  excluded: "It was left out.",
  excluded_for_agent: "It was hidden from this agent.",
  system: "A notice: agents are never sent it.",
  incomplete: "It was not complete.",
  after: "It came later.",
  window: "It stood before the window.",
  not_addressed: "It was said to somebody else.",
  not_chosen: "It was not chosen.",
  not_shown: "This stage of the panel does not show it.",
  not_judged: "It is not what is judged.",
  withheld: "It was held back, to see what the answer is like without it.",
};

export const english = {
  title: (name: Put) => say`What ${name} saw`,
  agent: "the agent",
  because: ({ code, text }: Reason) =>
    code === "enabled" ? "Asked because everyone was" : `Asked because: ${text}`,
  call: (n: number, of: number) => `call ${n} of ${of}`,
  attempt: (n: number) => `attempt ${n}`,
  failed: (reason: string) => `This call failed. ${reason}`,
  before: "The call before",
  after: "The next call",
  close: "Close",
  reading: "Making the bytes again…",
  noCall: "Nothing was sent yet.",

  tokensIn: (n: number) => `${tokens(n)} in`,
  aboutIn: (n: number) => `about ${tokens(n)} in`,
  cached: (n: string) => `${n} of them from cache`,
  ofMessages: (sent: string, all: number) => `${sent} of ${messages(all)}`,
  out: (n: string) => `${n} out`,
  cost: (cost: string) => `cost ${cost}`,
  bar: "Whose words it was made of",

  order: "In the order it was sent",
  instructions: "Instructions",
  tools: "Tools",
  call_: "Tool called",
  result: "What the tool said",
  saidBefore: "Said before a tool was called",
  added: "Added by the program",
  you: "You",
  roles: { system: "system", user: "user", assistant: "assistant", tool: "tool" },
  named: "named",
  files: (n: number) => counted(n, { one: "# file", other: "# files" }),
  fresh: "new",
  pinned: "pinned",
  notSent: "not sent",
  show: "Show in the conversation",
  without: "What if it had not seen this?",
  notHere: "Its words are not read here.",
  erased: "Erased.",
  why,
  /** `n`: its number in the conversation, the first one's is 1. */
  erasedSince: (n: string) => `Message ${n} was in this request; its words were erased since.`,
  youLeftOut: (time: string) => `You left it out at ${time}.`,
  leftOutBy: (name: Put, time: string) => say`${name} left it out at ${time}.`,
  youHid: (from: Put, time: string) => say`You left it out for ${from} at ${time}. Others see it.`,
  hiddenBy: (name: Put, from: Put, time: string) =>
    say`${name} left it out for ${from} at ${time}. Others see it.`,
  many: {
    excluded: (n: number) => `${messages(n)}: left out`,
    excluded_for_agent: (n: number) => `${messages(n)}: hidden from this agent`,
    system: (n: number) => `${messages(n)}: notices`,
    incomplete: (n: number) => `${messages(n)}: not complete`,
    after: (n: number) => `${messages(n)}: came later`,
    window: (n: number) => `${messages(n)}: before the window`,
    not_addressed: (n: number) => `${messages(n)}: said to somebody else`,
    not_chosen: (n: number) => `${messages(n)}: not chosen`,
    not_shown: (n: number) => `${messages(n)}: not shown in this stage`,
    not_judged: (n: number) => `${messages(n)}: not what is judged`,
    withheld: (n: number) => `${messages(n)}: held back`,
    erased: (n: number) => `${messages(n)}: erased since`,
  },

  against: {
    label: "Compared with another turn",
    button: "Compare with another turn",
    with: "Compare with",
    in: "in",
    here: "this conversation",
    beside: "Answers to the same",
    others: "Other turns",
    none: "There is no other turn.",
    both: (n: number) => `Both were sent ${messages(n)}.`,
    moved: "They stand in another order.",
    only: (name: string, n: number) => `Only ${name} was sent ${messages(n)}:`,
    more: (n: number) => `and ${n} more.`,
    sameBytes: "Their requests are the same, byte for byte.",
    bytesPart: (n: number, path: string | null) =>
      path === null
        ? `Their requests part after byte ${n}.`
        : `Their requests part after byte ${n}, in ${path}.`,
    noRequest: "Their requests can no longer be compared: words of one are gone, or none was made.",
    begin: (n: number) => `They begin with the same ${tokens(n)}, about.`,
    fromCache: (name: string, n: number, of: number) => `${name}: ${n} of ${tokens(of)} came from the cache.`,
    sameAnswers: "Their answers are the same.",
    answersPart: (n: number) =>
      n === 0
        ? "Their answers part at the first character."
        : `Their answers part after ${counted(n, { one: "# character", other: "# characters" })}.`,
    answerGone: "The words of one answer are erased.",
    changes: "Against the other",
    gone: "Words of the other request were erased, or none was made: it cannot be compared.",
  },

  pane: "What was sent",
  views: "Show",
  headers: (names: string) =>
    `With headers of the provider’s own: ${names}. What they say is kept as its key is.`,
  bytes: "Bytes",
  changes: "Since the call before",
  grown: "Tokens more or less than then, about",
  noBefore: "This was its first call: there is nothing to compare it with.",
  beforeGone: "Words of the call before were erased: it can no longer be compared.",
  comparing: "Comparing…",
  same: "Nothing changed.",
  asBefore: (n: number, about: number) => `${messages(n)} as before · about ${tokens(about)}`,
  linesAsBefore: (n: number) => `${counted(n, { one: "# line", other: "# lines" })} as before`,
  proven: "Verified",
  differs: "These bytes changed",
  gone: "No longer provable",
  provenLong: "These are the bytes that were sent: their recorded hash says so.",
  differsLong: "These are not the bytes that were sent: their recorded hash is another.",
  goneLong:
    "Words of it were erased, and the salts of its hash with them: its bytes can no longer be shown or proven.",
  checked: (time: string) => `Checked at ${time}. Press to check again.`,
  size: (n: number) =>
    `${
      counted(n, { one: "# byte", other: "# bytes" })
    }, as they left this machine. The key is not among them.`,
  asSent: "As sent",
  asSentHint: "On one line, without the white space that was added for reading",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "Copying is not allowed here.",
  save: "Save",
  again: "Run again",
};
export type SentWords = typeof english;
