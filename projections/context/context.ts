/**
 * What an agent is sent, and why every other message is not: a filter over the conversation, one message at a
 * time. The answer for a message depends only on the turn's `ContextSpec`, never on what happened later, so a
 * past request can be told again for ever and "who saw this" is one question per turn.
 *
 * Mentions choose who answers, not who may read: what was said in the room stays in everybody's context.
 * Words with `to` (manager mode, S1) are different. While the manager manages, an agent has only what was said
 * to it or by it (S1-10), and what was said to the whole room in another mode. After a change of mode the
 * exchange between the person and the manager is public, the agents' talk among themselves stays theirs.
 *
 * Who is asked to write one answer from several has the conversation up to what they answer, and then these
 * answers, because a person chose them: their checkboxes and windows are not asked. Rules 1 knew no such turns.
 *
 * Who speaks in a panel has the conversation up to its question, or the question alone, and then what its stage shows it
 * of the panel (projections/panels/panel_view.ts). Rules 3 knew no panels.
 *
 * Who is asked whether it has something to add has the talk as it would answer it, and the question behind it.
 *
 * A turn that is asked again to see what its answer is like without some messages has all but these.
 *
 * Who judges an answer in a run of a check has what it judges, with the question and the rule, and nothing else.
 *
 * A pinned message is in wherever the window begins, and takes no place in it. It stands where it was said; who may not
 * see it does not because of that. Rules 2 knew no pins.
 */
import type { ContextSpec } from "../../events/catalog/context_spec.ts";
import type { Attachment, Mode, ReadingTask } from "../../events/catalog/conversation.ts";
import type { Asks } from "../../events/catalog/hands.ts";
import type { PanelPlace } from "../../events/catalog/panels.ts";
import { nameless } from "../panels/nameless.ts";
import { panelText } from "../panels/panel_text.ts";
import { isOfPanel, type PanelView, panelView } from "../panels/panel_view.ts";
import { authorAt } from "../panels/seats.ts";
import type { Omission, Omitted } from "../shapes/views.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import type { ConversationState, Message, ToolUse, Turn } from "../shapes/folds.ts";
import { clientCalls } from "../conversation/client_calls.ts";
import { participantOf } from "../conversation/conversation.ts";
import { speakerName } from "../prompt/names.ts";
import { HAND_TEXT } from "../prompt/hand_text.ts";
import { sourcesText } from "../prompt/sources_text.ts";
import { judgedContext, whyNotJudged } from "./judged_context.ts";
import { agentOf, chosen, isBlank, isOwn, isPinned, isPrivate } from "./message_facts.ts";

/** Version of the rules below, recorded with each turn. A published version never changes its meaning. */
export const RULES = 4;

/** What decides a context besides the log itself. */
export type Spec = ContextSpec & {
  readonly mode: Mode;
  /** The answers that one is to be written from. */
  readonly sources?: readonly string[] | undefined;
  /** What is made of them; absent: one answer. */
  readonly task?: ReadingTask | undefined;
  /** Whose seat it is, in which stage of which panel. */
  readonly panel?: PanelPlace | undefined;
  /** Messages that are held back. */
  readonly without?: readonly string[] | undefined;
  /** What of which answer is judged. */
  readonly judges?: Turn["judges"] | undefined;
  /** What it asks for where that is no answer. */
  readonly asks?: Asks | undefined;
};

/** A message as the agent is sent it, before an adapter makes the list valid for its provider. */
export interface ContextMessage {
  readonly messageId: string;
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly attachments?: readonly Attachment[];
  /** An answer that ended with these calls for a program, whose results are in the context too. */
  readonly uses?: readonly ToolUse[];
}

/** What an agent is sent. */
export interface SentContext {
  readonly messages: ContextMessage[];
  /** What is asked for behind them, where it stands in no message. */
  readonly closing?: string;
  /** Messages that are told of in it, and the panel whose words it has. */
  readonly quoted?: readonly string[];
  readonly panelId?: string;
  /** The expectation whose words it has. */
  readonly ruleId?: string;
}

export interface Context extends SentContext {
  readonly omitted: Omitted[];
}

/** Whether what a program's tools gave to the calls of an answer counts for the agent that made them. */
function hasResults(state: ConversationState, answer: Message, agentId: string, spec: Spec): boolean {
  const results = state.messages[answer.resultsIn ?? ""];
  if (!results || results.seq > spec.through || !isOwn(answer, agentId)) return false;
  if (spec.without?.includes(results.id)) return false;
  return chosen(state, results, agentId, spec.inclusionThrough)?.included !== false;
}

