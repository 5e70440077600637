/**
 * What happened, as a person would say it: one sentence for every event there can be. No name of a type and no id ever
 * stands in one. Pure: names come from the newest fold, so that what lies ahead in a replay keeps its own.
 */
import type { DataOf } from "../../events/catalog/conversation.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { usd } from "../parts/format.ts";
import type { StoryWords } from "../words/english_story.ts";
import { all, type Part, type Sentence } from "../words/sentence.ts";
import {
  agent,
  agentOfTurn,
  type Beside,
  byOf,
  isRetention,
  type Of,
  plain,
  quoted,
  type Says,
  type Told,
  type Type,
} from "./telling.ts";
import { letterOf } from "../../projections/comparisons/letters.ts";
import { panelEnded, panelStarted, stageBegun, stageEnded } from "./panel_sentences.ts";
import {
  called,
  callFailed,
  cancelled,
  completed,
  exchangeOver,
  requested,
  toolCalled,
} from "./turn_sentences.ts";
import { words as server } from "../words/sayings.ts";

/** A message among other words: an answer by who gave it, a person’s by its first words. */
function messageNamed(told: Told, messageId: string): Sentence | string {
  const { state, words: { message: words } } = told;
  const message = state.messages[messageId];
  if (!message) return words.aMessage;
  if (message.task && message.participantId !== undefined) {
    return words.aboutAnswers(agent(told, message.participantId));
  }
  if (message.participantId !== undefined) return words.anAnswer(agent(told, message.participantId));
  const text = quoted(state.bodies[messageId]?.content ?? "");
  return text === "" ? words.aMessage : words.words(text);
}

function posted({ data, by, erased }: Of<"MessagePosted">, told: Told): Sentence {
  const words = told.words.message;
  const { author, content, attachments = [], mentions = [], to } = data;
  const text = quoted(content);
  if (author.kind === "system") {
    return to === undefined ? words.noted(quoted(server.notice(content))) : words.told(agent(told, to), text);
  }
  if (author.kind === "agent") return words.brought({ name: author.name }, text);
  const who = byOf({ ...by, id: author.id, name: author.name }, told);
  if (erased) return words.erased(who);
  const [file] = attachments;
  if (text === "" && file) {
    return attachments.length === 1
      ? words.sentFile(who, { name: file.name })
      : words.sentFiles(who, attachments.length);
  }
  if (mentions.length > 0) return words.askedOne(who, all(mentions.map((id) => agent(told, id))), text);
  return /[?？]$/.test(content.trimEnd()) ? words.asked(who, text) : words.wrote(who, text);
}

function included({ data, by }: Of<"InclusionSet">, told: Told): Sentence {
  const words = told.words.message;
  const who = byOf(by, told);
  const what = messageNamed(told, data.messageId);
  const agents = data.participantIds && all(data.participantIds.map((id) => agent(told, id)));
  if (agents) return data.included ? words.shown(who, what, agents) : words.hidden(who, what, agents);
  return data.included ? words.takenIn(who, what) : words.leftOut(who, what);
}

function settingsIn(data: DataOf<"SettingsChanged">, { words: { conversation: words } }: Told): string[] {
  const { rounds, limits, webAccess, onNewMessage } = data;
  return [
    ...(rounds === undefined ? [] : [words.rounds(rounds)]),
    ...(limits === undefined ? [] : Object.keys(limits).length === 0 ? [words.noLimits] : [
      ...(limits.managerTurns === undefined ? [] : [words.managerTurns(limits.managerTurns)]),
      ...(limits.tokens === undefined ? [] : [words.tokenLimit(limits.tokens)]),
      ...(limits.usd === undefined ? [] : [words.costLimit(usd(limits.usd))]),
    ]),
    ...(webAccess === undefined ? [] : [webAccess ? words.webOn : words.webOff]),
    ...(onNewMessage === undefined ? [] : [onNewMessage === "cancel" ? words.cancels : words.queues]),
  ];
}

function modeChanged({ data, by }: Of<"ModeChanged">, told: Told): Sentence {
  const words = told.words.conversation;
  const [who, mode] = [byOf(by, told), data.mode];
  if (data.manager) return words.modeLed(who, mode, agent(told, data.manager.participantId));
  return data.rounds === undefined ? words.mode(who, mode) : words.modeRounds(who, mode, data.rounds);
}

/** An act that only needs whoever did it. */
const act =
  <T extends Type>(phrase: (told: Told) => (by: Part | null) => Sentence): Says<T> => ({ by }, told) =>
    phrase(told)(byOf(by, told));
