/** The two ways a message enters or changes in the fold of a conversation. */
import type { Body, ConversationState, Message } from "./conversation_state.ts";

/** Appends a message and its text. */
export function addMessage(state: ConversationState, message: Message, body: Body): void {
  state.order.push(message.id);
  state.messages[message.id] = message;
  state.bodies[message.id] = body;
}

/** Replaces parts of a message; an id nobody announced is left alone. */
export function changeMessage(state: ConversationState, id: string, change: Partial<Message>): void {
  const message = state.messages[id];
  if (message) state.messages[id] = { ...message, ...change };
}
