/** A copy of a conversation's fold that later events do not change. */
import type { ConversationState } from "../../projections/conversation/state.ts";

/** Containers are copied; entities are shared, because a fold replaces them and never changes them. Of a
 * deleted conversation nothing is kept. */
export function copyState(state: ConversationState): ConversationState | null {
  if (state.deleted) return null;
  const copied = Object.fromEntries(
    Object.entries(state).map(([key, value]) => [
      key,
      Array.isArray(value) ? [...value] : typeof value === "object" && value !== null ? { ...value } : value,
    ]),
  );
  return { ...state, ...copied };
}
