/**
 * Which of the processes on one store begins a turn. All of them reckon it from what each of them is told, the order of all
 * events: who was posted to answers, as long as it has not many more turns than another; then whoever has fewest. Nothing
 * is read or stored for it. It is about who tries, and when: the log decides who has a turn, and what the one that should
 * have begun it leaves standing another takes up.
 */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { Commit, Work } from "../../events/store/types.ts";
import { mayBeDue } from "../../projections/conversation/due.ts";
import { endsTurn } from "../../projections/conversation/turn_ends.ts";
import { processOf, processOfCommand } from "./liveness.ts";

/**
 * Turns by which a process may be ahead of the one with fewest and still begin what it was asked: there it begins soonest,
 * with the commit that asks for it, and what is left to another costs a commit more.
 */
export const AHEAD = 8;
/** Milliseconds after which the next in line begins what the one before it left standing. */
export const STEP_MS = 2_000;
/** Milliseconds for which nothing is left to a process that left something standing. */
const SILENT_MS = 10_000;
/** Milliseconds after which a turn that has no row is over, whatever was heard of it: those of copies never had one. */
const SETTLED_MS = 5_000;

interface Known {
  /** The process that runs it, or that should begin it; null when nobody is known to. */
  readonly at: string | null;
  readonly runs: boolean;
  /** Monotonic. */
  readonly since: number;
}

interface Waiting {
  readonly turns: Map<string, Known>;
  /** Monotonic time of the last event that may have made one of them due. */
  newsAt: number;
}

export class Shares {
  #others: ReadonlySet<string> = new Set();
  /** Until when nothing is left to a process. */
  readonly #silent = new Map<string, number>();
  /** Turns that are not over, by conversation. */
  readonly #open = new Map<string, Waiting>();
  /** How many of them each process runs or is to begin. */
  readonly #loads = new Map<string, number>();

  constructor(readonly process: string, readonly monotonic: () => number) {}

