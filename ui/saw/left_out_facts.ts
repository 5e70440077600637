/** What is asked about messages that were left out, when their rows are seen: their words, and who left them out. */
import { signal } from "@preact/signals";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { bodiesBefore, eventsAfter } from "../state/queries.ts";

export class LeftOutFacts {
  readonly #events = signal<ReadonlyMap<number, AnyEvent>>(new Map());
  readonly #texts = signal<ReadonlyMap<string, string>>(new Map());
  readonly #asked = new Set<string>();

  constructor(readonly conversationId: string) {}

  /** The event with this number; undefined until it is known. Asks for it once. */
  event(seq: number): AnyEvent | undefined {
    const known = this.#events.value.get(seq);
    if (!known) void this.#askEvent(seq);
    return known;
  }

  /** The words of a message; null where they are not known. */
  text({ bodies }: ConversationState, messageId: string): string | null {
    return bodies[messageId]?.content ?? this.#texts.value.get(messageId) ?? null;
  }

  /** Asks for the words of a message, unless they are known or were asked for. */
  want(state: ConversationState, messageId: string): void {
    if (this.text(state, messageId) === null) void this.#askText(state, messageId);
  }

  async #askEvent(seq: number): Promise<void> {
    if (this.#isAsked(`event ${seq}`)) return;
    const answer = await eventsAfter(this.conversationId, seq - 1, 1);
    const [event] = answer.ok ? answer.value.events : [];
    if (event) this.#events.value = new Map(this.#events.peek()).set(event.seq, event);
  }

  /** With it come the words of a page of messages before it. */
  async #askText(state: ConversationState, messageId: string): Promise<void> {
    const seq = state.messages[messageId]?.seq;
    if (seq === undefined || this.#isAsked(`text ${messageId}`)) return;
    const answer = await bodiesBefore(this.conversationId, seq + 1);
    if (!answer.ok) return;
    const texts = new Map(this.#texts.peek());
    for (const [id, { content }] of Object.entries(answer.value.bodies ?? {})) texts.set(id, content);
    this.#texts.value = texts;
  }

  #isAsked(what: string): boolean {
    const known = this.#asked.has(what);
    this.#asked.add(what);
    return known;
  }
}
