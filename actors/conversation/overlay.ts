/**
 * What the fold of a conversation would be after events that are not stored yet: a view over the shared fold
 * that takes every change into itself. Its cost does not grow with the length of the conversation.
 */
import type { NewConversationEvent } from "../../events/conversation.ts";
import { conversation } from "../../projections/conversation.ts";
import type { ConversationState } from "../../projections/conversation_state.ts";

/** A record whose changes stay beside `base`. */
function over<V>(base: Record<string, V>): Record<string, V> {
  const changes = new Map<PropertyKey, V>();
  return new Proxy(base, {
    get: (target, key) => changes.has(key) ? changes.get(key) : Reflect.get(target, key),
    has: (target, key) => changes.has(key) || key in target,
    set(_, key, value: V) {
      changes.set(key, value);
      return true;
    },
    ownKeys: (target) => [...new Set([...Reflect.ownKeys(target), ...changes.keys()])] as string[],
    getOwnPropertyDescriptor(target, key) {
      if (!changes.has(key)) return Reflect.getOwnPropertyDescriptor(target, key);
      return { value: changes.get(key), writable: true, enumerable: true, configurable: true };
    },
  });
}

/** A view of `state` that can be folded further without changing it. */
export function overlay(state: ConversationState): ConversationState {
  return {
    ...state,
    people: [...state.people],
    order: [...state.order],
    messages: over(state.messages),
    bodies: over(state.bodies),
    turns: over(state.turns),
    open: [...state.open],
    exchanges: { ...state.exchanges },
  };
}

/** `state` as it will be once `events` are stored. */
export function foldAhead(
  state: ConversationState,
  events: readonly NewConversationEvent[],
): ConversationState {
  let ahead = overlay(state);
  for (const event of events) ahead = conversation.evolve(ahead, { ...event, seq: ahead.seq + 1, prev: "" });
  return ahead;
}

/** A copy that later events do not change: containers are copied, entities are never changed in place. */
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
