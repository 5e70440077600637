/**
 * Whether a history erases what it says. What an erasure takes out of the log it names by events, and what it takes out of
 * folds by a message; a file that names others would have the words in memory that are not in the log any more.
 */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { isUse } from "../../projections/conversation/erasing.ts";
import type { ToolUse } from "../../projections/shapes/folds.ts";

type Of<T extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: T }>;

/** Whose words an event holds. */
interface Owner {
  /** A message, or the turn that makes one. */
  readonly messageId?: string;
  readonly turnId?: string;
  readonly use?: Pick<ToolUse, "attempt" | "round" | "callId">;
}

/** Told of the events of one history, from the first to the last. */
export class ErasureCheck {
  readonly #owners = new Map<number, Owner>();
  /** The turn that makes a message. */
  readonly #turns = new Map<string, string>();
  /** The event that gave the title it has; 0 where it has none. */
  #titled = 0;

  /** What is wrong with the event; null: nothing. */
  add(event: ConversationEvent): string | null {
    const { seq } = event;
    switch (event.type) {
      case "ConversationStarted":
      case "ConversationRenamed":
        this.#titled = event.data.title === "" ? 0 : seq;
        return null;
      case "MessagePosted":
        this.#owners.set(seq, { messageId: event.data.messageId });
        return null;
      case "TurnRequested":
        this.#turns.set(event.data.messageId, event.data.turnId);
        return null;
      case "ToolCalled":
      case "ToolDecided":
      case "InputAsked":
      case "InputAnswered":
      case "ToolReturned":
        this.#owners.set(seq, { turnId: event.data.turnId, use: event.data });
        return null;
      case "AnswerPaused":
      case "ProviderCallFailed":
      case "TurnCompleted":
      case "TurnFailed":
      case "TurnInterrupted":
      case "TurnCancelled":
        this.#owners.set(seq, { turnId: event.data.turnId });
        return null;
      case "ContentErased":
        return this.#erased(event);
      default:
        return null;
    }
  }

  #erased({ data, seq }: Of<"ContentErased">): string | null {
    const { messageId, use, seqs, retitled } = data;
    if (seqs.some((named) => named >= seq)) return "it erases what is not before it";
    const turnId = this.#turns.get(messageId);
    const others = seqs.some((named) => {
      const owner = this.#owners.get(named);
      if (!owner) return false;
      if (use) return owner.turnId !== turnId || !owner.use || !isUse(owner.use, use);
      return owner.messageId === undefined ? owner.turnId !== turnId : owner.messageId !== messageId;
    });
    if (others) return "it erases other words than those of the message it names";
    if (this.#titled > 0 && seqs.includes(this.#titled) && !retitled) {
      return "it erases the title and keeps it";
    }
    return null;
  }
}
