/**
 * The order of all events: one `["all", stamp]` entry a commit, naming the ranges it added. Stamps only grow,
 * so reading from a stamp to the end misses nothing.
 */
import type { AnyEvent } from "../../catalog/envelope.ts";
import { upcast } from "../../catalog/upcast.ts";
import { LIST_BATCH } from "../kv/bounds.ts";
import { fromBytes, readable } from "../kv/codec.ts";
import type { StoredEntry } from "../form/entry.ts";
import { StoreCorrupt } from "../errors.ts";
import { allKey, streamKey } from "../kv/keys.ts";
import { type Entry, getAll } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import { formatPosition, ORIGIN_STAMP, originPosition, parsePosition, type Place } from "./position.ts";
import { type EventReader, foundRow, freshFrom } from "./read.ts";
import type { Commit, Located, Position } from "../types.ts";

/** `[stream, first, last]`, as stored. */
export type StoredRange = [string, number, number];

/** One entry of the order: which events a commit added. */
export interface OrderEntry {
  readonly stamp: string;
  readonly ranges: readonly StoredRange[];
}

/** A place behind which nothing of its commit is left. */
interface CommitEnd extends Place {
  readonly whole: true;
}

/** What was found behind a place, and the place where it ends. */
export interface Found {
  readonly commits: readonly Commit[];
  readonly next: Place | CommitEnd;
  /** Nothing stood behind it when the order was read. */
  readonly end: boolean;
}

/** Events of one commit that are read together: of a history that was brought, which is one of many thousands, a part. */
interface Part extends OrderEntry {
  /** Of the first and the last event among those of the commit. */
  readonly from: number;
  readonly to: number;
  /** Nothing of the commit stands behind it. */
  readonly whole: boolean;
}

/** The events of a commit from the one at `from` on, `most` of them at most. */
function partOf({ stamp, ranges }: OrderEntry, from: number, most: number): Part {
  const all = count(ranges);
  const to = Math.min(all, from + most) - 1;
  const some: StoredRange[] = [];
  let index = 0;
  for (const [stream, first, last] of ranges) {
    const [start, stop] = [first + Math.max(0, from - index), Math.min(last, first + to - index)];
    if (start <= stop) some.push([stream, start, stop]);
    index += last - first + 1;
  }
  return { stamp, ranges: some, from, to, whole: to === all - 1 };
}

/** Commits read at once, and their events: they are fetched together, each value they lie in opened once. */
const COMMITS_AT_ONCE = 500;
const EVENTS_AT_ONCE = 4_000;

/** Entries after `stamp`, oldest first. */
export async function* orderAfter(
  parts: Pick<Parts, "kv">,
  stamp: string,
  limit?: number,
): AsyncIterable<OrderEntry> {
  // `start` is inclusive; the number part sorts behind the stamp itself and before the next one.
  const selector = { prefix: ["all"], start: ["all", stamp, 0] };
  const options = {
    batchSize: Math.min(limit ?? LIST_BATCH, LIST_BATCH),
    ...(limit !== undefined && { limit }),
  };
  for await (const entry of parts.kv.list(selector, options)) yield orderEntry(entry);
}

function orderEntry(entry: Entry): OrderEntry {
  return { stamp: String(entry.key[1]), ranges: fromBytes<StoredRange[]>(entry.value) ?? [] };
}

const count = (ranges: readonly StoredRange[]): number =>
  ranges.reduce((sum, [, first, last]) => sum + last - first + 1, 0);

export async function endPosition(parts: Pick<Parts, "kv" | "epoch">): Promise<Position> {
  for await (const entry of parts.kv.list({ prefix: ["all"] }, { limit: 1, reverse: true })) {
    const { stamp, ranges } = orderEntry(entry);
    return formatPosition({ epoch: parts.epoch, stamp, index: count(ranges) - 1 });
  }
  return originPosition(parts.epoch);
}

/** Whether reading may start at `position`: it is of this store, and there is such an event (or it is the origin). */
export async function knowsPosition(
  parts: Pick<Parts, "kv" | "epoch">,
  position: Position,
): Promise<boolean> {
  const place = parsePosition(position);
  if (!place || place.epoch !== parts.epoch) return false;
  if (place.stamp === ORIGIN_STAMP) return place.index === 0;
  const entry = await parts.kv.get(allKey(place.stamp));
  return entry.versionstamp !== null && place.index < count(orderEntry(entry).ranges);
}

/** Events that are read, and told together, before others have their turn: some milliseconds. */
export const IN_A_ROW = 500;

/**
 * The next commits after a place, with their events; empty at the end. One of very many events comes in several parts, each
 * as a commit. Events of a deleted conversation, and those too damaged to be read, are left out, but keep their index: nobody
 * else's events wait behind them. `next` is where to go on, also when everything on the way is gone.
 * @param limit commits
 * @param most events
 */
