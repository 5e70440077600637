/**
 * The folds this process holds open, each brought forward by reading the tail of its stream. A fold is only
 * ever changed by stored events, in their order; what is decided on it is checked by the head it was read at.
 */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { StoreCorrupt } from "../../events/store/errors.ts";
import type { EventLog, Head, Snapshot, SnapshotRest } from "../../events/store/types.ts";
import type { Fold } from "../../projections/fold.ts";
import { GradualCopy } from "../../projections/gradual_copy.ts";
import { yieldLoop } from "./yield_loop.ts";

/** Open folds a process keeps: people look at a few conversations, agents answer in some dozens. */
const OPEN_FOLDS = 256;
/** Events folded into all of them together, as a measure of memory: about 1 KB each. */
const OPEN_EVENTS = 400_000;
/** A snapshot is taken after this many events, or a tenth of what a long stream has. */
const SNAPSHOT_EVENTS = 500;

/** A fold and the head it stands at. */
export interface Folded<S> {
  readonly stream: string;
  readonly state: S;
  readonly head: Head;
}

interface Open<S extends object> extends Folded<S> {
  state: S;
  head: Head;
  seq: number;
  snapshotSeq: number;
  /** What of the snapshot that it was opened from is not read yet. */
  rest: SnapshotRest | undefined;
  /** There are events up to this one: what was folded before it is behind. */
  heardSeq: number;
  /** The reading under way, and the one that waits for it. */
  reading: Promise<void> | null;
  next: Promise<void> | null;
  copying: Copying<S> | null;
}

/** A copy in the making of what the fold was at an event. */
interface Copying<S extends object> {
  readonly seq: number;
  readonly gradual: GradualCopy<S>;
  readonly whole: Promise<S>;
}

/** An event is missing between what was folded and what came: a fold must not go on over it. */
class Gap extends StoreCorrupt {
  constructor(stream: string, before: number, next: number) {
    super(`Events are missing in ${stream}: ${next} follows ${before}.`);
  }
}

const NONE: Head = { seq: 0, hash: "", stamp: null };

interface FoldsOptions<S> {
  readonly log: EventLog;
  readonly fold: Fold<S>;
  /** Whether a copy of this state may be kept. Absent: no snapshots. */
  readonly mayKeep?: (state: S) => boolean;
  /** Lets others have their turn between two pieces of a copy. */
  readonly breathe?: () => Promise<void>;
  /** Told of what went wrong in the background. */
  readonly failed?: (error: unknown) => void;
  /** Looks at each fold that was brought forward; absent in a served program. */
  readonly look?: (state: S) => void;
}

export class Folds<S extends object> {
  readonly #options: FoldsOptions<S>;
  /** In order of use, the least recent first. */
  readonly #open = new Map<string, Open<S>>();

  constructor(options: FoldsOptions<S>) {
    this.#options = options;
  }

  /** The fold as this process last knew it; read from the log only when it is not open, or known to be behind. */
  async get(stream: string): Promise<Folded<S>> {
    const open = this.#open.get(stream);
    if (!open || open.head === NONE || open.seq < open.heardSeq) return await this.refresh(stream);
    if (open.rest) await this.#whole(open);
    return this.#used(open);
  }

  /** The fold as open now, without waiting; null when it is not. */
  peek(stream: string): S | null {
    const open = this.#open.get(stream);
    return open && open.head !== NONE && !open.rest ? open.state : null;
  }

  /** There is an event with this seq: a fold that does not have it is read before it is used. */
  heard(stream: string, seq: number): void {
    const open = this.#open.get(stream);
    if (open) open.heardSeq = Math.max(open.heardSeq, seq);
  }

  /**
   * The fold, brought forward to a head read after this call.
   * @param begun for who looks at a little of it: of a long one that was not open the rest is read when somebody asks for more
   */
  async refresh(stream: string, begun = false): Promise<Folded<S>> {
    const open = this.#used(this.#open.get(stream) ?? this.#add(stream));
    this.#close(open);
    if (!open.next) {
      const before = open.reading ?? Promise.resolve();
      const reading: Promise<void> = before.catch(() => undefined).then(() => {
        open.reading = reading;
        open.next = null;
        return this.#read(open, begun);
      }).finally(() => {
        if (open.reading === reading) open.reading = null;
      });
      open.next = reading;
    }
    await open.next;
    if (open.rest && !begun) await this.#whole(open);
    return open;
  }

