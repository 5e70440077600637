/** English words of what is read: messages, answers, and what belongs together. */
import { counted } from "./counting.ts";

const YOU = "You";
/** A person's own is theirs. */
export const messageOf = (name: string): string => name === YOU ? "your message" : `the message of ${name}`;

export const english = {
  messages: "Messages",
  you: YOU,
  bySchedule: "By schedule",
  olderAbove: "Older messages above…",
  newMessages: "New messages",

  // How far an answer is.
  waiting: "waiting",
  writing: "writing",
  thinking: "thinking",
  retrying: "no answer yet, trying again",
  asks: "waits for you",
  stopped: "stopped",
  failed: "failed",
  passed: "passed",
  again: "interrupted, starting again",
  tokens: (n: number) => counted(n, { one: "# token", other: "# tokens" }),
  words: (n: number) => counted(n, { one: "# word", other: "# words" }),
  tries: (n: number) => counted(n, { other: "tried # times" }),
  cut: "cut at the agent’s length limit",
  broughtAlong: "brought along by the caller",
  addressedBy: (name: string) => `asked by ${name}`,
  /** Why who manages speaks: one of the others had its say. */
  reportedBy: (name: string) => `after ${name} wrote to it`,
  gaveResults: "What the program’s tools gave stands with the calls above.",
  imported: "imported",
  importedHelp: "It came with a file: nobody here wrote it, whatever its name",
  erased: "Erased.",
  erase: "Erase the words",
  erasedOn: (day: string, by: string) => `Erased on ${day} by ${by}.`,
  aPerson: "a person of this workspace",

  // The checkbox.
  inContext: "in context",
  leftOut: "left out",
  inContextHelp: "In the context of later answers",
  leftOutHelp: "Left out of the context of later answers",
  leftOutNow: (n: number) =>
    counted(n, {
      one: "# message is left out of later answers.",
      other: "# messages are left out of later answers.",
    }),

  pinned: "pinned",
  pinnedHelp: "In the context of every later answer, wherever an agent’s window begins",
  remember: "Remember this",
  pin: "Pin to the context",
  unpin: "Unpin from the context",
  pinnedNow: "Pinned: it stays in the context of later answers.",
  unpinnedNow: "No longer pinned.",
  pinsTooLarge: (names: string) =>
    `What is pinned is by itself larger than the context window of ${names}: no answer comes from there until some is unpinned.`,

  // What can be done with an answer.
  actions: (name: string) => name === YOU ? "Actions for your message" : `Actions for the answer of ${name}`,
  more: (name: string) => name === YOU ? "More for your message" : `More for ${name}`,
  copy: "Copy",
  copied: "Copied.",
  copyForbidden: "Copying is not allowed here.",
  askAgain: "Ask again",
  change: "Change and continue elsewhere",
  quote: "Quote",
  quoteHelp: "Quote it in your next message",
  askAbout: (name: string) => `Ask ${name} about this`,
  whatItSaw: "What it saw",
  connectModel: "Connect a model",
  whatDidSee: (name: string) => `What did ${name} see?`,
  seenBy: "Seen by",
  samples: "Several answers…",
  expect: "Check…",
  compareBlind: "Compare blind…",
  keep: "Keep this one",
  compare: "Compare",
  compareWith: (name: string) => `Compare with ${name}`,
  showAll: "Show all",
  showLess: "Show less",
  sawMarks: (had: number, of: number) => `It had ${had} of ${of} messages`,
  sawOne: (name: string) => `It had ${messageOf(name)}`,
  sawNot: (name: string) => `It did not have ${messageOf(name)}`,
  sawTitle: (name: string) => `${name} saw`,
  seenSince: "Seen since by",
  seenByNobody: "Nobody yet. The next turn decides.",
  versionSaid: (at: number, of: number) => `Version ${at} of ${of}`,
  versionBefore: "Version before",
  versionAfter: "Next version",

  // A failure.
  retry: "Retry",
  otherModel: "Other model",
  why: "Why",
  fixKey: "Fix the key",
  notCharged: "Nothing was charged.",

  // Answers to the same.
  answers: (n: number) => counted(n, { one: "# answer", other: "# answers" }),
  nWriting: (n: number) => counted(n, { other: "# writing" }),
  nAsk: (n: number) => counted(n, { one: "# waits for you", other: "# wait for you" }),
  group: (n: number) => counted(n, { one: "# answer beside none", other: "# answers side by side" }),
  layout: "Layout",
  columns: "Columns",
  focus: "Focus",
  stack: "Stack",
  mergedFrom: "Merged from",
  allAnswers: (n: number) => counted(n, { one: "Back to # answer", other: "Back to # answers" }),
  mergeBy: (name: string) => `Merge all, by ${name}`,
  gist: "Gist",
  gistHelp: "What they say in a few lines, by an agent you pick",
  writtenBy: "Written by",
  gistBy: (name: string) => `Gist, by ${name}`,
  moreForAll: "More for these answers",
  stillSwimming: "Still swimming",
  thinksFor: (name: string, time: string) => `${name} has been thinking for ${time}.`,
  mostTake: (time: string) => `Most of its answers here took ${time}.`,
  wholeQuestion: "Show all of it",
  oneLine: "Show one line of it",
  kept: (name: string) => `Kept ${name}’s answer. The next turn will not see the others.`,
  youKept: "You kept this",
  others: (n: number) => counted(n, { one: "# other answer", other: "# other answers" }),
  fromHereOn: "left out from here on",
  sideBySide: "Show them side by side",
  nextAnswers: "Next answers",
  answersBefore: "Answers before",
  done: "done",
  round: (n: number) => `Round ${n}`,
  repliesTo: (name: string) => `Replies to ${name}`,

  // Two against each other.
  comparing: "Comparing two",
  agree: (n: number) => counted(n, { one: "# part agrees", other: "# parts agree" }),
  differ: (n: number) => counted(n, { one: "# differs", other: "# differ" }),
  alone: (n: number) => counted(n, { other: "# alone" }),
  wordsThatDiffer: "Words that differ",
  shownOf: "What is shown of both",
  swap: "Swap sides",
  another: (name: string) => `Another answer than that of ${name}`,
  isSame: "The same words",
  isDifferent: "Different",
  onlyLeft: "Only the left one says this",
  onlyRight: "Only the right one says this",
  saysNothing: (name: string) => `${name} says nothing about this.`,
  keepOf: (name: string) => `Keep ${name}’s`,
  mergeBoth: "Merge both",
  mergeWho: "Who merges them",
  by: (name: string) => `by ${name}`,
  askToVote: (n: number) => counted(n, { one: "Ask the other to vote", other: "Ask the # others to vote" }),
  voteQuestion: (one: string, other: string) =>
    `Which of the last two answers is better, ${one}’s or ${other}’s? Name one, and say why in a sentence.`,
  keepMeans: "Keeping one leaves the others out of what agents see next. You can undo it.",

  // Exchanges.
  unfold: "Show this exchange",
  fold: "Fold",

  // The agents' own talk.
  behind: (n: number) =>
    counted(n, { one: "# message behind the glass", other: "# messages behind the glass" }),
  to: "to",
  nobody: "nobody",
  somebodyGone: "somebody who left",
  isAsking: (who: string, whom: string) => `${who} is asking ${whom}…`,
  isThinking: (who: string) => `${who} is thinking…`,

  // Nothing said yet.
  quietWater: "Quiet water",
  noAgents: "No agents take part yet. Add one above, or keep this as notes to yourself.",
  everyoneAnswers: "Everyone who is on answers at once. Click a name above to turn an agent off.",
  inTurnAnswers: "Everyone who is on answers, one after the other, each seeing the ones before.",
  nobodyUnasked: "Nobody answers until you ask. Write first if you like, then press an agent’s button below.",
  managerAnswers: (name: string) => `${name} answers you, and asks the others where that helps.`,
  noManager: "Nobody manages yet: turn an agent on, or choose another mode.",

  // Notices.
  turnOn: "Click a name above to turn an agent on.",
  whatItWillSee: "What it will see",

  // On its way.
  sending: "sending…",
  notSent: "not sent",
  sentOnceBack: "Will be sent once the server is back.",
  notSentClosed: "It was not sent before the page was closed.",
  discard: "Discard",
  unsentHere: "You wrote this here, and it was not sent.",
  toNew: "Write it in a new conversation",

  reasoning: "Reasoning",
  citations: "Sources",
  attemptCut: (n: number) => `Attempt ${n} was interrupted`,
  marksCut: "more marks on this letter are not shown",
  nothingWritten: "Nothing had been written.",
};
export type AnswersWords = typeof english;
