/** What a person said and now says otherwise, in a conversation of its own. Kept while one scrolls or looks elsewhere. */
import { signal } from "@preact/signals";
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";
import { newId } from "../state/api.ts";

export interface Changing {
  readonly conversationId: string;
  readonly messageId: string;
  /** The words as they are now. */
  readonly text: string;
  /** The same words sent again under it are the same conversation; other words are another. */
  readonly key: string;
}

export const changing = signal<Changing | null>(null);

/** Begins to change a message, with the words it has. */
export function beginChange(conversationId: string, messageId: string, text: string): void {
  changing.value = { conversationId, messageId, text, key: newId("change") };
}

/** Whether a message can be said otherwise: only what a person said can, as long as its words are there. */
export const canChange = ({ author, role, erased }: Pick<Message, "author" | "role" | "erased">): boolean =>
  author.kind === "human" && role === "user" && !erased;

/** The last message that can be; null where there is none. */
export function lastToChange(
  { order, messages }: Pick<ConversationState, "order" | "messages">,
): Message | null {
  for (let at = order.length - 1; at >= 0; at--) {
    const message = messages[order[at] ?? ""];
    if (message && canChange(message)) return message;
  }
  return null;
}
