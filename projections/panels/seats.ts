/** Who has a seat, and what they are called. */
import type { ConversationState, Message } from "../shapes/folds.ts";

/** The participant that acts: the one that a turn names. */
export function actorOf(_state: ConversationState, participantId: string): string {
  return participantId;
}

/** Who said something, as it was told at an event. */
export function authorAt(_state: ConversationState, message: Message, _seq: number): Message["author"] {
  return message.author;
}
