/** What a conversation is checked for, in its fold. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { ConversationState, Expectation } from "../shapes/folds.ts";
import { forgetSalt, keepSalt } from "./messages.ts";

export type ExpectationEvent = Extract<ConversationEvent, { type: `Expectation${string}` }>;
type Set = Extract<ExpectationEvent, { type: "ExpectationSet" }>;
export const isExpectation = (event: ConversationEvent): event is ExpectationEvent =>
  event.type === "ExpectationSet" || event.type === "ExpectationRemoved";

/** What it is checked for after such an event. */
export function expected(state: ConversationState, event: ExpectationEvent): void {
  if (event.type === "ExpectationSet") set(state, event);
  else {
    const { expectationId } = event.data;
    keep(state, (state.expectations ?? []).filter(({ id }) => id !== expectationId));
    forgetSalt(state, expectationId);
  }
}

function keep(state: ConversationState, list: readonly Expectation[]): void {
  if (list.length === 0) delete state.expectations;
  else state.expectations = [...list];
}

function set(state: ConversationState, { data, at, by, seq, salt }: Set): void {
  const { expectationId, messageId, kind, text, most, participantId } = data;
  const { expectations = [] } = state;
  if (expectations.some(({ id }) => id === expectationId)) return;
  keep(state, [...expectations, {
    id: expectationId,
    kind,
    ...(messageId === undefined ? {} : { messageId }),
    ...(participantId === undefined ? {} : { participantId }),
    ...(most === undefined ? { text: text ?? "" } : { most }),
    setAt: at,
    setBy: by.id,
    setSeq: seq,
  }]);
  // A judge may be told it.
  if (kind === "like") keepSalt(state, expectationId, salt);
}

/** What was to be said is gone where the event that set it lost its words. */
export function forgetExpected(state: ConversationState, seqs: readonly number[]): void {
  const { expectations = [] } = state;
  const gone = expectations.filter(({ setSeq }) => seqs.includes(setSeq));
  if (gone.length === 0) return;
  for (const { id } of gone) forgetSalt(state, id);
  state.expectations = expectations.map((one) => {
    return one.text === undefined || !seqs.includes(one.setSeq) ? one : { ...one, text: "" };
  });
}
