/**
 * English words of the story: a phrase for each thing that can happen. `by` is who did it, null where that is whoever
 * reads it; such a phrase begins with the verb, for it stands under “You”.
 */
import type { DataOf, ErrorCode } from "../../events/catalog/conversation.ts";
import { factsOf, type Mode } from "../../events/catalog/modes.ts";
import type { ExpectationKind } from "../../events/catalog/expectations.ts";
import type { PanelEnd } from "../../events/catalog/panels.ts";
import { counted } from "./counting.ts";
import { type Part, type Put, say, Sentence } from "./sentence.ts";

type By = Put | null;

const tokens = (n: number) => counted(n, { one: "# token", other: "# tokens" });

/** By somebody, or with the verb in front. */
function did(by: By, phrase: Sentence): Sentence {
  if (by !== null) return say`${by} ${phrase}`;
  const [first = "", ...rest] = phrase.parts;
  return new Sentence([typeof first === "string" ? capital(first) : first, ...rest]);
}

/** Why something could not be done, as the end of a sentence. */
const WHY_NOT: Record<ErrorCode, string> = {
  auth: "the provider refused the key",
  permission: "the account may not use this model",
  not_found: "the provider has no such model",
  bad_request: "the provider refused the request",
  context_overflow: "it was too long for the model",
  rate_limited: "the provider was busy",
  overloaded: "the provider was busy",
  server: "the provider had a fault",
  network: "there was no connection",
  timeout: "no answer came in time",
  aborted: "it was stopped",
  malformed: "the answer could not be read",
  truncated: "the answer broke off",
  refused: "the provider declined",
  too_large: "the answer was too large",
  lost: "the program stopped three times",
  internal: "this program had a fault",
};

const whyNot = (code: string): string =>
  Object.entries(WHY_NOT).find(([known]) => known === code)?.[1] ?? "nobody knows why";
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A mode is called as it is chosen. */
const nameOf = (mode: Mode): string => factsOf(mode).label;

const conversation = {
  started: (by: By, mode: Mode) => did(by, say`started the conversation: ${nameOf(mode)}`),
  continued: (by: By) => did(by, say`went on from another conversation`),
  repeated: (by: By) => did(by, say`ran another conversation again`),
  renamed: (by: By, title: string) => did(by, say`called it “${title}”`),
  archived: (by: By) => did(by, say`archived the conversation`),
  restored: (by: By) => did(by, say`brought the conversation back`),
  deleted: (by: By) => did(by, say`deleted the conversation`),
  untouched: (by: By) => did(by, say`deleted the conversation, which nobody had touched for long`),
  filed: (by: By) => did(by, say`filed the conversation`),
  intoProject: (by: By) => did(by, say`put the conversation into a project`),
  outOfProject: (by: By) => did(by, say`took the conversation out of its project`),
  bringing: (by: By) => did(by, say`brought what was said before, piece by piece`),
  brought: (by: By) => did(by, say`had brought all that was said before`),
  hadBack: (by: By) => did(by, say`took back that it was deleted`),
  mode: (by: By, mode: Mode) => did(by, say`turned on ${nameOf(mode)}`),
  modeRounds: (by: By, mode: Mode, rounds: number) =>
    did(by, say`turned on ${nameOf(mode)}, ${counted(rounds, { one: "# round", other: "# rounds" })}`),
  modeLed: (by: By, mode: Mode, manager: Put) => did(by, say`turned on ${nameOf(mode)}, led by ${manager}`),
  settings: (by: By, what: string) => did(by, say`set: ${what}`),
  settingsSame: (by: By) => did(by, say`kept the settings`),
  rounds: (n: number) => counted(n, { one: "# round", other: "# rounds" }),
  managerTurns: (n: number) => `at most ${counted(n, { one: "# turn", other: "# turns" })} for one message`,
  tokenLimit: (n: number) => `at most ${tokens(n)}`,
  costLimit: (usd: string) => `at most ${usd}`,
  noLimits: "no limits",
  webOn: "agents may read the web",
  webOff: "agents may not read the web",
  cancels: "a new message stops the answers",
  queues: "a new message waits for the answers",
};