  /** Reads what of its snapshot is not read yet, a piece at a time. */
  async #whole(open: Open<S>): Promise<void> {
    const { breathe = yieldLoop } = this.#options;
    while (open.rest) {
      if (open.rest.more(open.state)) {
        open.rest = undefined;
        this.#snapshot(open);
      } else await breathe();
    }
  }

  /** Folds what was just appended on `folded`. What a reading got first is not folded twice. */
  advance(folded: Folded<S>, head: Head, events: readonly AnyEvent[]): void {
    const open = this.#open.get(folded.stream);
    if (!open || open !== folded) return;
    try {
      this.#evolve(open, events);
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      // The events are stored; only this memory of them is not to be trusted. Who asks next reads them.
      return this.forget(open.stream);
    }
    if (open.seq === head.seq) open.head = head;
    this.#options.look?.(open.state);
    this.#snapshot(open);
  }

  /**
   * What the fold says now, which no later event changes: made a piece at a time, with turns for others between them. It is
   * to be read alone, for whoever asks in the same moment is given the same. Null: it is not open, or may not be kept.
   */
  async copy(stream: string): Promise<S | null> {
    const open = this.#open.get(stream);
    if (!open || open.head === NONE || open.rest) return null;
    // The one under way may be of an earlier event: then it is waited for, and another begun.
    while (open.copying && open.copying.seq !== open.seq) await open.copying.whole;
    if (this.#options.mayKeep?.(open.state) === false) return null;
    return await this.#copying(open).whole;
  }

  #copying(open: Open<S>): Copying<S> {
    if (open.copying) return open.copying;
    const { breathe = yieldLoop } = this.#options;
    const gradual = new GradualCopy(open.state);
    const goOn = async () => {
      // Not before it is known to who folds.
      await null;
      while (!gradual.step()) await breathe();
      if (open.copying?.gradual === gradual) open.copying = null;
      return gradual.copy;
    };
    return open.copying = { seq: open.seq, gradual, whole: goOn() };
  }

  /** Forgets a fold: what is in memory is not to be trusted, or gone for good. */
  forget(stream: string): void {
    this.#open.delete(stream);
  }

  #add(stream: string): Open<S> {
    const { fold } = this.#options;
    const state = fold.initial(stream);
    const open: Open<S> = {
      stream,
      state,
      head: NONE,
      seq: 0,
      snapshotSeq: 0,
      rest: undefined,
      heardSeq: 0,
      reading: null,
      next: null,
      copying: null,
    };
    this.#open.set(stream, open);
    return open;
  }

  #used(open: Open<S>): Open<S> {
    this.#open.delete(open.stream);
    this.#open.set(open.stream, open);
    return open;
  }

  /** What was not used for longest, where that is too much beside what is read now. */
  #close(reading: Open<S>): void {
    let events = 0;
    for (const other of this.#open.values()) events += other.seq;
    for (const [stream, other] of this.#open) {
      if (this.#open.size <= OPEN_FOLDS && events <= OPEN_EVENTS) break;
      if (other === reading) break;
      events -= other.seq;
      this.#open.delete(stream);
    }
  }

  async #read(open: Open<S>, begun: boolean): Promise<void> {
    for (let again = false;; again = true) {
      try {
        return await this.#readOn(open, begun, again);
      } catch (error) {
        if (!(error instanceof Gap) || again) throw error;
        // What is in memory is not what the log says, or a deletion came in between: everything once more.
        this.#put(open, { state: this.#options.fold.initial(open.stream), seq: 0 });
      }
    }
  }

  async #readOn(open: Open<S>, begun: boolean, again: boolean): Promise<void> {
    const { log } = this.#options;
    const { stream } = open;
    const head = await log.head(stream);
    if (!again && open.seq === 0 && head.seq >= SNAPSHOT_EVENTS && this.#options.mayKeep) {
      const snapshot = await this.#kept(stream, begun);
      if (snapshot && snapshot.seq <= head.seq && open.seq === 0) {
        const state = snapshot.state as S; // written by #snapshot under the same name and version
        this.#put(open, { ...snapshot, state });
      }
    }
    if (open.seq < head.seq) {
      for await (const events of log.read(stream, open.seq, head.seq)) this.#evolve(open, events);
      if (open.seq < head.seq) throw new Gap(stream, open.seq, head.seq);
    }
    if (open.seq <= head.seq) open.head = head;
    this.#options.look?.(open.state);
    this.#snapshot(open);
  }

  async #kept(stream: string, begun: boolean): Promise<Snapshot | null> {
    const { log: { snapshots }, fold: { name, version } } = this.#options;
    return begun ? await snapshots.begin(name, version, stream) : await snapshots.get(name, version, stream);
  }

  /** Another state in the place of the one that was; who copies that goes on with it alone. */
  #put(open: Open<S>, { state, seq, rest }: Snapshot & { readonly state: S }): void {
    open.state = state;
    open.rest = rest;
    open.seq = open.snapshotSeq = seq;
    open.copying = null;
  }

  #evolve(open: Open<S>, events: readonly AnyEvent[]): void {
    for (const event of events) {
      if (event.seq <= open.seq) continue;
      // Of a deleted conversation only the end is left.
      const follows = event.seq === open.seq + 1 || event.type === "ConversationDeleted";
      if (!follows) throw new Gap(open.stream, open.seq, event.seq);
      const given = open.copying?.gradual.writing ?? open.state;
      const state = this.#options.fold.evolve(given, event);
      if (state !== given) {
        open.state = state;
        open.copying = null;
      }
      open.seq = event.seq;
    }
  }

  #snapshot(open: Open<S>): void {
    const { mayKeep, failed } = this.#options;
    // Of half a fold none is copied: records are others once all of them is read.
    if (!mayKeep || open.rest || open.seq - open.snapshotSeq < Math.max(SNAPSHOT_EVENTS, open.seq / 10)) {
      return;
    }
    if (!mayKeep(open.state)) return;
    open.snapshotSeq = open.seq;
    this.#keep(open).catch((error) => failed?.(error));
  }

  async #keep(open: Open<S>): Promise<void> {
    const { log, fold } = this.#options;
    // What is copied already is of this event or of one before it, and as good.
    const { seq, whole } = this.#copying(open);
    await log.snapshots.put(fold.name, fold.version, open.stream, seq, await whole);
  }
}