/** Whether a message brings results to calls that the agent is not sent: without these they are nothing. */
function isWithoutCalls(state: ConversationState, message: Message, agentId: string, spec: Spec): boolean {
  if (message.returned === undefined) return false;
  const answer = state.messages[message.returned];
  return !answer || !isOwn(answer, agentId) || why(state, answer, agentId, spec) !== null;
}

/** Why an answer that a person chose as a source is not in the context all the same. */
function whyNoSource(
  state: ConversationState,
  message: Message,
  agentId: string,
  mode: Mode,
): Omission | null {
  if (message.role !== "assistant" || message.doneSeq === undefined) return "incomplete";
  if (isPrivate(state, message, agentId, mode)) return "not_addressed";
  if (message.erased) return "erased";
  return isBlank(state, message) ? "incomplete" : null;
}

/** Whether an answer stands beside the sources, and was not chosen. */
const besideSources = ({ messages }: ConversationState, { question }: Message, sources: readonly string[]) =>
  question !== undefined && sources.some((id) => messages[id]?.question === question);

/** Why a message is not in the context of a turn of a panel, as far as that decides; undefined: the rest does. */
function whyOfPanel(
  state: ConversationState,
  message: Message,
  agentId: string,
  { view, inclusionThrough }: Spec & { readonly view: PanelView },
): Omission | null | undefined {
  const { panel, stage, answers } = view;
  if (isOfPanel(message, panel.id)) {
    if (!answers.some(({ messageId }) => messageId === message.id)) return "not_shown";
    // What its end leaves out of later contexts it was made of all the same.
    const until = Math.min(inclusionThrough, (panel.endedSeq ?? Infinity) - 1);
    const choice = chosen(state, message, agentId, until);
    if (choice && !choice.included) return choice.own ? "excluded_for_agent" : "excluded";
    if (message.erased) return "erased";
    return isBlank(state, message) ? "incomplete" : null;
  }
  const alone = stage.sees === "question" || stage.talk === false;
  return alone && message.id !== panel.messageId ? "not_shown" : undefined;
}

function why(state: ConversationState, message: Message, agentId: string, given: Viewing): Omission | null {
  if (given.judges) return whyNotJudged(state, message, given.judges);
  const spec = viewing(state, given);
  const { sources } = spec;
  if (isViewing(spec)) {
    const found = whyOfPanel(state, message, agentId, spec);
    if (found !== undefined) return found;
  }
  if (sources?.includes(message.id)) return whyNoSource(state, message, agentId, spec.mode);
  if (message.seq > spec.through) {
    return sources && besideSources(state, message, sources) ? "not_chosen" : "after";
  }
  if (message.role === "system") return "system";
  // First: whom an answer is for, and whether it passes, is known only at its end, which may be after `through`.
  if (message.role === "assistant" && !(message.doneSeq !== undefined && message.doneSeq <= spec.through)) {
    return "incomplete";
  }
  if (isPrivate(state, message, agentId, spec.mode)) return "not_addressed";
  const choice = chosen(state, message, agentId, spec.inclusionThrough);
  if (choice && !choice.included) return choice.own ? "excluded_for_agent" : "excluded";
  if (message.role === "assistant") {
    if (message.passed) return "system";
    if (message.status !== "complete" && !choice) return "incomplete";
  }
  if (!message.erased && isBlank(state, message) && !hasResults(state, message, agentId, spec)) {
    return "incomplete";
  }
  if (isWithoutCalls(state, message, agentId, spec)) return "incomplete";
  if (spec.window !== null && message.seq < spec.window && !isPinned(message, spec)) return "window";
  if (spec.without?.includes(message.id)) return "withheld";
  // Last: of what was sent is still known that it was.
  return message.erased ? "erased" : null;
}

/** Why `message` is not in the context of `participantId`, or null when it is (S0-22, S2-15). */
export function omission(
  state: ConversationState,
  message: Message,
  participantId: string,
  spec: Spec,
): Omission | null {
  return why(state, message, agentOf(state, participantId), spec);
}

