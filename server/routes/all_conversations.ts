/**
 * Looking at every conversation: one that cannot be read is left out, and named in the answer and in the log.
 * It must not keep anybody from the others.
 */
import { trouble } from "../../events/store/kv.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import type { Services } from "../http/services.ts";

/** Ids of unreadable conversations in one answer; the log has them all. */
const UNREADABLE = 100;

export class AllConversations {
  /** Ids of those that were left out. */
  readonly #unreadable = new Set<string>();

  constructor(readonly services: Services) {}

  /** For an answer: present only when something was left out. */
  get leftOut(): { unreadable?: string[] } {
    return this.#unreadable.size > 0 ? { unreadable: [...this.#unreadable].slice(0, UNREADABLE) } : {};
  }

  /** The rows of the list. */
  async rows(): Promise<ListRow[]> {
    const rows: ListRow[] = [];
    for await (const batch of this.services.system.log.list.all()) {
      for (const { id, row } of batch) {
        if (isRow(row)) rows.push(row);
        else this.#leaveOut(id, "its list row is damaged");
      }
    }
    return rows;
  }

  /** The fold of each that exists, in the order of `ids`. Throws when the store itself does not answer. */
  async *folds(ids: Iterable<string>): AsyncIterable<ConversationState> {
    for (const id of ids) {
      let state: ConversationState | null;
      try {
        state = await this.services.system.conversation(id);
      } catch (error) {
        if (trouble(error) !== "unknown") throw error;
        this.#leaveOut(id, error instanceof Error ? error.name : typeof error);
        continue;
      }
      if (state) yield state;
    }
  }

  #leaveOut(conversationId: string, kind: string): void {
    this.#unreadable.add(conversationId);
    this.services.logger("error", "conversation_unreadable", { conversationId, kind });
  }
}

function isRow(row: unknown): row is ListRow {
  return typeof row === "object" && row !== null && "id" in row && "updatedAt" in row && "title" in row;
}