  /** The other processes that run now. */
  with(others: Iterable<string>): void {
    this.#others = new Set([...others].filter((name) => name !== this.process));
    for (const name of this.#silent.keys()) if (!this.#others.has(name)) this.#silent.delete(name);
  }

  /** Nobody else is known to answer on this store. */
  get alone(): boolean {
    return this.#others.size === 0;
  }

  /** Turns that may begin here with the commit that asks for them, where `here` do already. */
  room(here: number): number {
    if (this.alone) return Infinity;
    const others = this.#live().filter((name) => name !== this.process);
    return Math.max(0, Math.min(...others.map((name) => this.#loadOf(name))) + AHEAD + 1 - here);
  }

  /** Takes in what rows say; before anything is heard, and then now and again. */
  rows(rows: readonly Work[]): void {
    const now = this.monotonic();
    const present = new Map<string, Set<string>>();
    for (const { conversationId, turnId, row } of rows) {
      const turns = present.get(conversationId) ?? new Set();
      present.set(conversationId, turns.add(turnId));
      if (this.#open.get(conversationId)?.turns.has(turnId)) continue;
      const at = row.owner === null ? null : processOf(row.owner);
      this.#put(conversationId, turnId, { at, runs: row.owner !== null, since: now });
    }
    for (const [conversationId, { turns }] of this.#open) {
      for (const [turnId, { since }] of turns) {
        const gone = now - since >= SETTLED_MS && !present.get(conversationId)?.has(turnId);
        if (gone) this.#put(conversationId, turnId, null);
      }
    }
  }

  /** A commit, as it is read from the log. */
  heard({ events }: Pick<Commit, "events">): void {
    const known = events.flatMap(({ stream, event }) =>
      mayBeDue(event) || event.type === "TurnStarted" || event.type === "ConversationDeleted"
        ? [{ stream, event: conversationEvent(event) }]
        : []
    );
    const begun = new Set(
      known.flatMap(({ event }) => event.type === "TurnStarted" ? [event.data.turnId] : []),
    );
    for (const { stream, event } of known) this.#hear(stream, event, begun);
  }

  /** Whether this process begins the turn as soon as it is due. */
  isMine(conversationId: string, turnId: string): boolean {
    return this.alone || this.#open.get(conversationId)?.turns.get(turnId)?.at === this.process;
  }

  /** Whether a turn of the conversation is this process's to begin. */
  beginsIn(conversationId: string): boolean {
    if (this.alone) return true;
    const turns = this.#open.get(conversationId)?.turns.values() ?? [];
    return [...turns].some(({ at, runs }) => at === this.process && !runs);
  }

  /** Whether what is due of the conversation has stood so long that it is this process's turn to begin it. */
  stepsIn(conversationId: string): boolean {
    if (this.alone) return true;
    const waiting = this.#open.get(conversationId);
    if (!waiting) return false;
    const chosen = new Set([...waiting.turns.values()].filter(({ runs }) => !runs).map(({ at }) => at));
    const line = this.#line([this.process, ...this.#others]).filter((name) => !chosen.has(name));
    // Who was to begin it and did not is the last to be asked.
    const place = line.indexOf(this.process);
    const steps = place === -1 ? line.length + 1 : place + 1;
    return this.monotonic() - waiting.newsAt >= steps * STEP_MS;
  }

  /** This process begins the turn, whoever should have. */
  take(conversationId: string, turnId: string): void {
    const known = this.#open.get(conversationId)?.turns.get(turnId);
    if (known) this.#put(conversationId, turnId, { ...known, at: this.process });
  }

  #hear(stream: string, event: ConversationEvent, begun: ReadonlySet<string>): void {
    const now = this.monotonic();
    if (event.type === "ConversationDeleted") this.#drop(stream);
    else if (event.type === "TurnStarted") {
      this.#started(stream, event.data.turnId, processOf(event.data.owner), now);
    } else if (event.type === "TurnRequested") {
      const { turnId } = event.data;
      if (!begun.has(turnId)) this.#choose(stream, turnId, processOfCommand(event.cause), now);
    } else if (endsTurn(event)) this.#put(stream, event.data.turnId, null);
    else if (event.type === "TurnInterrupted") {
      const { turnId, why } = event.data;
      const by = processOfCommand(event.cause);
      // Who stops gives its turns away.
      this.#choose(stream, turnId, why === "shutdown" ? null : by, now, why === "shutdown" ? by : null);
    }
    const waiting = this.#open.get(stream);
    if (waiting) waiting.newsAt = now;
  }

  #started(conversationId: string, turnId: string, by: string | null, now: number): void {
    const left = this.#open.get(conversationId)?.turns.get(turnId);
    if (left && !left.runs && left.at !== null && left.at !== by && this.#isKnown(by)) {
      this.#silent.set(left.at, now + SILENT_MS);
    }
    if (by !== null) this.#silent.delete(by);
    this.#put(conversationId, turnId, { at: by, runs: true, since: now });
  }

  /** @param asked the process that stored what asks for it; `leaves`: one that will begin nothing */
  #choose(conversationId: string, turnId: string, asked: string | null, now: number, leaves?: string | null) {
    this.#put(conversationId, turnId, null);
    const line = this.#line(this.#live().filter((name) => name !== leaves));
    const [first = null] = line;
    const near = asked !== null && line.includes(asked) &&
      this.#loadOf(asked) <= this.#loadOf(first ?? asked) + AHEAD;
    this.#put(conversationId, turnId, { at: near ? asked : first, runs: false, since: now });
  }

  /** Sets what is known of a turn, or forgets it. */
  #put(conversationId: string, turnId: string, known: Known | null): void {
    const waiting = this.#open.get(conversationId) ??
      { turns: new Map<string, Known>(), newsAt: this.monotonic() };
    const { turns } = waiting;
    this.#count(turns.get(turnId), -1);
    if (known) {
      turns.set(turnId, known);
      this.#count(known, 1);
      this.#open.set(conversationId, waiting);
    } else if (turns.delete(turnId) && turns.size === 0) this.#open.delete(conversationId);
  }

  #drop(conversationId: string): void {
    for (const known of this.#open.get(conversationId)?.turns.values() ?? []) this.#count(known, -1);
    this.#open.delete(conversationId);
  }

  #count(known: Known | undefined, by: 1 | -1): void {
    if (!known || known.at === null) return;
    const load = this.#loadOf(known.at) + by;
    if (load === 0) this.#loads.delete(known.at);
    else this.#loads.set(known.at, load);
  }

  #loadOf(name: string): number {
    return this.#loads.get(name) ?? 0;
  }

  #isKnown(name: string | null): boolean {
    return name !== null && (name === this.process || this.#others.has(name));
  }

  /** Itself, and those of whom nothing is known to be left standing. */
  #live(): string[] {
    const now = this.monotonic();
    const others = [...this.#others].filter((name) => (this.#silent.get(name) ?? -Infinity) <= now);
    return [this.process, ...others];
  }

  /** Those with fewest turns first; each process puts them in the same order. */
  #line(names: readonly string[]): string[] {
    return [...names].sort((a, b) => this.#loadOf(a) - this.#loadOf(b) || (a < b ? -1 : 1));
  }
}
