/**
 * A view of a conversation's fold that can be folded further without changing the fold itself: what several
 * commands decide before any of it is stored. Its cost does not grow with the length of the conversation.
 */
import type { NewConversationEvent } from "../../events/conversation.ts";
import { conversation } from "../../projections/conversation.ts";
import type { ConversationState } from "../../projections/conversation_state.ts";

/** Reads of `base`, with changes kept beside it. */
function over<V>(base: Record<string, V>): Record<string, V> {
  const changes = new Map<PropertyKey, V>();
  return new Proxy(base, {
    get: (target, key) => changes.has(key) ? changes.get(key) : Reflect.get(target, key),
    has: (target, key) => changes.has(key) || key in target,
    set(_, key, value: V) {
      changes.set(key, value);
      return true;
    },
  });
}

/** For events inside running turns: they change turns and messages, and never take an entry away. */
export function ahead(state: ConversationState): ConversationState {
  return {
    ...state,
    open: [...state.open],
    turns: over(state.turns),
    messages: over(state.messages),
    bodies: over(state.bodies),
  };
}

export function foldAhead(state: ConversationState, events: readonly NewConversationEvent[]): void {
  for (const event of events) conversation.evolve(state, { ...event, seq: state.seq + 1, prev: "" });
}
