/** The fold of a conversation: messages, roster, turns. The server decides on it, the browser shows it. */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { ConversationEvent, DataOf, Mode } from "../../events/catalog/conversation.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { changeComparisons, type ComparisonEvent, isComparisonEvent } from "../comparisons/comparisons.ts";
import type { ConversationState, Message, Participant, Turn } from "../shapes/folds.ts";
import type { Fold } from "../fold.ts";
import { isBeside } from "./asked_beside.ts";
import { broughtUses, giveBack } from "./client_calls.ts";
import { erase } from "./erasing.ts";
import { changeHands, type HandsEvent, isHandsEvent, lowerAll } from "./hands.ts";
import { addMessage, changeMessage, erasedBy, keepSalt } from "./messages.ts";
import { isBySchedule, isPlan, type PlanEvent } from "./planned.ts";
import { changeChecks, type CheckRunEvent, isCheckRun, saidInRun } from "./check_runs.ts";
import { type ExpectationEvent, expected, isExpectation } from "./expectations.ts";
import { schedule } from "./schedules.ts";
import {
  emptyConversation,
  isAnswerFromElsewhere,
  laterOf,
  newsAt,
  reordered,
  titleFrom,
} from "./shared_steps.ts";
import { changePanel, isPanelEvent, type PanelEvent } from "../panels/panels.ts";
import { changeTrials, endTrial, isTrialEvent, openInTalk, type TrialEvent } from "./trials.ts";
import { endTurn, startTurn, touchTurn } from "./turns.ts";

function changeParticipant(state: ConversationState, id: string, change: Partial<Participant>): void {
  state.participants = state.participants.map((p) => (p.id === id ? { ...p, ...change } : p));
}

/** People are known by what they write; who changed their name since has the new one. "": their name there is gone. */
function meet(state: ConversationState, { id, name }: DataOf<"MessagePosted">["author"]): void {
  const index = state.people.findIndex((person) => person.id === id);
  if (index === -1) state.people.push({ id, name });
  else if (name !== "" && state.people[index]?.name !== name) state.people[index] = { id, name };
}

function postMessage(state: ConversationState, event: AnyEvent, data: DataOf<"MessagePosted">): void {
  const { messageId, author, content, call, calls, returned, ...header } = data;
  const person = author.kind === "user";
  const byItself = isBySchedule({ by: event.by, author });
  if (state.messages[messageId]) return;
  if (data.notice?.code === "imported") state.importedThrough = event.seq;
  if (person) {
    state.lastSaid = messageId;
    state.question = messageId;
    lowerAll(state);
    if (!byItself) meet(state, author);
    state.group ||= state.people.length > 1;
    if (!state.titled && state.title === "") state.title = titleFrom(content, data.attachments);
    // With nothing in flight the message's turns are in the same commit; otherwise it waits its turn.
    const waits = state.settings.onNewMessage === "queue" && openInTalk(state).length > 0;
    if (waits && !factsOf(state.mode).onRequest) state.queue.push(messageId);
  } else {
    // A notice instead of turns: the message that waited has had its answer.
    state.queue = state.queue.filter((id) => id !== event.exchange);
  }
  if (isAnswerFromElsewhere(data)) state.lastSaid = messageId;
  addMessage(state, {
    ...header,
    id: messageId,
    seq: event.seq,
    at: data.origin?.at ?? event.at,
    author: { ...author, kind: author.kind === "user" ? "human" : author.kind },
    status: "complete",
    // The program's word to one agent (manager mode) counts; its notices to people never do (S0-40).
    included: data.role !== "system",
    ...(author.kind === "agent" ? brought(state, event.seq, author.id) : {}),
    length: content.length + (returned?.results.reduce((sum, { result }) => sum + result.length, 0) ?? 0),
    ...(returned ? { returned: returned.to } : {}),
    ...(person && state.group ? { prefixed: true as const } : {}),
    ...(byItself ? { schedule: author.id } : {}),
    ...erasedBy(event),
  }, { content, ...(call ? { call } : {}), ...(calls ? { tools: broughtUses(calls) } : {}) });
  saidInRun(state, messageId);
  if (returned) giveBack(state, messageId, returned, event.erased === true);
  keepSalt(state, messageId, event.salt);
}