/** In manager mode an agent's own words are the JSON it was told to write, so that it sees whom it addressed. */
function asWritten(state: ConversationState, message: Message, mode: Mode): string {
  const body = state.bodies[message.id];
  const content = body?.content ?? "";
  if (!factsOf(mode).addressed || message.to === undefined) return content;
  const to = message.to === "person" ? 0 : participantOf(state, message.to)?.number;
  // Said to nobody it knows: only the words themselves tell what it tried.
  if (to === undefined || message.to === message.participantId) return body?.raw ?? content;
  return JSON.stringify({ to, context: content });
}

/** A spec with what its panel shows, worked out once for all messages. */
const isViewing = (spec: Viewing): spec is Spec & { readonly view: PanelView } => spec.view != null;
type Viewing = Spec & { readonly view?: PanelView | null };
function viewing(state: ConversationState, spec: Viewing): Viewing {
  return spec.panel && spec.view === undefined ? { ...spec, view: panelView(state, spec.panel) } : spec;
}

/** An agent's words in a panel that names nobody. */
function presentUnnamed(state: ConversationState, message: Message, view: PanelView): ContextMessage | null {
  const shown = view.answers.find(({ messageId }) => messageId === message.id);
  if (shown?.own) return null;
  if (!view.names) {
    if (!shown) return null;
    const content = `[${shown.label}]: ${state.bodies[message.id]?.content ?? ""}`;
    return { messageId: message.id, role: "user", content };
  }
  // A person's words are theirs.
  if (message.author.kind === "human") return null;
  const content = nameless(state.bodies[message.id]?.content ?? "", view.names);
  return {
    messageId: message.id,
    role: "user",
    content: `[${shown?.label ?? (message.author.kind === "agent" ? "Agent" : "System")}]: ${content}`,
  };
}

function present(state: ConversationState, message: Message, agentId: string, spec: Viewing): ContextMessage {
  const unnamed = isViewing(spec) ? presentUnnamed(state, message, spec.view) : null;
  if (unnamed) return unnamed;
  // What it brings stands with the calls.
  if (message.returned !== undefined) return { messageId: message.id, role: "user", content: "" };
  const { mode } = spec;
  const own = isViewing(spec) && isOfPanel(message, spec.view.panel.id) || isOwn(message, agentId);
  const uses = own && hasResults(state, message, agentId, spec) ? clientCalls(state.bodies[message.id]) : [];
  const content = state.bodies[message.id]?.content ?? "";
  // A person alone with one agent is not announced (S2-17); everybody else always is (C-8).
  const named = message.author.kind !== "human" || message.prefixed === true;
  return {
    messageId: message.id,
    role: own ? "assistant" : "user",
    content: own
      ? asWritten(state, message, mode)
      : named
      ? `[${speakerName(authorAt(state, message, spec.through))}]: ${content}`
      : content,
    ...(message.attachments ? { attachments: message.attachments } : {}),
    ...(uses.length > 0 ? { uses } : {}),
  };
}

/**
 * The messages `participantId` is sent, in reading order (S2-22, S4-11), and those left out with the reason.
 * Needs the texts of what it includes: a browser that read only some pages gets "" for the others.
 */
export function contextFor(state: ConversationState, participantId: string, given: Spec): Context {
  const omitted: Omitted[] = [];
  return { ...gathered(state, participantId, given, omitted), omitted };
}

/** The same without what is left out: what lies before a window is hardly looked at. */
export const sentFor = (state: ConversationState, participantId: string, given: Spec): SentContext =>
  gathered(state, participantId, given, null);

/** What is left out alone, asked of one message after the other; null: it is sent, or there is none. */
export function omitting(
  state: ConversationState,
  participantId: string,
  given: Spec,
): (messageId: string) => Omitted | null {
  const agentId = agentOf(state, participantId);
  const spec = viewing(state, given);
  return (messageId) => {
    const message = state.messages[messageId];
    const reason = message ? why(state, message, agentId, spec) : null;
    return reason && { messageId, why: reason };
  };
}

/** @param omitted takes what is left out; null: nobody asks */
function gathered(
  state: ConversationState,
  participantId: string,
  given: Spec,
  omitted: Omitted[] | null,
): SentContext {
  const agentId = agentOf(state, participantId);
  const spec = viewing(state, given);
  const sent = sentIn(state, agentId, spec, omitted);
  if (spec.judges) {
    if (omitted) { for (const _ of sent); }
    return judgedContext(state, spec.judges);
  }
  if (isViewing(spec)) return panelContext(state, agentId, spec, sent);
  const { sources, task } = spec;
  const closing = spec.asks ? HAND_TEXT : sources && sourcesText(state, sources, agentId, task);
  const messages = [...sent].map((message) => present(state, message, agentId, spec));
  return { messages, ...(closing === undefined ? {} : { closing }) };
}

