/**
 * Makes of a store of format 1, which nobody has open, a new store of this format: every stream with the same events,
 * and the same order of all of them. What is read is checked; what does not follow is not migrated.
 *
 * Commits of the order come first, many old ones as one, for their stamps; then what each of them names is read and
 * gathered, stream by stream, in values of many events. So memory holds the ends of all streams and a bounded part of
 * their events. Left out are snapshots, which are made again, and what a deletion under way would remove.
 */
import { Buffer } from "node:buffer";
import { summed } from "../form/answers.ts";
import { LIST_BATCH } from "../kv/bounds.ts";
import { fromBytes, sha256, toBytes } from "../kv/codec.ts";
import { chained, chainStart, type Entry, markOf } from "../form/entry.ts";
import { partsUnder } from "../kv/entries.ts";
import { StoreCorrupt } from "../errors.ts";
import {
  type FormerCommand,
  formerEntry,
  type FormerEvent,
  formerEvent,
  formerEventKey,
  formerHash,
  type FormerHead,
  formerHead,
  formerListKey,
} from "../form/format_1.ts";
import { bytesAt } from "../commit/job.ts";
import { allKey, eventsKey, importKey, streamKey } from "../kv/keys.ts";
import type { Kv } from "../kv/kv.ts";
import type { StoreLog } from "../log.ts";
import type { Progress } from "../derived_rows.ts";
import { orderAfter, type StoredRange } from "../read/order.ts";
import { ORIGIN_STAMP } from "../read/position.ts";
import { RowBatch } from "../commit/row_batch.ts";
import { streamRowBytes } from "../form/stream_row.ts";
import { OPEN_ROW_BYTES } from "../append/tail.ts";
import type { CommandRow } from "../types.ts";
import { type CommitStart, ROW_BYTES, runBytes } from "../form/value.ts";

export interface MigrationBounds {
  /** Events in one commit of the order, unless one range alone has more: whoever follows reads many commits at once. */
  readonly events: number;
  /** Bytes of the events of one value, before it is compressed, unless one event alone has more. */
  readonly run: number;
  /** Bytes of events that are gathered at most, of all streams together. */
  readonly gathered: number;
}
export const MIGRATION: MigrationBounds = { events: 256, run: 32_000, gathered: 16_000_000 };
/** Ranges in one entry of the order: it stays under the size of a value. */
const RANGES = 400;
/** What is written in another way than it was, or not at all. */
const OWN_KINDS: ReadonlySet<string> = new Set(["e", "h", "all", "cmd", "answered", "list", "snap", "meta"]);

/** A stream on the way: what of it was read and what is to be written. */
interface Stream {
  readonly head: FormerHead;
  /** The last event that was read, and the hash of its bytes. */
  seq: number;
  former: string;
  /** The new chain behind it. */
  hash: string;
  /** Of commands that came with events. */
  answers: string;
  gathered: Gathered;
}
/** Events that follow one another, not yet written. */
interface Gathered {
  readonly first: number;
  readonly prev: string;
  readonly commits: CommitStart[];
  readonly entries: Entry[];
  bytes: number;
}

/**
 * @param former the store of format 1
 * @param fresh a new, empty store
 * @throws {StoreCorrupt} where something is missing or does not follow
 */
export async function migrate(
  former: Kv,
  fresh: StoreLog,
  progress?: Progress,
  bounds = MIGRATION,
): Promise<void> {
  await new Migration(former, fresh, progress, bounds).run();
}

class Migration {
  readonly #streams = new Map<string, Stream>();
  readonly #batch: RowBatch;
  #gathered = 0;
  #events = 0;

  constructor(
    readonly former: Kv,
    readonly fresh: StoreLog,
    readonly progress: Progress | undefined,
    readonly bounds: MigrationBounds,
  ) {
    this.#batch = new RowBatch(fresh.parts);
  }