/** Words a calling program brought along as an agent's own: there is no turn, they are complete as they come. */
function brought(state: ConversationState, seq: number, agentId: string): Partial<Message> {
  const participant = state.participants.find((p) => p.agentId === agentId);
  return { doneSeq: seq, ...(participant ? { participantId: participant.id } : {}) };
}

function setInclusion(state: ConversationState, seq: number, data: DataOf<"InclusionSet">): void {
  const { messageId, ...set } = data;
  const message = state.messages[messageId];
  if (!message) return;
  changeMessage(state, messageId, {
    inclusion: [...(message.inclusion ?? []), { seq, ...set }],
    ...(set.participantIds || message.passed ? {} : { included: set.included }),
  });
  // What is left out for everybody counts for nobody.
  if (!set.included && !set.participantIds) setPin(state, seq, { messageId, pinned: false });
}

function setPin(state: ConversationState, seq: number, { messageId, pinned }: DataOf<"PinSet">): void {
  const message = state.messages[messageId];
  if (!message || (message.pinned ?? false) === pinned) return;
  const { pinned: _, ...rest } = message;
  const pins = [...(message.pins ?? []), { seq, pinned }];
  state.messages[messageId] = { ...rest, pins, ...(pinned ? { pinned } : {}) };
}

function addParticipant(state: ConversationState, event: AnyEvent, data: DataOf<"ParticipantAdded">): void {
  const { participantId, ...snapshot } = data;
  if (state.participants.some((p) => p.id === participantId)) return;
  state.participants = [...state.participants, {
    id: participantId,
    ...snapshot,
    enabled: true,
    addedSeq: event.seq,
    ...erasedBy(event),
  }];
  keepSalt(state, participantId, event.salt);
  state.group ||= state.participants.length > 1;
}

function removeParticipant(state: ConversationState, id: string): void {
  const gone = state.participants.find((p) => p.id === id);
  if (!gone) return;
  state.participants = state.participants.filter((p) => p.id !== id);
  state.former = [...state.former, gone];
}

type RosterEvent = Extract<ConversationEvent, { type: `Participant${string}` }>;

function changeRoster(state: ConversationState, event: RosterEvent): void {
  const { type, data } = event;
  if (type === "ParticipantAdded") addParticipant(state, event, data);
  else if (type === "ParticipantRemoved") removeParticipant(state, data.participantId);
  else if (type === "ParticipantsReordered") {
    state.participants = reordered(state.participants, data.participantIds);
  } else changeParticipant(state, data.participantId, { enabled: type === "ParticipantEnabled" });
}

/** A title that is gone is none: the next message gives another. */
function rename(state: ConversationState, title: string): void {
  state.title = title;
  state.titled = title !== "";
}

function changeMode(state: ConversationState, mode: Mode): void {
  state.mode = mode;
  if (!factsOf(mode).onRequest) return lowerAll(state);
  state.queue = [];
  state.group = true;
}

function setMode(state: ConversationState, { mode, manager, rounds }: DataOf<"ModeChanged">): void {
  changeMode(state, mode);
  state.manager = manager ?? state.manager;
  if (rounds) state.settings = { ...state.settings, rounds };
}

/** @param until it can be had back; absent: it is there, or gone for good */
function setDeleted(state: ConversationState, deleted: boolean, until?: string, bringing?: true): void {
  state.deleted = deleted;
  if (bringing) state.bringing = true;
  else delete state.bringing;
  if (until === undefined) delete state.restorableUntil;
  else state.restorableUntil = until;
}

function setProject(state: ConversationState, { projectId }: DataOf<"ProjectSet">): void {
  if (projectId === undefined) delete state.projectId;
  else state.projectId = projectId;
}

function start(state: ConversationState, data: DataOf<"ConversationStarted">, at: string): void {
  rename(state, data.title);
  changeMode(state, data.mode);
  state.settings = data.settings;
  state.lineage = data.lineage ?? null;
  state.createdAt = data.origin?.at ?? at;
}

function closeExchange(state: ConversationState, exchange: string | undefined): void {
  if (exchange === undefined) return;
  delete state.exchanges[exchange];
  endTrial(state, exchange);
}

