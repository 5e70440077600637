/**
 * The words of a whole conversation, also those that the page has not read: fetched page by page for as long as somebody
 * looks for something, and kept beside the page, which would otherwise have to show them.
 */
import { signal } from "@preact/signals";
import type { ConversationStore } from "./conversation_store.ts";
import { bodiesBefore } from "./queries.ts";
import { whole } from "./server_state.ts";

/** Messages fetched at once: as many as one answer holds. */
const PAGE = 500;

export class ConversationTexts {
  /** Grows when further words are known. */
  readonly read = signal(0);
  /** Everything is known. */
  readonly complete = signal(false);
  readonly #known = new Map<string, string>();
  #stopped = false;
  #fetching = false;

  constructor(readonly store: ConversationStore) {}

  textOf(id: string): string | null {
    const said = this.store.state.bodies[id]?.content;
    if (said !== undefined) return said;
    // What is being written can be found too.
    return this.#known.get(id) ?? (this.store.state.messages[id] ? this.store.draft(id).peek().text : null);
  }

  /** Fetches what is not known, newest first, until all is or somebody stops it. */
  async readAll(): Promise<void> {
    if (this.#fetching || this.complete.value) return;
    this.#fetching = true;
    try {
      if (this.store.missing.peek() > 0 && !await whole(this.store)) return;
      for (let before = this.#oldest(); before !== null && !this.#stopped; before = this.#oldest()) {
        const answer = await bodiesBefore(this.store.id, before, PAGE);
        if (!answer.ok) return;
        const bodies = Object.entries(answer.value.bodies ?? {});
        if (bodies.length === 0) break;
        for (const [id, { content }] of bodies) this.#known.set(id, content);
        this.read.value++;
      }
      this.complete.value = !this.#stopped;
    } finally {
      this.#fetching = false;
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Seq of the oldest message whose words are known; null where no older one is missing. */
  #oldest(): number | null {
    const { order, messages, bodies } = this.store.state;
    const first = order.findIndex((id) => bodies[id] || this.#known.has(id));
    return first <= 0 ? null : messages[order[first] ?? ""]?.seq ?? null;
  }
}
