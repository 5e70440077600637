/** Trials in the fold: what was asked for beside the talk, and what was taken in. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { ConversationState, Trial } from "../shapes/folds.ts";
import { isBeside } from "./asked_beside.ts";

type Of<T extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: T }>;
/** What happens to a trial itself; what is said in it are turns. */
export type TrialEvent = Of<"TrialStarted" | "AnswerTaken">;

export const isTrialEvent = (event: ConversationEvent): event is TrialEvent =>
  event.type === "TrialStarted" || event.type === "AnswerTaken";

/** Folds what happens to a trial itself. */
export function changeTrials(state: ConversationState, event: TrialEvent): void {
  if (event.type === "AnswerTaken") return take(state, event);
  const { trialId: id, ...data } = event.data;
  if (state.trials?.[id]) return;
  (state.trials ??= {})[id] = { ...data, id, seq: event.seq, at: event.at, turnIds: [] };
}

function change(state: ConversationState, id: string, to: (trial: Trial) => Partial<Trial>): void {
  const trial = state.trials?.[id];
  if (trial) (state.trials ??= {})[id] = { ...trial, ...to(trial) };
}

/** A turn of it is asked for. */
export const askInTrial = (state: ConversationState, id: string, turnId: string): void =>
  change(state, id, ({ turnIds }) => ({ turnIds: [...turnIds, turnId] }));

/** Nothing more of it is to come: its exchange is over. Of any other exchange nothing is said. */
export const endTrial = (state: ConversationState, exchange: string): void =>
  change(state, exchange, () => ({ ended: true }));

/**
 * The answer stands in the talk from now on, behind all that is there: whoever was asked before was not sent it, and is
 * not told to have been.
 */
function take(state: ConversationState, { seq, at, data: { messageId } }: Of<"AnswerTaken">): void {
  const message = state.messages[messageId];
  if (!message?.trial || message.doneSeq === undefined) return;
  const { trial: _, ...taken } = message;
  const { question } = taken;
  state.messages[messageId] = { ...taken, seq, at, doneSeq: seq, included: true };
  state.order.push(messageId);
  if (question !== undefined) state.answers[question] = [...state.answers[question] ?? [], messageId];
  const id = state.turns[message.turnId ?? ""]?.trial?.id ?? "";
  change(state, id, ({ taken: before = [] }) => ({ taken: [...before, messageId] }));
}

/** The turns that have not ended and are part of the talk: what is asked beside it keeps nobody waiting. */
export const openInTalk = ({ open, turns }: Pick<ConversationState, "open" | "turns">): string[] =>
  open.filter((id) => !isBeside(turns[id]));
