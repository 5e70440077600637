/**
 * The folds this process holds open, each brought forward by reading the tail of its stream. A fold is only
 * ever changed by stored events, in their order; what is decided on it is checked by the head it was read at.
 */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { StoreCorrupt } from "../../events/store/errors.ts";
import type { EventLog, Head } from "../../events/store/types.ts";
import type { Fold } from "../../projections/fold.ts";

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

interface Open<S> extends Folded<S> {
  state: S;
  head: Head;
  seq: number;
  snapshotSeq: number;
  /** There are events up to this one: what was folded before it is behind. */
  heardSeq: number;
  /** The reading under way, and the one that waits for it. */
  reading: Promise<void> | null;
  next: Promise<void> | null;
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
  /**
   * A copy that later events do not change, cheap: entities are shared. Null: nothing of this state may be
   * kept. Absent: no snapshots.
   */
  readonly copy?: (state: S) => S | null;
  /** Told of what went wrong in the background. */
  readonly failed?: (error: unknown) => void;
  /** Looks at each fold that was brought forward; absent in a served program. */
  readonly look?: (state: S) => void;
}

export class Folds<S> {
  readonly #options: FoldsOptions<S>;
  /** In order of use, the least recent first. */
  readonly #open = new Map<string, Open<S>>();

  constructor(options: FoldsOptions<S>) {
    this.#options = options;
  }

  /** The fold as this process last knew it; read from the log only when it is not open, or known to be behind. */
  async get(stream: string): Promise<Folded<S>> {
    const open = this.#open.get(stream);
    if (open && open.head !== NONE && open.seq >= open.heardSeq) return this.#use(open);
    return await this.refresh(stream);
  }

  /** The fold as open now, without waiting; null when it is not. */
  peek(stream: string): S | null {
    const open = this.#open.get(stream);
    return open && open.head !== NONE ? open.state : null;
  }

  /** There is an event with this seq: a fold that does not have it is read before it is used. */
  heard(stream: string, seq: number): void {
    const open = this.#open.get(stream);
    if (open) open.heardSeq = Math.max(open.heardSeq, seq);
  }

  /** The fold, brought forward to a head read after this call. */
  async refresh(stream: string): Promise<Folded<S>> {
    const open = this.#open.get(stream) ?? this.#add(stream);
    this.#use(open);
    if (!open.next) {
      const before = open.reading ?? Promise.resolve();
      const reading: Promise<void> = before.catch(() => undefined).then(() => {
        open.reading = reading;
        open.next = null;
        return this.#read(open);
      }).finally(() => {
        if (open.reading === reading) open.reading = null;
      });
      open.next = reading;
    }
    await open.next;
    return open;
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
      heardSeq: 0,
      reading: null,
      next: null,
    };
    this.#open.set(stream, open);
    return open;
  }

  #use(open: Open<S>): Open<S> {
    this.#open.delete(open.stream);
    this.#open.set(open.stream, open);
    let events = 0;
    for (const other of this.#open.values()) events += other.seq;
    for (const [stream, other] of this.#open) {
      if (this.#open.size <= OPEN_FOLDS && events <= OPEN_EVENTS) break;
      if (other === open) break;
      events -= other.seq;
      this.#open.delete(stream);
    }
    return open;
  }

  async #read(open: Open<S>): Promise<void> {
    for (let again = false;; again = true) {
      try {
        return await this.#readOn(open, again);
      } catch (error) {
        if (!(error instanceof Gap) || again) throw error;
        // What is in memory is not what the log says, or a deletion came in between: everything once more.
        open.state = this.#options.fold.initial(open.stream);
        open.seq = open.snapshotSeq = 0;
      }
    }
  }

  async #readOn(open: Open<S>, again: boolean): Promise<void> {
    const { log, fold } = this.#options;
    const { stream } = open;
    const head = await log.head(stream);
    if (!again && open.seq === 0 && head.seq >= SNAPSHOT_EVENTS && this.#options.copy) {
      const snapshot = await log.snapshots.get(fold.name, fold.version, stream);
      if (snapshot && snapshot.seq <= head.seq && open.seq === 0) {
        open.state = snapshot.state as S; // written by #snapshot under the same name and version
        open.seq = open.snapshotSeq = snapshot.seq;
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

  #evolve(open: Open<S>, events: readonly AnyEvent[]): void {
    for (const event of events) {
      if (event.seq <= open.seq) continue;
      // Of a deleted conversation only the end is left.
      const follows = event.seq === open.seq + 1 || event.type === "ConversationDeleted";
      if (!follows) throw new Gap(open.stream, open.seq, event.seq);
      open.state = this.#options.fold.evolve(open.state, event);
      open.seq = event.seq;
    }
  }

  #snapshot(open: Open<S>): void {
    const { log, fold, copy, failed } = this.#options;
    if (!copy || open.seq - open.snapshotSeq < Math.max(SNAPSHOT_EVENTS, open.seq / 10)) return;
    const state = copy(open.state);
    if (state === null) return;
    open.snapshotSeq = open.seq;
    log.snapshots.put(fold.name, fold.version, open.stream, open.seq, state)
      .catch((error) => failed?.(error));
  }
}