  async run(): Promise<void> {
    for await (const { key, value } of this.former.list({ prefix: ["h"] }, { batchSize: LIST_BATCH })) {
      this.#streams.set(String(key[1]), streamOf(String(key[1]), formerHead(value)));
    }
    for await (const kind of partsUnder(this.former, [])) {
      if (!OWN_KINDS.has(String(kind))) await this.#copy(kind);
    }
    await this.#answers();
    await this.#order();
    for (const [name, stream] of this.#streams) await this.#end(name, stream);
    await this.#batch.flush();
  }

  /** Rows that are what they were. */
  async #copy(kind: Deno.KvKeyPart): Promise<void> {
    for await (const { key, value } of this.former.list({ prefix: [kind] }, { batchSize: LIST_BATCH })) {
      await this.#batch.set(key, value);
    }
  }

  /** Each is the one that its stream names, and goes under its stream. */
  async #answers(): Promise<void> {
    const { former } = this;
    for await (const { key, value } of former.list({ prefix: ["answered"] }, { batchSize: LIST_BATCH })) {
      const [, stream = "", ...rest] = key;
      const row = (await former.get(["cmd", ...rest])).value;
      const whole = row instanceof Uint8Array && sha256(row) === fromBytes(value);
      if (!whole && !this.#streams.get(String(stream))?.head.deleted) {
        throw new StoreCorrupt(`An answer of a command of ${String(stream)} is missing or another.`);
      }
    }
    for await (const { key, value } of former.list({ prefix: ["cmd"] }, { batchSize: LIST_BATCH })) {
      const { stream: name, ...row } = fromBytes<Partial<FormerCommand>>(value) ?? {};
      if (typeof name !== "string") throw new StoreCorrupt("An answer of a command names no stream.");
      const stream = this.#streams.get(name);
      if (stream?.head.deleted) continue;
      const bytes = toBytes(row satisfies Partial<CommandRow>);
      const { first = 0, last = 0 } = row;
      if (stream && last >= first) stream.answers = summed(stream.answers, bytes);
      await this.#batch.set(["cmd", name, ...key.slice(1)], bytes);
    }
  }

  async #order(): Promise<void> {
    let group: StoredRange[] = [];
    let events = 0;
    for await (const { ranges } of orderAfter({ kv: this.former }, ORIGIN_STAMP)) {
      for (const [stream, first, last] of ranges) {
        const before = group.at(-1);
        if (before?.[0] === stream && before[2] === first - 1) before[2] = last;
        else group.push([stream, first, last]);
        events += last - first + 1;
      }
      if (group.length < RANGES && events < this.bounds.events) continue;
      await this.#commit(group);
      group = [];
      events = 0;
    }
    if (group.length > 0) await this.#commit(group);
  }

  /** One commit of the order, and what it names. */
  async #commit(ranges: readonly StoredRange[]): Promise<void> {
    const { kv, commits } = this.fresh.parts;
    const outcome = await commits.commit({
      writes: [bytesAt(allKey(kv.commitVersionstamp()), toBytes(ranges))],
    });
    if (outcome.status === "conflict") throw new StoreCorrupt("The new store cannot be written.");
    /** From which event to which: of a stream that stands in several ranges, all together. */
    const spans = new Map<string, { first: number; last: number }>();
    for (const [stream, first, last] of ranges) {
      const span = spans.get(stream) ?? { first, last: first - 1 };
      if (span.last !== first - 1) throw gap(stream, span.last, first);
      span.last = last;
      spans.set(stream, span);
    }
    for (const [name, { first, last }] of spans) await this.#read(name, first, last, outcome.stamp);
    this.progress?.({ streams: this.#streams.size, events: this.#events });
  }

  async #read(name: string, first: number, last: number, stamp: string): Promise<void> {
    const stream = this.#streams.get(name);
    if (!stream) {
      // The events of an import that was cut short are nobody's yet.
      if ((await this.former.get(importKey(name))).versionstamp !== null) return;
      throw new StoreCorrupt(`The order names events of ${name}, and there is no such stream.`);
    }
    if (first !== stream.seq + 1) throw gap(name, stream.seq, first);
    stream.seq = last;
    // Of a deleted stream the last event is left.
    let next = stream.head.deleted ? Math.max(first, stream.head.seq) : first;
    const selector = { start: formerEventKey(name, next), end: formerEventKey(name, last + 1) };
    if (next > last) return;
    for await (const { key, value } of this.former.list(selector, { batchSize: LIST_BATCH })) {
      const event = formerEvent(value);
      if (key[2] !== next || event.seq !== next || !(value instanceof Uint8Array)) break;
      await this.#take(name, stream, event, stamp);
      stream.former = formerHash(value);
      next++;
    }
    if (next <= last) throw new StoreCorrupt(`Event ${next} of ${name} is missing.`);
  }

  async #take(name: string, stream: Stream, event: FormerEvent, stamp: string): Promise<void> {
    if (stream.head.deleted) {
      // What was before it is gone: the new chain begins with the hash of that.
      stream.former = event.prev;
      stream.hash = Buffer.from(event.prev, "hex").toString("base64url");
      stream.gathered = empty(event.seq, stream.hash);
    }
    if (event.prev !== stream.former) {
      throw new StoreCorrupt(`Event ${event.seq} of ${name} does not continue the one before it.`);
    }
    const entry = formerEntry(event, this.fresh.parts.environment.salt());
    if (stream.gathered.bytes + entry.size > this.bounds.run) await this.#flush(name, stream);
    const { gathered } = stream;
    if (gathered.commits.at(-1)?.[1] !== stamp) gathered.commits.push([event.seq, stamp]);
    stream.hash = chained(stream.hash, entry);
    gathered.entries.push({ ...entry, mark: markOf(stream.hash) });
    gathered.bytes += entry.size;
    this.#events++;
    // The one event of a deleted stream stays in its row.
    if (!stream.head.deleted) this.#gathered += entry.size;
    if (this.#gathered <= this.bounds.gathered) return;
    for (const [other, gathering] of this.#streams) await this.#flush(other, gathering);
  }

  /** Writes what is gathered as one value. */
  async #flush(name: string, stream: Stream): Promise<void> {
    const { entries, bytes } = stream.gathered;
    if (entries.length === 0 || stream.head.deleted) return;
    await this.#batch.set(eventsKey(name, stream.gathered.first), runBytes(stream.gathered));
    this.#gathered -= bytes;
    const first = stream.gathered.first + entries.length;
    stream.gathered = empty(first, stream.hash);
  }

  /** The row of a stream that was read to its end. */
  async #end(name: string, stream: Stream): Promise<void> {
    const { head: { seq, hash, deleted }, gathered } = stream;
    if (stream.seq !== seq || stream.former !== hash) {
      throw new StoreCorrupt(`The last event of ${name} is not the one that its head says.`);
    }
    const list = deleted ? undefined : fromBytes((await this.former.get(formerListKey(name))).value);
    const row = () =>
      streamRowBytes({
        seq,
        hash: stream.hash,
        ...(deleted ? { deleted } : {}),
        ...(list === undefined ? {} : { list }),
        ...(stream.answers ? { answers: stream.answers } : {}),
        tail: stream.gathered,
      });
    // The newest events stay in the row where they are few.
    if (gathered.bytes > OPEN_ROW_BYTES || row().length > ROW_BYTES) await this.#flush(name, stream);
    await this.#batch.set(streamKey(name), row());
    if (!deleted) this.#gathered -= stream.gathered.bytes;
    stream.gathered = empty(seq + 1, stream.hash);
  }
}

const gap = (stream: string, before: number, first: number) =>
  new StoreCorrupt(`The order of ${stream} goes from event ${before} to event ${first}.`);

const empty = (first: number, prev: string): Gathered => ({
  first,
  prev,
  commits: [],
  entries: [],
  bytes: 0,
});

const streamOf = (name: string, head: FormerHead): Stream => {
  const start = chainStart(name);
  return { head, seq: 0, former: "", hash: start, answers: "", gathered: empty(1, start) };
};