const roster = {
  added: (by: By, names: Put) => did(by, say`added ${names}`),
  removed: (by: By, name: Put) => did(by, say`removed ${name}`),
  enabled: (by: By, name: Put) => did(by, say`turned ${name} on`),
  disabled: (by: By, name: Put) => did(by, say`turned ${name} off`),
  reordered: (by: By, names: Put) => did(by, say`put in order: ${names}`),
};

const message = {
  /** One’s own words keep their subject: “Asked” alone would be said of an agent. */
  asked: (by: By, text: string) => say`${by ?? "You"} asked: “${text}”`,
  wrote: (by: By, text: string) => say`${by ?? "You"} wrote: “${text}”`,
  askedOne: (by: By, to: Put, text: string) => say`${by ?? "You"} to ${to}: “${text}”`,
  sentFile: (by: By, name: Put) => say`${by ?? "You"} sent ${name}`,
  sentFiles: (by: By, files: number) =>
    say`${by ?? "You"} sent ${counted(files, { one: "# file", other: "# files" })}`,
  erased: (by: By) => say`${by ?? "You"} wrote something that was erased`,
  erases: (by: By, what: Put) => did(by, say`erased the words of ${what}`),
  erasesUse: (by: By, what: Put) => did(by, say`erased what a tool was asked and gave in ${what}`),
  noted: (text: string) => say`Noted: “${text}”`,
  brought: (name: Put, text: string) => say`${name} had said: “${text}”`,
  told: (to: Put, text: string) => say`Told ${to}: “${text}”`,
  anAnswer: (name: Put) => say`${name}’s answer`,
  aboutAnswers: (name: Put) => say`what ${name} writes about answers`,
  words: (text: string) => say`“${text}”`,
  aMessage: "a message",
  leftOut: (by: By, what: Put) => did(by, say`left out ${what}`),
  takenIn: (by: By, what: Put) => did(by, say`took in ${what}`),
  pinned: (by: By, what: Put) => did(by, say`pinned ${what}`),
  unpinned: (by: By, what: Put) => did(by, say`unpinned ${what}`),
  hidden: (by: By, what: Put, from: Put) => did(by, say`hid ${what} from ${from}`),
  shown: (by: By, what: Put, to: Put) => did(by, say`showed ${what} to ${to}`),
};

