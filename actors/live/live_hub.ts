/**
 * What live listeners are given, in order: each durable commit once, as it is read from the log, and between
 * them the drafts of answers whose start has been handed out. A draft is never ahead of its turn, and never
 * behind its end.
 */
import type { Draft, Progress, ReadMark, Wait } from "../../projections/shapes/views.ts";
import { READS_TOLD } from "../../events/catalog/limits.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { Commit } from "../../events/store/types.ts";
import { hides, isDeletion } from "../../projections/conversation/shared_steps.ts";
import { endsAttempt } from "../../projections/conversation/turn_ends.ts";
import { alone } from "../runtime/json.ts";
import type { Live } from "../system.ts";

type Listener = (live: Live) => void;

export class LiveHub {
  readonly #listeners = new Set<Listener>();
  /** Attempts whose `TurnStarted` has been handed out, and whose they are: a copy has the turns of the other under their ids. */
  readonly #started = new Map<string, { readonly conversationId: string; readonly attempt: number }>();
  /** Attempts of this process whose `TurnStarted` is still on its way here, and what waits for it. */
  readonly #expected = new Map<string, { attempt: number; held: Draft[] }>();
  /** Text shown so far of each answer being written. */
  readonly #shown = new Map<string, Draft>();

  /** Answers of this process that wait because their provider asked for it, by turn. */
  readonly #waits = new Map<string, Wait>();

  /** How far these were read, by conversation and reader, what moved last at the end. */
  readonly #reads = new Map<string, ReadMark>();

  /** Conversations of which nobody is told what is written in them. */
  readonly #sealed = new Set<string>();

  constructor(readonly failed: (error: unknown) => void) {}

  /** From now on nobody is told what is written in a conversation, or what waits there. */
  seal(conversationId: string): void {
    this.#sealed.add(conversationId);
  }

  /** The opposite. */
  open(conversationId: string): void {
    this.#sealed.delete(conversationId);
  }

