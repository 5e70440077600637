/**
 * The log of a conversation as this page has read it: the end of it at first, what happens from then on, and older pages
 * as somebody scrolls to them.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { eventsAfter } from "../state/queries.ts";
import { type Section, sectionsOf, withEvent, withOlder } from "./sections.ts";

/** Events of one page of the log: enough for a few screens, quick to send. */
export const STORY_PAGE = 400;

export class Story {
  readonly #sections = signal<readonly Section[]>([]);
  readonly #loading = signal(false);
  /** Seq of the oldest event that was read; 0: none was. */
  #first = 0;
  #last = 0;

  constructor(readonly live: Pick<ConversationStore, "id" | "state" | "events">) {}

  /** Parts, oldest first, without a gap. */
  get sections(): ReadonlySignal<readonly Section[]> {
    return this.#sections;
  }

  /** A page is on its way. */
  get loading(): ReadonlySignal<boolean> {
    return this.#loading;
  }

  /** The first event of the conversation was read. */
  get isWhole(): boolean {
    return this.#first === 1;
  }

  get isEmpty(): boolean {
    return this.#first === 0;
  }

  /** Takes in what was heard since: at once where it follows, else the end of the log is read again. */
  hear(events: readonly AnyEvent[]): void {
    if (this.isEmpty) return;
    const newer = events.filter(({ seq }) => seq > this.#last);
    const [first] = newer;
    if (!first) return;
    if (first.seq > this.#last + 1) {
      this.#first = 0;
      return void this.readEnd();
    }
    let sections = this.#sections.value;
    for (const event of newer) sections = withEvent(sections, event, this.live.state);
    this.#last = newer.at(-1)?.seq ?? this.#last;
    this.#sections.value = sections;
  }

  /** Reads the end of the log, unless it was read or is on its way. */
  async readEnd(): Promise<void> {
    if (!this.isEmpty || this.#loading.peek()) return;
    this.#loading.value = true;
    const { id, state } = this.live;
    const answer = await eventsAfter(id, Math.max(0, state.seq - STORY_PAGE), STORY_PAGE);
    this.#loading.value = false;
    if (!answer.ok) return;
    const { events } = answer.value;
    this.#first = events[0]?.seq ?? 0;
    this.#last = events.at(-1)?.seq ?? 0;
    this.#sections.value = sectionsOf(events, state);
    // What happened while it was on its way.
    this.hear(this.live.events.peek());
  }

  /** Reads the page before the oldest event; nothing where there is none, or while one is on its way. */
  async readOlder(): Promise<void> {
    if (this.isEmpty || this.isWhole || this.#loading.peek()) return;
    this.#loading.value = true;
    const before = this.#first - 1;
    const after = Math.max(0, before - STORY_PAGE);
    const answer = await eventsAfter(this.live.id, after, before - after);
    this.#loading.value = false;
    const older = answer.ok ? answer.value.events.filter(({ seq }) => seq < this.#first) : [];
    const [first] = older;
    if (!first) return;
    this.#first = first.seq;
    this.#sections.value = withOlder(older, this.#sections.value, this.live.state);
  }
}