type Applied = Exclude<
  ConversationEvent,
  PlanEvent | PanelEvent | ExpectationEvent | HandsEvent | TrialEvent | CheckRunEvent | ComparisonEvent
>;

/** Types of the catalog this fold knows; anything else passes untouched. */
function apply(state: ConversationState, event: Applied): void {
  switch (event.type) {
    case "ConversationStarted":
      return start(state, event.data, event.at);
    case "ConversationRenamed":
      return rename(state, event.data.title);
    case "ConversationArchived":
    case "ConversationRestored":
      state.archived = event.type === "ConversationArchived";
      return;
    case "ConversationFiled":
      state.pinned = event.data.pinned;
      state.labels = event.data.labels;
      return;
    case "ProjectSet":
      return setProject(state, event.data);
    case "DeletionRequested":
      return setDeleted(state, true, event.data.until, event.data.bringing);
    case "DeletionWithdrawn":
      return setDeleted(state, false);
    case "ConversationDeleted":
      return setDeleted(state, true, undefined, event.data.bringing);
    case "ModeChanged":
      return setMode(state, event.data);
    case "SettingsChanged":
      state.settings = { ...state.settings, ...event.data };
      return;
    case "ParticipantAdded":
    case "ParticipantRemoved":
    case "ParticipantEnabled":
    case "ParticipantDisabled":
    case "ParticipantsReordered":
      return changeRoster(state, event);
    case "MessagePosted":
      return postMessage(state, event, event.data);
    case "ContentErased":
      return erase(state, event, titleFrom);
    case "InclusionSet":
      return setInclusion(state, event.seq, event.data);
    case "PinSet":
      return setPin(state, event.seq, event.data);
    case "TurnRequested":
    case "TurnStarted":
      return startTurn(state, event);
    case "ProviderCalled":
    case "ProviderCallFailed":
    case "ToolCalled":
    case "ToolDecided":
    case "InputAsked":
    case "InputAnswered":
    case "ToolReturned":
    case "AnswerPaused":
      return touchTurn(state, event);
    case "TurnCompleted":
    case "TurnFailed":
    case "TurnInterrupted":
    case "TurnCancelled":
      return endTurn(state, event);
    case "ExchangeCompleted":
      return closeExchange(state, event.exchange);
    default:
      event satisfies never;
  }
}

/** S0-49, S2-5, M-6: derives messages, roster and turns from the log. */
export const conversation: Fold<ConversationState> = {
  name: "conversation",
  version: 13,
  initial: emptyConversation,
  evolve(state, event) {
    const known = conversationEvent(event);
    if (isPanelEvent(known)) changePanel(state, known);
    else if (isExpectation(known)) expected(state, known);
    else if (isHandsEvent(known)) changeHands(state, known);
    else if (isTrialEvent(known)) changeTrials(state, known);
    else if (isCheckRun(known)) changeChecks(state, known);
    else if (isComparisonEvent(known)) changeComparisons(state, known);
    else if (!isPlan(known)) apply(state, known);
    schedule(state, known);
    state.seq = event.seq;
    state.updatedAt = laterOf(state.updatedAt, newsAt(event) ?? "");
    return state;
  },
};

/** When a deleted conversation that can still be had back goes for good, in milliseconds since the epoch; else null. */
export const dueOf = ({ restorableUntil }: Pick<ConversationState, "restorableUntil">): number | null =>
  restorableUntil === undefined ? null : Date.parse(restorableUntil);

/** The participant, present or former. */
export function participantOf(state: ConversationState, id: string): Participant | undefined {
  return state.participants.find((p) => p.id === id) ?? state.former.find((p) => p.id === id);
}

export type AgentStatus = "idle" | "waiting" | "answering" | "off";

/** What an agent does now: for its ring on the pill (S2-30, S2-U2). */
export function agentStatus(state: ConversationState, participant: Participant): AgentStatus {
  const turns = state.open.map((id) => state.turns[id]).filter((t): t is Turn =>
    t?.participantId === participant.id && !isBeside(t)
  );
  if (turns.some((t) => t.status === "running")) return "answering";
  if (turns.length > 0) return "waiting";
  return participant.enabled ? "idle" : "off";
}
