/** The calls an agent made in a conversation, in their order, told from the fold: how many there are before any is read. */
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";

/** A call: of which turn, and which of its calls, from 0. */
export interface CallPlace {
  readonly turnId: string;
  readonly index: number;
}

/** The turns in which a participant was sent something, oldest first. */
export function turnsOf({ turns }: ConversationState, participantId: string): Turn[] {
  return Object.values(turns).filter((turn) => turn.participantId === participantId && (turn.calls ?? 0) > 0)
    .sort((a, b) => a.requestedSeq - b.requestedSeq);
}

/** Every call of a participant. */
export function callsOf(state: ConversationState, participantId: string): CallPlace[] {
  return turnsOf(state, participantId).flatMap(({ id, calls = 0 }) =>
    Array.from({ length: calls }, (_, index) => ({ turnId: id, index }))
  );
}

/** The last call of a turn; null where none was made. */
export function lastCallOf({ turns }: ConversationState, turnId: string): CallPlace | null {
  const calls = turns[turnId]?.calls ?? 0;
  return calls === 0 ? null : { turnId, index: calls - 1 };
}

/** Where a call stands among others; -1 where it is none of them. */
export const placeOfCall = (calls: readonly CallPlace[], wanted: CallPlace): number =>
  calls.findIndex(({ turnId, index }) => turnId === wanted.turnId && index === wanted.index);