export async function commitsAfter(
  parts: Pick<Parts, "kv" | "epoch" | "environment">,
  reader: EventReader,
  place: Place | CommitEnd,
  limit = COMMITS_AT_ONCE,
  most = EVENTS_AT_ONCE,
): Promise<Found | null> {
  const taken: Part[] = [];
  let events = 0, listed = 0, end = true;
  const take = (entry: OrderEntry, from: number) => {
    const part = partOf(entry, from, most - events);
    taken.push(part);
    events += part.to - part.from + 1;
    end = part.whole && events < most;
  };
  // A place inside a commit: its rest comes first.
  if (place.stamp !== ORIGIN_STAMP && !("whole" in place)) {
    const own = await parts.kv.get(allKey(place.stamp));
    const entry = own.versionstamp === null ? null : orderEntry(own);
    if (entry && place.index < count(entry.ranges) - 1) take(entry, place.index + 1);
  }
  for await (const entry of end ? orderAfter(parts, place.stamp, limit) : []) {
    take(entry, 0);
    end &&= ++listed < limit;
    if (!end) break;
  }
  const last = taken.at(-1);
  if (!last) return null;
  const found = await fetchRanges(reader, taken, end);
  const commits: Commit[] = [];
  let [range, row] = [0, 0];
  for (const { stamp, ranges, from, to } of taken) {
    let located: Located[] = [];
    let index = from;
    for (const [stream, first, until] of ranges) {
      const stored = found[range++] ?? new Map<number, Readable>();
      for (let seq = first; seq <= until; seq++, index++) {
        const entry = stored.get(seq);
        const event = entry === undefined ? null : await intact(reader, entry, seq);
        const position = formatPosition({ epoch: parts.epoch, stamp, index });
        row++;
        if (event) located.push({ stream, position, event });
        if (index < to && (index - from) % IN_A_ROW !== IN_A_ROW - 1) continue;
        if (located.length > 0) commits.push({ position, events: located });
        located = [];
        if (row < IN_A_ROW) continue;
        await parts.environment.breathe();
        row = 0;
      }
    }
  }
  const { stamp, to: index, whole } = last;
  return { commits, next: { epoch: parts.epoch, stamp, index, ...(whole ? { whole } : {}) }, end };
}

/** An event as it is in memory, or as it lies in a row. */
type Readable = AnyEvent | StoredEntry;
const isStored = (readable: Readable): readable is StoredEntry => Array.isArray(readable);

/** The event, or null when it or its long texts are damaged; whoever folds its stream misses it. */
async function intact(reader: EventReader, entry: Readable, seq: number): Promise<AnyEvent | null> {
  if (!isStored(entry)) return upcast(entry);
  try {
    return await reader.event(entry, seq);
  } catch (error) {
    if (error instanceof StoreCorrupt) return null;
    throw error;
  }
}

/** Events of a stream, and the newest commit that they came with. */
interface Span {
  readonly first: number;
  readonly last: number;
  readonly stamp: string;
}

/**
 * What there is by seq, for each range: a stream that stands in several is read once.
 * @param end these are the newest entries there are: what this process appended itself need not be read
 */
async function fetchRanges(
  reader: EventReader,
  entries: readonly OrderEntry[],
  end: boolean,
): Promise<Map<number, Readable>[]> {
  const spans = new Map<string, Span>();
  for (const { stamp, ranges } of entries) {
    for (const [stream, first, last] of ranges) {
      const span = spans.get(stream) ?? { first, last };
      spans.set(stream, { first: Math.min(span.first, first), last: Math.max(span.last, last), stamp });
    }
  }
  const byStream = new Map<string, Map<number, Readable>>();
  for (const [stream, { first, stamp }] of end ? spans : []) {
    const own = freshFrom(reader.memory.own(stream, stamp), first);
    if (own) byStream.set(stream, new Map(own.map((event) => [event.seq, event])));
  }
  const rest = [...spans].filter(([stream]) => !byStream.has(stream));
  const rows = await getAll(reader.parts.kv, rest.map(([stream]) => streamKey(stream)));
  await Promise.all(rest.map(async ([stream, { first, last }], index) => {
    byStream.set(stream, await entriesOf(reader, stream, first, last, rows[index]));
  }));
  return entries.flatMap(({ ranges }) => [...ranges]).map(([stream, first, last]) => {
    const all = byStream.get(stream);
    const found = new Map<number, Readable>();
    for (let seq = first; seq <= last; seq++) {
      const entry = all?.get(seq);
      if (entry) found.set(seq, entry);
    }
    return found;
  });
}

/** As many as can be read. */
async function entriesOf(
  reader: EventReader,
  stream: string,
  first: number,
  last: number,
  row: Entry | undefined,
): Promise<Map<number, Readable>> {
  const fresh = freshFrom(reader.memory.fresh(stream, row?.versionstamp ?? null), first);
  if (fresh) return new Map(fresh.map((event) => [event.seq, event]));
  const found = new Map<number, Readable>();
  const read = row && readable(() => foundRow(row));
  if (!read) return found;
  for await (const batch of reader.stored(stream, first, last, true, read)) {
    for (const { seq, entry } of batch) found.set(seq, entry);
  }
  return found;
}