  /** The opposite, where everybody may see it: of what is being written there nobody was told so far. */
  reveal(conversationId: string): void {
    if (!this.#sealed.delete(conversationId)) return;
    const drafts = this.current(conversationId);
    if (drafts.length > 0) this.#tell({ type: "drafts", drafts });
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /** From the reading of the log, and from nowhere else. */
  commit(commit: Commit): void {
    this.#tell({ type: "commit", commit });
    const released: Draft[] = [];
    for (const { stream, event } of commit.events) {
      if (hides(event)) this.#forgetReads(stream);
      if (isDeletion(event)) this.#forgetAnswers(stream);
      const known = conversationEvent(event);
      if (known.type === "TurnStarted") {
        const { turnId, attempt } = known.data;
        if (this.#isOf(turnId, stream)) this.#started.set(turnId, { conversationId: stream, attempt });
        const expected = this.#expected.get(turnId);
        if (expected?.attempt !== attempt) continue;
        this.#expected.delete(turnId);
        released.push(...expected.held);
      } else if (endsAttempt(known) && this.#isOf(known.data.turnId, stream)) {
        const { turnId } = known.data;
        this.#started.delete(turnId);
        this.#waits.delete(turnId);
        this.#expected.delete(turnId);
        this.#shown.delete(turnId);
      }
    }
    this.drafts(released);
  }

  /** An answer waits, until when, or no more. */
  waits(wait: Wait): void {
    if (wait.until === null) this.#waits.delete(wait.turnId);
    else this.#waits.set(wait.turnId, wait);
    if (!this.#sealed.has(wait.conversationId)) this.#tell({ type: "wait", wait });
  }

  /** How far a call of a tool is: of meaning now alone. */
  progress(progress: Progress): void {
    if (!this.#sealed.has(progress.conversationId)) this.#tell({ type: "progress", progress });
  }

  /** Somebody has seen more of a conversation. */
  read(read: ReadMark): void {
    const key = `${read.conversationId} ${read.by}`;
    this.#reads.delete(key);
    this.#reads.set(key, read);
    const [oldest] = this.#reads.keys();
    if (this.#reads.size > READS_TOLD && oldest !== undefined) this.#reads.delete(oldest);
    this.#tell({ type: "read", read });
  }

  /** How far was read of late: who asked before listening may not have it. */
  reads(conversationId?: string): ReadMark[] {
    return [...this.#reads.values()].filter((read) => this.#isTold(read, conversationId));
  }

  #forgetReads(conversationId: string): void {
    for (const [key, read] of this.#reads) {
      if (read.conversationId === conversationId) this.#reads.delete(key);
    }
  }

  /** Their ends may have left the store before this process came to read them. */
  #forgetAnswers(conversationId: string): void {
    for (const [turnId, started] of this.#started) {
      if (started.conversationId === conversationId) this.#started.delete(turnId);
    }
    for (const all of [this.#waits, this.#shown]) {
      for (const [turnId, one] of all) if (one.conversationId === conversationId) all.delete(turnId);
    }
  }

  /** What waits now. */
  waiting(conversationId?: string): Wait[] {
    return [...this.#waits.values()].filter((wait) => this.#isTold(wait, conversationId));
  }

  /** Whether any is being written that `here` does not know as its own. */
  elsewhere(here: (turnId: string, attempt: number) => boolean): boolean {
    for (const [turnId, { attempt }] of this.#started) if (!here(turnId, attempt)) return true;
    return false;
  }

  /** An attempt that started before the reading began. */
  begun(conversationId: string, turnId: string, attempt: number): void {
    this.#started.set(turnId, { conversationId, attempt });
  }

  /** Whether nothing of the turn is being written in another conversation. */
  #isOf(turnId: string, conversationId: string): boolean {
    return (this.#started.get(turnId)?.conversationId ?? conversationId) === conversationId;
  }

  /** An attempt of this process: its drafts wait for its start to be handed out. */
  expect(turnId: string, attempt: number): void {
    if (!this.isStarted(turnId, attempt)) this.#expected.set(turnId, { attempt, held: [] });
  }

  /** This process writes no more of an attempt. */
  forget(turnId: string): void {
    const expected = this.#expected.get(turnId);
    if (expected && expected.held.length === 0) this.#expected.delete(turnId);
  }

  drafts(frames: readonly Draft[]): void {
    const shown: Draft[] = [];
    for (const frame of frames) {
      const expected = this.#expected.get(frame.turnId);
      if (expected?.attempt === frame.attempt) expected.held.push(frame);
      if (!this.isStarted(frame.turnId, frame.attempt)) continue;
      if (this.#grow(frame) && !this.#sealed.has(frame.conversationId)) shown.push(frame);
    }
    if (shown.length > 0) this.#tell({ type: "drafts", drafts: shown });
  }

  /** Length of what is shown of an answer. */
  lengthOf(turnId: string, attempt: number): { text: number; reasoning: number } {
    const known = this.#shownOf({ turnId, attempt });
    return { text: known?.text.length ?? 0, reasoning: known?.reasoning?.text.length ?? 0 };
  }

  isStarted(turnId: string, attempt: number): boolean {
    return this.#started.get(turnId)?.attempt === attempt;
  }

  /** Everything shown so far, from the start of each answer. */
  current(conversationId?: string): Draft[] {
    return [...this.#shown.values()].filter((frame) => this.#isTold(frame, conversationId));
  }

  #isTold(frame: { readonly conversationId: string }, conversationId = frame.conversationId): boolean {
    return frame.conversationId === conversationId && !this.#sealed.has(conversationId);
  }

  #shownOf({ turnId, attempt }: Pick<Draft, "turnId" | "attempt">): Draft | undefined {
    const known = this.#shown.get(turnId);
    return known?.attempt === attempt ? known : undefined;
  }

  /** False: the frame does not continue what is shown. */
  #grow(frame: Draft): boolean {
    const { text = "", reasoning: { text: thought = "" } = {} } = this.#shownOf(frame) ?? {};
    if (frame.at !== text.length || (frame.reasoning && frame.reasoning.at !== thought.length)) return false;
    const reasoning = thought + alone(frame.reasoning?.text ?? "");
    this.#shown.set(frame.turnId, {
      ...frame,
      at: 0,
      text: text + alone(frame.text),
      ...thinking(0, reasoning),
    });
    return true;
  }

  #tell(live: Live): void {
    for (const listener of this.#listeners) {
      try {
        listener(live);
      } catch (error) {
        this.failed(error);
      }
    }
  }
}

/** The part of a frame that holds reasoning, where there is any. */
export const thinking = (at: number, text: string): Pick<Draft, "reasoning"> =>
  text === "" ? {} : { reasoning: { at, text } };