/** An act on one agent. */
const actOn = <T extends "ParticipantRemoved" | "ParticipantEnabled" | "ParticipantDisabled">(
  phrase: (words: StoryWords["roster"]) => (by: Part | null, name: Part) => Sentence,
): Says<T> =>
({ by, data }, told) => phrase(told.words.roster)(byOf(by, told), agent(told, data.participantId));

/** A sentence for each type; the compiler names one that has none. */
const SAYS: { readonly [T in Type]: Says<T> } = {
  ConversationStarted({ data, by }, told) {
    const words = told.words.conversation;
    const who = byOf(by, told);
    if (!data.lineage) return words.started(who, data.mode);
    return data.lineage.kind === "rerun" ? words.repeated(who) : words.continued(who);
  },
  ConversationRenamed: ({ data, by }, told) =>
    told.words.conversation.renamed(byOf(by, told), clearText(data.title)),
  ConversationArchived: act(({ words }) => words.conversation.archived),
  ConversationRestored: act(({ words }) => words.conversation.restored),
  ConversationFiled: act(({ words }) => words.conversation.filed),
  ProjectSet: ({ data, by }, told) => {
    const { intoProject, outOfProject } = told.words.conversation;
    return (data.projectId === undefined ? outOfProject : intoProject)(byOf(by, told));
  },
  DeletionRequested({ data, by }, told) {
    const { bringing, untouched, deleted } = told.words.conversation;
    return (data.bringing ? bringing : isRetention(by) ? untouched : deleted)(byOf(by, told));
  },
  DeletionWithdrawn: ({ data, by }, told) =>
    (data.brought ? told.words.conversation.brought : told.words.conversation.hadBack)(byOf(by, told)),
  ConversationDeleted: act(({ words }) => words.conversation.deleted),
  ModeChanged: modeChanged,
  SettingsChanged({ data, by }, told) {
    const what = settingsIn(data, told);
    const words = told.words.conversation;
    return what.length === 0
      ? words.settingsSame(byOf(by, told))
      : words.settings(byOf(by, told), what.join(", "));
  },
  ParticipantAdded: ({ data, by }, told) =>
    told.words.roster.added(byOf(by, told), agent(told, data.participantId)),
  ParticipantRemoved: actOn((words) => words.removed),
  ParticipantEnabled: actOn((words) => words.enabled),
  ParticipantDisabled: actOn((words) => words.disabled),
  ParticipantsReordered: ({ data, by }, told) =>
    told.words.roster.reordered(byOf(by, told), all(data.participantIds.map((id) => agent(told, id)))),
  MessagePosted: posted,
  ContentErased({ data, by }, told) {
    const words = told.words.message;
    return words[data.use ? "erasesUse" : "erases"](byOf(by, told), messageNamed(told, data.messageId));
  },
  InclusionSet: included,
  PinSet: ({ data, by }, told) =>
    told.words.message[data.pinned ? "pinned" : "unpinned"](
      byOf(by, told),
      messageNamed(told, data.messageId),
    ),
  TrialStarted: act(({ words }) => words.beside.started),
  AnswerTaken: ({ data, by }, told) =>
    told.words.beside.taken(byOf(by, told), messageNamed(told, data.messageId)),
  ComparisonBegun: ({ data, by }, told) => told.words.comparison.begun(byOf(by, told), data.seats),
  ComparisonAnswered: ({ data }, { words }) =>
    words.comparison[data.gap ? "gap" : "answered"](letterOf(data.seat)),
  ComparisonReady: (_, { words }) => plain(words.comparison.ready),
  ComparisonVoted: act(({ words }) => words.comparison.voted),
  ComparisonRevealed: act(({ words }) => words.comparison.revealed),
  RoomSealed: act(({ words }) => words.comparison.sealed),
  RoomOpened: act(({ words }) => words.comparison.opened),
  TurnRequested: requested,
  TurnStarted: ({ data }, told) =>
    told.words.turn[data.attempt === 1 ? "began" : "beganAgain"](agentOfTurn(told, data.turnId)),
  ProviderCalled: called,
  ProviderCallFailed: callFailed,
  ToolCalled: toolCalled,
  ToolDecided({ data, by }, told) {
    const words = told.words.turn;
    const who = byOf(by, told);
    if (!data.allowed) return words.refused(who);
    if (data.heard !== undefined) return words.allowedHere(who);
    return data.site === undefined ? words.allowed(who) : words.allowedSite(who, clearText(data.site));
  },
  InputAsked: (_, { words: { turn } }) => plain(turn.inputAsked),
  InputAnswered({ data: { outcome }, by }, told) {
    const { turn } = told.words;
    const ended = { unanswered: turn.inputUnanswered, withdrawn: turn.inputWithdrawn };
    if (outcome === "unanswered" || outcome === "withdrawn") return plain(ended[outcome]);
    const given = {
      accepted: turn.inputAccepted,
      declined: turn.inputDeclined,
      cancelled: turn.inputCancelled,
    };
    return given[outcome](byOf(by, told));
  },
  ToolReturned: ({ data: { status } }, { words: { turn } }) =>
    plain(
      { ok: turn.toolOk, error: turn.toolFailed, unknown: turn.toolCut, refused: turn.toolRefused }[status],
    ),
  AnswerPaused: ({ data }, told) => told.words.turn.paused(agentOfTurn(told, data.turnId)),
  TurnCompleted: completed,
  TurnFailed: ({ data }, told) => told.words.turn.failed(agentOfTurn(told, data.turnId), data.error.code),
  TurnInterrupted: ({ data }, told) =>
    told.words.turn[data.why === "shutdown" ? "shutDown" : data.why](agentOfTurn(told, data.turnId)),
  TurnCancelled: cancelled,
  ExchangeCompleted: exchangeOver,
  PanelStarted: panelStarted,
  StageBegun: stageBegun,
  StageEnded: stageEnded,
  PanelEnded: panelEnded,
  HandsSet: ({ data, by }, told) => told.words.hands.set(byOf(by, told), data.calls),
  HandsEnded: ({ data: { why }, by }, told) =>
    why === "off" ? told.words.hands.off(byOf(by, told)) : told.words.hands.over(why),
  ScheduleSet: act(({ words }) => words.standing.set),
  SchedulePaused: act(({ words }) => words.standing.paused),
  ScheduleResumed: act(({ words }) => words.standing.resumed),
  ScheduleRemoved: act(({ words }) => words.standing.removed),
  ExpectationSet: ({ data, by }, told) => told.words.expected.set(byOf(by, told), data.kind),
  ExpectationRemoved: ({ by }, told) => told.words.expected.removed(byOf(by, told)),
  CheckNamed: ({ data, by }, told) =>
    told.words.expected[data.check ? "named" : "unnamed"](byOf(by, told), clearText(data.name)),
  CheckRunBegun: act(({ words }) => words.expected.begun),
  QuestionPlanned: act(({ words }) => words.expected.planned),
  SeatCast: ({ data, by }, told) => told.words.expected.cast(byOf(by, told), agent(told, data.participantId)),
  JudgeSeated: ({ data, by }, told) =>
    told.words.expected.judge(byOf(by, told), agent(told, data.participantId)),
  ChecksEnded({ data: { how, results } }, { words }) {
    const failed = results.filter(({ outcome }) => outcome === "failed").length;
    return words.expected.ended(how, results.length - failed, failed);
  },
  ScheduleRan: ({ data }, { words }) => words.standing.ran(data.outcome),
};

