/** The two ways a message enters or changes in the fold of a conversation. */
import type { DataOf } from "../../events/catalog/conversation.ts";
import type { Body, ConversationState, Message } from "../shapes/folds.ts";

/** Appends a message and its text. A message is never replaced: the first one with an id stays (S3-1). */
export function addMessage(state: ConversationState, message: Message, body: Body): void {
  if (state.messages[message.id]) return;
  state.order.push(message.id);
  state.messages[message.id] = message;
  state.bodies[message.id] = body;
}

/** Replaces parts of a message; an id nobody announced is left alone. */
export function changeMessage(state: ConversationState, id: string, change: Partial<Message>): void {
  const message = state.messages[id];
  if (message) state.messages[id] = { ...message, ...change };
}

/** Whether an answer is said to everybody: it has words, or had some, and they are not for one agent alone (S1). */
export function isPublic(
  { data, erased }: { readonly data: DataOf<"TurnCompleted">; readonly erased?: true },
): boolean {
  const { passed, to, content } = data;
  return !passed && (to === undefined || to === "person") && (erased === true || /\S/.test(content));
}

/** Keeps the salt of what is said to agents under the id of what says it. */
export function keepSalt(state: ConversationState, id: string, salt: string | undefined): void {
  if (salt !== undefined) (state.salts ??= {})[id] = salt;
}

/** The mark of what lost its words. */
export const erasedBy = ({ erased }: { readonly erased?: true }): { erased?: true } =>
  erased ? { erased } : {};

/** What it hid is gone, and with it the salt. In place: there are as many as messages, and each is erased by itself. */
export function forgetSalt(state: ConversationState, id: string): void {
  if (!state.salts || !Object.hasOwn(state.salts, id)) return;
  delete state.salts[id];
  for (const _ in state.salts) return;
  delete state.salts;
}
