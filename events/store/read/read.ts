/** Reading a stream: stored entries become events here, upcast and with their long texts put back. */
import type { AnyEvent } from "../../catalog/envelope.ts";
import { upcast } from "../../catalog/upcast.ts";
import type { StoredBlobs } from "../beside/blobs.ts";
import { VALUES_BATCH } from "../kv/bounds.ts";
import { eventOf, type StoredEntry, type StoredEvent } from "../form/entry.ts";
import { StoreCorrupt } from "../errors.ts";
import { eventsKey, streamKey } from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import { restored, spilledHash } from "../form/spill.ts";
import { type StreamRow, streamRow } from "../form/stream_row.ts";
import { decodeRun, isPacked, lastOf, type StoredRun } from "../form/value.ts";

/** Events that are not packed, an append each, and are opened one after the other: a millisecond or two. */
const IN_A_ROW = 200;

/** An entry where it was found. */
export interface Placed {
  readonly seq: number;
  readonly entry: StoredEntry;
  /** Of the commit it came with; "": of the first that a later event names. */
  readonly stamp: string;
}

/** A stream's row, and its stamp. */
export interface FoundRow {
  readonly row: StreamRow;
  readonly stamp: string;
}

/** A run as it was found, with the stamp of its row. */
export interface FoundRun extends StoredRun {
  readonly stamp: string;
  readonly packed: boolean;
}

/** @throws {StoreCorrupt} for a row that cannot be read */
export function foundRow(entry: Entry): FoundRow | null {
  const row = streamRow(entry);
  return row && entry.versionstamp !== null ? { row, stamp: entry.versionstamp } : null;
}

/** The newest events of a stream in memory, perhaps none. */
export interface FreshEvents {
  /** Where its row has this stamp. */
  fresh(stream: string, stamp: string | null): readonly AnyEvent[];
  /** Where no newer commit of it than that of this stamp is known from the order. */
  own(stream: string, stamp: string): readonly AnyEvent[];
}

export class EventReader {
  constructor(
    readonly parts: Pick<Parts, "kv" | "environment">,
    readonly blobs: StoredBlobs,
    readonly memory: FreshEvents,
  ) {}

  /** The stream's row with its stamp; null where there is none. */
  async row(stream: string): Promise<FoundRow | null> {
    return foundRow(await this.parts.kv.get(streamKey(stream)));
  }

  /** Batches of events from `after` + 1 on. What lies beyond the head (an import under way) is not there yet. */
  async *read(stream: string, after = 0, until?: number): AsyncIterable<AnyEvent[]> {
    const row = await this.parts.kv.get(streamKey(stream));
    const fresh = freshFrom(this.memory.fresh(stream, row.versionstamp), after + 1);
    if (fresh) yield* upTo(fresh, until);
    else yield* this.behind(stream, after, foundRow(row), until);
  }

  /** The same as of a row that was read before: up to where the stream ended there. */
  async *behind(
    stream: string,
    after: number,
    row: FoundRow | null,
    until?: number,
  ): AsyncIterable<AnyEvent[]> {
    const fresh = row && freshFrom(this.memory.own(stream, row.stamp), after + 1);
    if (fresh) return yield* upTo(fresh, Math.min(row.row.seq, until ?? Infinity));
    for await (const batch of this.stored(stream, after + 1, until, false, row)) {
      const events: AnyEvent[] = [];
      for (const { entry, seq } of batch) events.push(await this.event(entry, seq));
      yield events;
    }
  }

  /**
   * Entries `first` … `last` of a stream, as far as they go, each once and in order.
   * @param skip go on behind what is missing or damaged, instead of ending or failing there
   * @param row the stream's row, where it was read already
   */
  async *stored(
    stream: string,
    first: number,
    last = Infinity,
    skip = false,
    row?: FoundRow | null,
  ): AsyncIterable<Placed[]> {
    const found = row === undefined ? await this.row(stream) : row;
    if (!found) return;
    const { tail, seq, deleted } = found.row;
    const end = Math.min(last, seq);
    const inRuns = Math.min(end, tail.first - 1);
    let next = first;
    for await (const run of this.runs(stream, first, inRuns, skip)) {
      // What was in the row may have been moved out and packed since: it comes from the row that was read.
      const batch = placedIn(run, run.stamp, next, inRuns);
      next = (batch.at(-1)?.seq ?? next) + 1;
      yield batch;
    }
    // What lies behind a hole does not follow; of a deleted stream only the end is left.
    if (next < Math.min(end + 1, tail.first) && !skip && !deleted) return;
    if (end >= Math.max(first, tail.first)) yield placedIn(tail, found.stamp, first, end);
  }

