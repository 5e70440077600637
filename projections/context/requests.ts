/**
 * Who was sent what: which turns had a message in their context. Nothing of this is stored; a turn's `ContextSpec`
 * decides it for ever.
 */
import type { Seen } from "../shapes/views.ts";
import type { ConversationState, Turn } from "../shapes/folds.ts";
import { Selection, windowStart } from "./selection.ts";
import { type Spec, specNow, specOf } from "./spec.ts";

/** What one agent would be given if it were asked now, of whose settings only the newest `windowMessages` are wanted. */
export function specFor(
  state: ConversationState,
  participantId: string,
  windowMessages: number | undefined,
): Spec {
  return specNow(state, windowStart(state, participantId, specNow(state), windowMessages));
}

/** Of these turns those whose context had the message, in their order. One check per turn. */
export function seenBy(
  state: ConversationState,
  messageId: string,
  turns: Iterable<Turn> = Object.values(state.turns),
): Seen[] {
  const message = state.messages[messageId];
  if (!message) return [];
  const seen: Seen[] = [];
  for (const turn of turns) {
    const spec = specOf(turn);
    if (!spec || !new Selection(state, turn.participantId, spec).had(message)) continue;
    const { id: turnId, participantId, startedAt: at = "" } = turn;
    seen.push({ turnId, participantId, messageId: turn.messageId, at });
  }
  return seen;
}