const turn = {
  asked: (name: Put) => say`Asked ${name}`,
  askedFirst: (name: Put) => say`Asked ${name} first`,
  askedNext: (name: Put) => say`Then asked ${name}`,
  askedForHand: (name: Put) => say`Asked whether ${name} has something to add`,
  handUp: (name: Put, line: string) => say`${name} would add: “${line}”`,
  handDown: (name: Put) => say`${name} has nothing to add`,
  askedByName: (name: Put) => say`Asked ${name} by name`,
  askedAgain: (name: Put) => say`Asked ${name} again`,
  askedBy: (from: Put, name: Put) => say`${from} asked ${name}`,
  reported: (from: Put, name: Put) => say`${from} wrote to ${name}, who leads`,
  askedToLead: (name: Put) => say`Asked ${name}, who leads`,
  askedToMend: (name: Put) => say`Asked ${name} to try once more`,
  askedInPanel: (name: Put, stage: string) => say`Asked ${name}: ${stage}`,
  askedForGist: (name: Put, n: number) =>
    say`Asked ${name} for the gist of ${counted(n, { other: "# answers" })}`,
  askedForClaims: (name: Put) => say`Asked ${name} for the claims of two answers`,
  askedToMerge: (name: Put, n: number) =>
    say`Asked ${name} for one answer from ${counted(n, { other: "#" })}`,
  began: (name: Put) => say`${name} began`,
  beganAgain: (name: Put) => say`${name} began again`,
  sent: (n: number) => say`Sent it ${counted(n, { one: "# message", other: "# messages" })}`,
  withMessages: (asked: Put, n: number) =>
    say`${asked}, with ${counted(n, { one: "# message", other: "# messages" })}`,
  sentSome: "Sent it the messages",
  sentResults: "Sent it what the tools said",
  sentOn: "Sent it back to go on",
  sentAgain: "Sent it once more",
  failedCall: (code: string) => say`${capital(whyNot(code))}`,
  failedCallAgain: (code: string, waited: string) =>
    say`${capital(whyNot(code))}; waited ${waited} and tried again`,
  usesSomeTool: (name: Put) => say`${name} used a tool`,
  usesTool: (name: Put, tool: string) => say`${name} used “${tool}”`,
  opens: (name: Put, address: Put) => say`${name} opened ${address}`,
  wantsSomeTool: (name: Put) => say`${name} asks to use a tool`,
  wantsTool: (name: Put, tool: string) => say`${name} asks for “${tool}”`,
  wantsToOpen: (name: Put, address: Put) => say`${name} asks to open ${address}`,
  allowed: (by: By) => did(by, say`allowed it`),
  allowedHere: (by: By) => did(by, say`allowed it for the whole conversation`),
  allowedSite: (by: By, site: string) => did(by, say`allowed ${site} from now on`),
  refused: (by: By) => did(by, say`did not allow it`),
  inputAsked: "The tool’s server asks for something",
  inputAccepted: (by: By) => did(by, say`gave what was asked for`),
  inputDeclined: (by: By) => did(by, say`declined to give it`),
  inputCancelled: (by: By) => did(by, say`gave no answer to that`),
  inputUnanswered: "Nobody answered in time",
  inputWithdrawn: "The server wanted it no more",
  toolOk: "The tool answered",
  toolFailed: "The tool failed",
  toolCut: "The tool was cut short",
  toolRefused: "The tool was not run",
  paused: (name: Put) => say`The service of ${name} paused, its own tools at work`,
  answered: (name: Put) => say`${name} answered`,
  answeredIn: (name: Put, n: number) => say`${name} answered in ${tokens(n)}`,
  answeredTo: (name: Put, to: Put) => say`${name} answered ${to}`,
  answeredToIn: (name: Put, to: Put, n: number) => say`${name} answered ${to} in ${tokens(n)}`,
  cutAtLimit: (sentence: Put) => say`${sentence}, cut at its limit`,
  passed: (name: Put) => say`${name} passed`,
  failed: (name: Put, code: string) => say`${name} could not answer: ${whyNot(code)}`,
  shutDown: (name: Put) => say`${name} was cut short: the program stopped`,
  lost: (name: Put) => say`${name} was cut short: the program was gone`,
  crashed: (name: Put) => say`${name} was cut short by a fault`,
  stopped: (by: By, name: Put) => did(by, say`stopped ${name}`),
  stoppedForNew: (name: Put) => say`${name} stopped for a newer message`,
  stoppedOff: (name: Put) => say`${name} stopped: it was turned off`,
  stoppedRemoved: (name: Put) => say`${name} stopped: it was removed`,
  unfinished: (name: Put) => say`${name} had not finished where this comes from`,
  stoppedDeleted: (name: Put) => say`${name} stopped: the conversation was deleted`,
  stoppedAtLimit: (name: Put) => say`${name} stopped at the limit`,
  theyAnswered: (names: Put) => say`${names} answered`,
  theyAnsweredIn: (names: Put, n: number) => say`${names} answered, ${tokens(n)}`,
  agents: (n: number) => counted(n, { one: "# agent", other: "# agents" }),
  nobody: "Nobody answered",
  endedEarly: (n: number) => counted(n, { one: "# answer ended early", other: "# answers ended early" }),
  over: (what: string) => say`Done: ${what}`,
  someAnswered: (n: number) => counted(n, { other: "# answered" }),
  someFailed: (n: number) => counted(n, { other: "# failed" }),
  someStopped: (n: number) => counted(n, { other: "# stopped" }),
};

/** What becomes of a run, as it is told of a schedule. */
const RAN: Record<DataOf<"ScheduleRan">["outcome"], string> = {
  ran: "spoke",
  missed: "missed its time",
  busy: "was still speaking, and left a time out",
  over_cap: "had spoken as often as it may on one day",
  over_budget: "found the budget of the day used up",
  unchanged: "found its address as it was",
  unreachable: "could not read its address",
  nobody: "found none of its agents",
  replanned: "was planned anew: its time zone has other rules, or the clock was set back",
};

