/**
 * A conversation in the browser: the server's fold, continued with the same `evolve`. Each message and each
 * answer being written has its own signal, so that one streaming answer renders one text node.
 */
import { batch, type Signal, signal } from "@preact/signals";
import type { Draft } from "../../projections/shapes/views.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import type { Body, ConversationState, Message } from "../../projections/shapes/folds.ts";
import { endsAttempt } from "../../projections/conversation/turn_ends.ts";
import { DraftQueue } from "./draft_queue.ts";
import { type OneAFrame, oneAFrame } from "./one_a_frame.ts";

export interface Shown {
  readonly message: Message;
  readonly body: Body | undefined;
}

interface Writing {
  attempt: number;
  text: string;
  reasoning: string;
}

/** `known` with a piece of the same text; null when something between them is missing. An answer only grows. */
export function joined(known: string, { at, text }: { at: number; text: string }): string | null {
  if (at > known.length) return null;
  return at + text.length <= known.length ? known : known.slice(0, at) + text;
}

export class ConversationStore {
  /** The fold changes in place: what is new with each change is the object around it. */
  readonly #state: Signal<{ readonly state: ConversationState }>;
  readonly order: Signal<readonly string[]>;
  /** Events heard while this store was open, newest last, for the live tail. */
  readonly events: Signal<readonly AnyEvent[]> = signal([]);
  /** Messages that are not known yet, of a conversation of which only the end was told so far; 0: all are. */
  readonly missing: Signal<number>;
  readonly #messages = new Map<string, Signal<Shown>>();
  readonly #drafts = new Map<string, Signal<{ text: string; reasoning: string }>>();
  readonly #writing = new Map<string, Writing>();
  readonly #queue = new DraftQueue((id) => this.#show(id));

  /** `asOf`: when it was so, where it is shown as it was kept in this browser: nothing can be done in it. */
  constructor(
    state: ConversationState,
    readonly live = true,
    readonly asOf: string | null = null,
    missing = 0,
    readonly frames: Pick<OneAFrame, "add"> = oneAFrame,
  ) {
    this.#state = signal({ state });
    this.order = signal([...state.order]);
    this.missing = signal(missing);
  }

  /** What is known at the moment; nobody is told when it changes. */
  get state(): ConversationState {
    return this.#state.peek().state;
  }

  /** The same, for what has to be shown again with every change: roster, turns, title, mode, older texts. */
  get now(): ConversationState {
    return this.#state.value.state;
  }

  get id(): string {
    return this.state.id;
  }

  message(id: string): Signal<Shown> | undefined {
    const known = this.#messages.get(id);
    if (known) return known;
    const message = this.state.messages[id];
    if (!message) return undefined;
    const made = signal<Shown>({ message, body: this.state.bodies[id] });
    this.#messages.set(id, made);
    return made;
  }

  /** Answers of which a text is held that is not the fold's. */
  get drafted(): readonly string[] {
    return [...this.#drafts.keys()];
  }

  /** Text of the answer a message is going to be; at its end it is let go, and of one that ended the fold's is told. */
  draft(messageId: string): Signal<{ text: string; reasoning: string }> {
    const known = this.#drafts.get(messageId);
    if (known) return known;
    if (this.#ended(messageId)) {
      const { content: text = "", reasoning = "" } = this.state.bodies[messageId] ?? {};
      return signal({ text, reasoning });
    }
    const made = signal({ text: "", reasoning: "" });
    this.#drafts.set(messageId, made);
    return made;
  }

  /** Folds an event. False when one before it is missing: then the fold must be fetched. */
  apply(event: AnyEvent): boolean {
    if (event.seq <= this.state.seq) return true;
    if (event.seq > this.state.seq + 1) return false;
    batch(() => {
      this.#state.value = { state: conversation.evolve(this.state, event) };
      const id = this.#touched(event);
      // What an answer gains with its end is laid out and drawn with it: of several at once that held the page.
      if (id !== undefined && this.#messages.has(id) && endsAttempt(event)) {
        this.frames.add(() => this.#refresh(id));
      } else this.#refresh(id);
      // The first of several versions knows all of them.
      if (event.type === "TurnRequested") this.#refresh(this.state.messages[id ?? ""]?.versionOf);
      if (this.order.value.length !== this.state.order.length) this.order.value = [...this.state.order];
      if (this.live) this.events.value = [...this.events.value.slice(-999), event];
    });
    return true;
  }

  /** Goes on with a fold that has all messages. */
  become(whole: ConversationState): void {
    batch(() => {
      this.#state.value = { state: whole };
      this.missing.value = 0;
      this.order.value = [...whole.order];
      for (const id of this.#writing.keys()) {
        if (this.#ended(id)) this.#writing.delete(id);
      }
      for (const id of this.#drafts.keys()) {
        if (this.#ended(id)) this.#drafts.delete(id);
      }
      for (const id of this.#messages.keys()) this.#refresh(id);
    });
  }

  /** Texts of an older page. */
  addBodies(bodies: Readonly<Record<string, Body>>): void {
    batch(() => {
      for (const [id, body] of Object.entries(bodies)) {
        if (this.state.bodies[id]) continue;
        this.state.bodies[id] = body;
        this.#refresh(id);
      }
      this.#state.value = { state: this.state };
    });
  }

  /** A piece of an answer. False when the piece before it is missing. Pieces known already change nothing. */
  write(draft: Omit<Draft, "conversationId">): boolean {
    const known = this.#writing.get(draft.messageId);
    if (known && known.attempt > draft.attempt) return true;
    if (this.#ended(draft.messageId)) return true;
    const same = known?.attempt === draft.attempt
      ? known
      : { attempt: draft.attempt, text: "", reasoning: "" };
    const text = joined(same.text, draft);
    const reasoning = draft.reasoning ? joined(same.reasoning, draft.reasoning) : same.reasoning;
    if (text === null || reasoning === null) return false;
    this.#writing.set(draft.messageId, { attempt: draft.attempt, text, reasoning });
    this.#queue.add(draft.messageId);
    return true;
  }

  #ended(messageId: string): boolean {
    const status = this.state.messages[messageId]?.status;
    return status === "complete" || status === "failed" || status === "cancelled";
  }

  /** Shows as much of an answer as is known. False when it is shown already. */
  #show(id: string): boolean {
    const known = this.#writing.get(id);
    if (!known) return false;
    const draft = this.draft(id);
    if (draft.value.text === known.text && draft.value.reasoning === known.reasoning) return false;
    draft.value = { text: known.text, reasoning: known.reasoning };
    return true;
  }

  #touched(event: AnyEvent): string | undefined {
    const data = event.data as { messageId?: unknown; turnId?: unknown };
    const turn = typeof data.turnId === "string" ? this.state.turns[data.turnId] : undefined;
    const id = typeof data.messageId === "string" ? data.messageId : turn?.messageId;
    if (endsAttempt(event) && id !== undefined) {
      this.#writing.delete(id);
      if (event.type === "TurnInterrupted") this.draft(id).value = { text: "", reasoning: "" };
      // What it became is in the fold. Who shows it still holds on to what it reads until it shows that.
      else this.#drafts.delete(id);
    }
    return id;
  }

  #refresh(id: string | undefined): void {
    const message = id === undefined ? undefined : this.state.messages[id];
    const shown = id === undefined ? undefined : this.#messages.get(id);
    if (!message || !shown || id === undefined) return;
    const body = this.state.bodies[id];
    if (shown.value.message !== message || shown.value.body !== body) shown.value = { message, body };
  }
}