const says = <T extends Type>(type: T, event: Of<T>, told: Told, beside: Beside): Sentence =>
  SAYS[type](event, told, beside);

/** What happened; of a type that a newer version wrote, that there was something. */
export function sentenceOf(event: AnyEvent, told: Told, beside: Beside = {}): Sentence {
  if (!Object.hasOwn(SAYS, event.type)) return plain(told.words.unknown);
  const known = conversationEvent(event);
  return says(known.type, known, told, beside);
}

/** Several agents added one after the other, in one sentence. */
export function addedSentence(events: readonly AnyEvent[], told: Told): Sentence {
  const added = events.map(conversationEvent).flatMap((event) =>
    event.type === "ParticipantAdded" ? [event] : []
  );
  const [first] = added;
  if (!first) return plain(told.words.unknown);
  return told.words.roster.added(
    byOf(first.by, told),
    all(added.map(({ data }) => agent(told, data.participantId))),
  );
}

/** An agent asked and sent messages at once, in one sentence. */
export function askedSentence(
  asked: AnyEvent,
  events: readonly AnyEvent[],
  told: Told,
  beside: Beside,
): Sentence {
  const start = events.map(conversationEvent).find((event) => event.type === "TurnStarted");
  const sent = start ? told.sent(start.data.turnId, start.data.context) : 0;
  const sentence = sentenceOf(asked, told, beside);
  return sent === null ? sentence : told.words.turn.withMessages(sentence, sent);
}

/** How a sentence is to be taken. */
export type Tone = "warn" | "bad" | undefined;
const TONES: Partial<Record<string, Tone>> = {
  ProviderCallFailed: "warn",
  TurnInterrupted: "warn",
  TurnFailed: "bad",
};

/** A trouble that passed, a failure, or neither. */
export function toneOf(event: AnyEvent): Tone {
  const known = conversationEvent(event);
  if (known.type === "ToolReturned" && known.data.status !== "ok") return "warn";
  if (known.type === "ToolCalled" && known.data.asks) return "warn";
  return TONES[event.type];
}
