/** A copy of a conversation's fold that later events do not change. */
import type { ConversationState } from "../../projections/conversation_state.ts";

/** Containers are copied; entities are shared, because a fold replaces them and never changes them. */
export function copyState(state: ConversationState): ConversationState {
  return {
    ...state,
    people: [...state.people],
    order: [...state.order],
    messages: { ...state.messages },
    bodies: { ...state.bodies },
    turns: { ...state.turns },
    open: [...state.open],
    exchanges: { ...state.exchanges },
  };
}