const standing = {
  set: (by: By) => did(by, say`set up what is said by itself`),
  paused: (by: By) => did(by, say`paused a schedule`),
  resumed: (by: By) => did(by, say`let a schedule go on`),
  removed: (by: By) => did(by, say`removed a schedule`),
  ran: (outcome: keyof typeof RAN) => say`A schedule ${RAN[outcome]}`,
};

const EXPECTED: Record<ExpectationKind, string> = {
  says: "what must be said",
  says_not: "what must not be said",
  calls: "which tool must be called",
  like: "what answers must be like",
  tokens: "how many tokens may be used",
  usd: "how much may be spent",
  seconds: "how long an answer may take",
};
const RUN_OVER = { ended: "is over", stopped: "was stopped", capped: "was stopped by its cap" };
const expected = {
  set: (by: By, kind: ExpectationKind) => did(by, say`said ${EXPECTED[kind]}`),
  removed: (by: By) => did(by, say`took an expectation back`),
  named: (by: By, name: string) => did(by, say`saved this as the check “${name}”`),
  unnamed: (by: By, _name: string) => did(by, say`made this a check no more`),
  begun: (by: By) => did(by, say`ran the check`),
  planned: (by: By) => did(by, say`planned a question`),
  cast: (by: By, agent: Put) => did(by, say`gave ${agent} another model or prompt for this run`),
  judge: (by: By, agent: Put) => did(by, say`chose ${agent} as the judge of this run`),
  ended: (how: "ended" | "stopped" | "capped", others: number, failed: number) =>
    say`The run ${RUN_OVER[how]}: ${String(failed)} of ${String(others + failed)} expectations fail`,
};

const hands = {
  set: (by: By, calls: number) =>
    did(
      by,
      say`had agents asked for hands, up to ${counted(calls, { one: "# call", other: "# calls" })}`,
    ),
  off: (by: By) => did(by, say`had agents asked for hands no more`),
  over: (why: "calls" | "usd" | "imported") =>
    say`Agents are asked for hands no more: ${
      { calls: "the calls are used up", usd: "the money is used up", imported: "it was set elsewhere" }[why]
    }`,
};

const beside = {
  started: (by: By) => did(by, say`asked for answers beside the talk`),
  taken: (by: By, message: Put) => did(by, say`took ${message} into the talk`),
};

const comparison = {
  begun: (by: By, seats: number) =>
    did(
      by,
      say`asked ${
        counted(seats, { one: "# agent", other: "# agents" })
      } without it being known who answers what`,
    ),
  answered: (letter: string) => say`Answer ${letter} is there`,
  gap: (letter: string) => say`There is no answer ${letter}`,
  ready: "All answers are there, and can be judged",
  voted: (by: By) => did(by, say`judged the answers`),
  revealed: (by: By) => did(by, say`revealed whose answers they are`),
  sealed: (by: By) => did(by, say`began a comparison`),
  opened: (by: By) => did(by, say`opened what was asked in a comparison`),
};

/** How a panel ended. */
const PANEL_OVER: Record<PanelEnd, string> = {
  completed: "is done",
  stopped: "was stopped",
  new_message: "ended with a newer message",
  nobody: "ended: nobody was left",
  capped: "ended at its limit",
  deleted: "ended: the conversation was deleted",
  imported: "was not done where this comes from",
};

const panel = {
  started: (by: By, name: string) => did(by, say`called a panel (${name})`),
  begun: (name: string, round?: number) =>
    round === undefined ? say`${name} began` : say`${name} began, round ${String(round)}`,
  ended: (name: string, gaps: number) =>
    gaps === 0
      ? say`${name} is over`
      : say`${name} is over, ${counted(gaps, { one: "# answer missing", other: "# answers missing" })}`,
  agreed: (name: string) => say`${name} is over: all say the same`,
  budget: (name: string) => say`${name} is over: its measure is used up`,
  over: (how: PanelEnd) => say`The panel ${PANEL_OVER[how]}`,
  stage: (n: number) => `Stage ${n}`,
};

export const english = {
  you: "You",
  program: "Fishbowl",
  agent: "An agent",
  unknown: "Something that a newer version wrote",
  conversation,
  roster,
  message,
  panel,
  standing,
  expected,
  hands,
  beside,
  comparison,
  turn,
};
export type StoryWords = typeof english;
export type { By, Part };