  /**
   * The runs that events `first` … `last` lie in, without those still in the stream's row. Packing may replace runs
   * while they are read: where one does not follow, the place is looked up again; what is not found then is missing.
   */
  async *runs(stream: string, first: number, last: number, skip = false): AsyncIterable<FoundRun> {
    let next = first;
    let rested = first;
    while (next <= last) {
      const before = next;
      // A run begins at event 1; where another begins is looked for backwards from the event.
      const holding = next === 1 ? null : await this.#nearest(stream, next, { reverse: true });
      const run = holding && found(holding, skip);
      if (run && lastOf(run) >= next) {
        yield run;
        next = lastOf(run) + 1;
      }
      if (next > last) return;
      const selector = { start: eventsKey(stream, next), end: eventsKey(stream, last + 1) };
      for await (const entry of this.parts.kv.list(selector, { batchSize: VALUES_BATCH })) {
        if (Number(entry.key[2]) !== next) break;
        const run = found(entry, skip);
        if (!run) break;
        yield run;
        next = lastOf(run) + 1;
        // Many are read at once: opening them all would keep everybody else waiting.
        if (!run.packed && next - rested < IN_A_ROW) continue;
        rested = next;
        await this.parts.environment.breathe();
      }
      if (next > before) continue;
      const behind = skip ? await this.#nearest(stream, next, { reverse: false }) : null;
      if (behind === null) return;
      next = Number(behind.key[2]);
    }
  }

  /** The last run that begins at or before event `seq`, or the first behind it; null when there is none. */
  async #nearest(stream: string, seq: number, { reverse }: { reverse: boolean }): Promise<Entry | null> {
    const selector = reverse
      ? { start: eventsKey(stream, 0), end: eventsKey(stream, seq + 1) }
      : { prefix: ["e", stream], start: eventsKey(stream, seq + 1) };
    for await (const entry of this.parts.kv.list(selector, { limit: 1, reverse })) return entry;
    return null;
  }

  /** The event as it was appended, in its current version; the entry must not be used any more. */
  async event(entry: StoredEntry, seq: number): Promise<AnyEvent> {
    const event = eventOf(entry, seq);
    return upcast(event.spilled ? await this.restored(event) : event);
  }

  /** The event with its long texts. */
  async restored(stored: StoredEvent): Promise<AnyEvent> {
    const { spilled = [], ...event } = stored;
    let data = event.data;
    for (const path of spilled) {
      const hash = spilledHash(data, path);
      // Where words are gone, so are their places.
      if (hash === null && event.erased) continue;
      const blob = hash === null ? null : await this.blobs.get(hash);
      if (!blob) throw new StoreCorrupt(`A text of event ${event.seq} (${event.type}) is not in the store.`);
      data = restored(data, path, { bytes: blob.bytes, type: blob.info.type });
    }
    return { ...event, data };
  }
}

function* upTo(events: readonly AnyEvent[], last = Infinity): Generator<AnyEvent[]> {
  const wanted = events.filter(({ seq }) => seq <= last).map((event) => upcast(event));
  if (wanted.length > 0) yield wanted;
}

/** Those from `first` on, or null where they are not all in memory. */
export function freshFrom(fresh: readonly AnyEvent[], first: number): AnyEvent[] | null {
  const [oldest] = fresh;
  // They follow one another.
  return oldest && oldest.seq <= first ? fresh.slice(first - oldest.seq) : null;
}

function found({ key, value, versionstamp }: Entry, skip: boolean): FoundRun | null {
  try {
    const run = decodeRun(value, Number(key[2]));
    return { ...run, stamp: versionstamp ?? "", packed: isPacked(value) };
  } catch (error) {
    if (skip && error instanceof StoreCorrupt) return null;
    throw error;
  }
}

export function placedIn(
  { first, commits, entries }: StoredRun,
  own: string,
  from: number,
  last: number,
): Placed[] {
  const placed: Placed[] = [];
  let commit = 0;
  for (const [index, entry] of entries.entries()) {
    const seq = first + index;
    while ((commits[commit + 1]?.[0] ?? Infinity) <= seq) commit++;
    const start = commits[commit];
    const stamp = start === undefined ? "" : start[1] ?? own;
    if (seq >= from && seq <= last) placed.push({ seq, entry, stamp });
  }
  return placed;
}
