/**
 * Messages on their way: shown at once, sent under an id of their own, so that sending again is harmless. What
 * has not reached the server is kept in the browser, so that a reload loses nothing.
 */
import { signal } from "@preact/signals";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Uploaded } from "../../server/contract/process.ts";
import { newId, refuses } from "./api.ts";
import { load, save } from "./browser_storage.ts";
import { post } from "./commands.ts";
import { inOrder } from "./in_order.ts";
import { takePicked } from "./picks.ts";

export interface Outgoing {
  readonly id: string;
  readonly conversationId: string;
  readonly content: string;
  readonly attachments: readonly Uploaded[];
  /** Picked from the list where the text alone does not say whom it means. */
  readonly mentions?: readonly string[];
  /** `sent`: the server has it, the event that says so is on its way. */
  readonly status: "sending" | "sent" | "failed";
  readonly error?: string;
  /** The server refused it: sending the same again would not help. */
  readonly refused?: boolean;
  /** For its conversation was not there: who sees it there has had it back since. */
  readonly gone?: boolean;
}

/** Whether a person who sees it in its conversation may send it once more. */
export const mayRetry = ({ refused, gone }: Outgoing): boolean => refused !== true || gone === true;

type Kept = Record<string, Outgoing>;

/** Other tabs keep theirs in the same place: one item is changed where it stands, the rest left as it is. */
function keep(id: string, item: Outgoing | null): void {
  const kept = load<Kept>("outbox", {});
  if (item) return save("outbox", { ...kept, [id]: item });
  const { [id]: _, ...others } = kept;
  save("outbox", others);
}

/** Milliseconds after which what was not taken is sent again, as long as the page is open. */
export const AGAIN_MS = 30_000;

export class Outbox {
  /** What an earlier page could not send waits for the connection. */
  readonly items = signal<readonly Outgoing[]>(
    Object.values(load<Kept>("outbox", {})).map((item) => ({ ...item, status: "failed" as const })),
  );

  #comesAgain = false;

  /** @param later the timer of the page; without one what was not taken waits for the connection */
  constructor(readonly later: (ms: number, run: () => void) => void = () => {}) {}

  send(conversationId: string, content: string, attachments: readonly Uploaded[]): void {
    const mentions = takePicked(conversationId, content);
    const item: Outgoing = {
      id: newId("message"),
      conversationId,
      content,
      attachments,
      ...(mentions.length > 0 ? { mentions } : {}),
      status: "sending",
    };
    // What could not be sent before goes before it: words arrive in the order in which they were written.
    this.retryAll((one) => one.conversationId === conversationId);
    this.items.value = [...this.items.value, item];
    keep(item.id, item);
    this.#inTurn(item);
  }

  retry(id: string): void {
    const item = this.items.value.find((one) => one.id === id);
    if (!item) return;
    const { error: _, refused: __, gone: ___, ...rest } = item;
    this.#change({ ...rest, status: "sending" });
    this.#inTurn(item);
  }

  drop(id: string): void {
    this.items.value = this.items.value.filter((one) => one.id !== id);
    keep(id, null);
  }

  /** After a break: what failed for want of a connection goes out again, all of it or what is `meant`. */
  retryAll(meant: (item: Outgoing) => boolean = () => true): void {
    for (const item of this.items.value) {
      if (item.status === "failed" && !item.refused && meant(item)) this.retry(item.id);
    }
  }

  /** Forgets what has arrived. */
  settle(state: ConversationState): void {
    for (const { id } of this.items.value) if (state.messages[id]) this.drop(id);
  }

  /** After what was changed or said before it. */
  #inTurn(item: Outgoing): void {
    void inOrder(item.conversationId, async () => {
      // Dropped while it waited: nobody wants it sent.
      if (this.items.value.some(({ id }) => id === item.id)) await this.#deliver(item);
    });
  }

  async #deliver({ id, conversationId, content, attachments, mentions }: Outgoing): Promise<void> {
    const files = attachments.map(({ sha256, name }) => ({ sha256, name }));
    const answer = await post(conversationId, {
      id,
      content,
      ...(files.length > 0 ? { attachments: files } : {}),
      ...(mentions ? { mentions } : {}),
    });
    const item = this.items.value.find((one) => one.id === id);
    if (!item) return;
    if (answer.ok) {
      this.#change({ ...item, status: "sent" });
      keep(id, null);
      return;
    }
    const refused = refuses(answer);
    const gone = answer.status === 404;
    const failed = { ...item, status: "failed", error: answer.message, refused, gone } as const;
    this.#change(failed);
    keep(id, failed);
    // Nobody tells the page that a disk has room again, or a proxy its server: the stream of events may stand all the while.
    if (!refused) this.#comeAgain();
  }

  /** One timer for all that waits. */
  #comeAgain(): void {
    if (this.#comesAgain) return;
    this.#comesAgain = true;
    this.later(AGAIN_MS, () => {
      this.#comesAgain = false;
      this.retryAll();
    });
  }

  #change(to: Outgoing): void {
    this.items.value = this.items.value.map((one) => (one.id === to.id ? to : one));
  }
}
