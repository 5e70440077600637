/** Messages on their way: shown at once, sent under an id of their own, so that sending again is harmless. */
import { signal } from "@preact/signals";
import type { ConversationState } from "../../projections/conversation_state.ts";
import { newId, type Uploaded, write } from "./api.ts";

export interface Outgoing {
  readonly id: string;
  readonly conversationId: string;
  readonly content: string;
  readonly attachments: readonly Uploaded[];
  readonly status: "sending" | "failed";
  readonly error?: string;
  /** The server refused it: sending the same again would not help. */
  readonly refused?: boolean;
}

export class Outbox {
  readonly items = signal<readonly Outgoing[]>([]);

  send(conversationId: string, content: string, attachments: readonly Uploaded[]): void {
    const item: Outgoing = { id: newId("message"), conversationId, content, attachments, status: "sending" };
    this.items.value = [...this.items.value, item];
    void this.#deliver(item);
  }

  retry(id: string): void {
    const item = this.items.value.find((one) => one.id === id);
    if (!item) return;
    const { error: _, refused: __, ...rest } = item;
    this.#change(id, { ...rest, status: "sending" });
    void this.#deliver(item);
  }

  drop(id: string): void {
    this.items.value = this.items.value.filter((one) => one.id !== id);
  }

  /** After a break: what failed for want of a connection goes out again. */
  retryAll(): void {
    for (const item of this.items.value) if (item.status === "failed" && !item.refused) this.retry(item.id);
  }

  /** Forgets what has arrived. */
  settle(state: ConversationState): void {
    if (this.items.value.some((one) => state.messages[one.id])) {
      this.items.value = this.items.value.filter((one) => !state.messages[one.id]);
    }
  }

  async #deliver({ id, conversationId, content, attachments }: Outgoing): Promise<void> {
    const files = attachments.map(({ sha256, name }) => ({ sha256, name }));
    const answer = await write("POST", `/api/conversations/${conversationId}/messages`, {
      id,
      content,
      ...(files.length > 0 ? { attachments: files } : {}),
    });
    if (answer.ok) return;
    const item = this.items.value.find((one) => one.id === id);
    const refused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
    if (item) this.#change(id, { ...item, status: "failed", error: answer.message, refused });
  }

  #change(id: string, to: Outgoing): void {
    this.items.value = this.items.value.map((one) => (one.id === id ? to : one));
  }
}