function* sentIn(
  state: ConversationState,
  agentId: string,
  spec: Viewing,
  omitted: Omitted[] | null,
): Generator<Message> {
  for (const messageId of state.order) {
    const message = state.messages[messageId];
    if (!message || (!omitted && isBeforeWindow(message, spec))) continue;
    const reason = why(state, message, agentId, spec);
    if (reason) omitted?.push({ messageId, why: reason });
    else yield message;
  }
}

/** Whether the window decides, or something before it: then a message is not sent, whatever else is so. */
const isBeforeWindow = ({ id, seq, pins, panel }: Message, { window, sources, judges }: Spec): boolean =>
  window !== null && seq < window && pins === undefined && panel === undefined && !judges &&
  !sources?.includes(id);

/** The same of a turn of a panel: the talk, then its answers in the order in which its stage shows them. */
function panelContext(
  state: ConversationState,
  agentId: string,
  spec: Spec & { readonly view: PanelView },
  inTalk: Iterable<Message>,
): SentContext {
  const { panel, stage, answers } = spec.view;
  const messages: ContextMessage[] = [];
  const quoted: string[] = [];
  const sent = new Map<string, ContextMessage>();
  for (const message of inTalk) {
    const shown = answers.find(({ messageId }) => messageId === message.id);
    if (shown && stage.sees === "summary" && !shown.own) quoted.push(message.id);
    else if (shown) sent.set(message.id, present(state, message, agentId, spec));
    else messages.push(present(state, message, agentId, spec));
  }
  for (const { messageId } of answers) {
    const message = sent.get(messageId);
    if (message) messages.push(message);
  }
  return { messages, closing: panelText(state, spec.view), quoted, panelId: panel.id };
}

/** Of the messages `participantId` is sent, those that are pinned. */
export function pinnedFor(state: ConversationState, participantId: string, given: Spec): ContextMessage[] {
  const agentId = agentOf(state, participantId);
  const spec = viewing(state, given);
  const pinned: ContextMessage[] = [];
  for (const id of state.order) {
    const message = state.messages[id];
    if (!message?.pins || !isPinned(message, spec) || why(state, message, agentId, spec) !== null) continue;
    pinned.push(present(state, message, agentId, spec));
  }
  return pinned;
}

/**
 * The salts of what these messages say, in their order, each behind the salt of its author's name; "" for one that has
 * none. With the shell's they are what hides the words of a request behind its hash.
 */
export function saltsOf(
  { messages, salts = {} }: ConversationState,
  messageIds: readonly string[],
): string[] {
  return messageIds.flatMap((id) => [salts[messages[id]?.participantId ?? ""] ?? "", salts[id] ?? ""]);
}

/** What a turn requested now would be given, whatever its agent's window: everything, with today's checkboxes. */
export function specNow(state: ConversationState, window: number | null = null): Spec {
  return { through: state.seq, inclusionThrough: state.seq, rules: RULES, window, mode: state.mode };
}

/**
 * The sliding window of the `windowMessages` newest messages the agent would otherwise be sent, as the seq of
 * the oldest of them; null when there are no more than that, or no window is wanted (P19).
 */
export function windowStart(
  state: ConversationState,
  participantId: string,
  spec: Omit<Spec, "window">,
  windowMessages: number | undefined,
): number | null {
  if (windowMessages === undefined) return null;
  const agentId = agentOf(state, participantId);
  const whole: Viewing = viewing(state, { ...spec, window: null });
  let start: number | null = null;
  let count = 0;
  for (let index = state.order.length - 1; index >= 0; index--) {
    const message = state.messages[state.order[index] ?? ""];
    // What was chosen takes no place of others.
    if (!message || spec.sources?.includes(message.id) || isPinned(message, spec)) continue;
    if (isViewing(whole) && isOfPanel(message, whole.view.panel.id)) continue;
    if (why(state, message, agentId, whole)) continue;
    if (count === windowMessages) return start;
    start = message.seq;
    count++;
  }
  return null;
}
