/**
 * What is old of a long stream is packed: many small values become one, compressed. Readers see no difference, and at
 * every moment each event is in exactly one place, so this may be cut short anywhere. Who packs a stream claims it
 * first, in a row of its own; who comes later, a deletion too, takes the claim away, and the earlier one writes nothing
 * more.
 */
import { VALUES_BATCH } from "../kv/bounds.ts";
import { trouble } from "../kv/kv.ts";
import { bytesAt, flagAt } from "../commit/job.ts";
import { eventsKey, packingKey } from "../kv/keys.ts";
import { type Parts, written } from "../commit/parts.ts";
import type { EventReader, FoundRun } from "../read/read.ts";
import { isPacked, lastOf, packedValues, type Run, settled, textsOf, together } from "../form/value.ts";

export interface PackingBounds {
  /** The newest events of a stream stay as they are: they are read most, one by one. */
  readonly keep: number;
  /** Events of one packed value at most; fewer stay as they are, but for their bytes. */
  readonly events: number;
  /** Bytes of these events as JSON at most: what is opened to read one of them. */
  readonly bytes: number;
}
export const PACKING: PackingBounds = { keep: 1_000, events: 1_000, bytes: 256 * 1024 };
/** Runs that are packed together at most: a commit that removes more would be too large. */
const RUNS = 500;
/** Appended events of a stream between two looks. */
const LOOK_EVERY = 250;
/** Milliseconds of rest between two commits: whoever appends goes first. */
const REST_MS = 5;

export class Packing {
  readonly #waiting = new Set<string>();
  #running: Promise<void> | null = null;

  constructor(
    readonly parts: Parts,
    readonly reader: EventReader,
    readonly closing: AbortSignal,
    readonly bounds: PackingBounds = PACKING,
  ) {}

  /** Told of each append: now and then the stream is looked at, in the background. */
  appended(stream: string, first: number, last: number): void {
    const every = Math.min(LOOK_EVERY, this.bounds.events);
    if (last <= this.bounds.keep || Math.floor((first - 1) / every) === Math.floor(last / every)) return;
    this.#waiting.add(stream);
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is being packed. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    for (const stream of this.#waiting) {
      this.#waiting.delete(stream);
      if (this.closing.aborted) break;
      try {
        await this.pack(stream);
      } catch (error) {
        // It is packed when it is looked at the next time; what is damaged is for verify to tell.
        if (trouble(error) === "full") this.#waiting.clear();
      }
    }
    this.#running = null;
  }

  /** Packs what is old enough of a stream. @returns how many values were made */
  async pack(stream: string): Promise<number> {
    const { commits } = this.parts;
    const claimed = await commits.commit({ writes: [flagAt(packingKey(stream))] });
    if (claimed.status === "conflict") return 0;
    const claim = { key: packingKey(stream), versionstamp: claimed.stamp };
    // After the claim: who deletes the stream from here on takes the claim away.
    const found = await this.reader.row(stream);
    const last = found && !found.row.deleted
      ? Math.max(0, Math.min(found.row.seq - this.bounds.keep, found.row.tail.first - 1))
      : 0;
    let packed = 0;
    for await (const runs of this.#groups(stream, last)) {
      const values = [...packedValues(runs.reduce(together))];
      const firsts = new Set(values.map(({ first }) => first));
      const gone = runs.filter(({ first }) => !firsts.has(first));
      const done = await written(this.parts, {
        checks: [claim],
        writes: [
          ...values.map(({ first, value }) => bytesAt(eventsKey(stream, first), value)),
          ...gone.map(({ first }) => ({ key: eventsKey(stream, first), remove: true }) as const),
        ],
      });
      if (!done) return packed;
      packed += values.length;
      await this.parts.environment.sleep(REST_MS, this.closing);
      if (this.closing.aborted) return packed;
    }
    await commits.commit({ checks: [claim], writes: [{ key: packingKey(stream), remove: true }] });
    return packed;
  }

  /** Runs up to `last` that are not packed yet, in groups as full as a packed value may be; none is empty. */
  async *#groups(stream: string, last: number): AsyncIterable<Run[]> {
    const from = await this.#firstOpen(stream, last);
    let group: Run[] = [];
    let events = 0;
    let bytes = 0;
    for await (const next of this.reader.runs(stream, from, last)) {
      if (lastOf(next) > last) return;
      const open = opened(next);
      const size = open.entries.reduce((sum, entry) => sum + entry.size + 1, 0);
      const full = events + open.entries.length > this.bounds.events || bytes + size > this.bounds.bytes;
      if (group.length === RUNS || (group.length > 0 && full)) {
        yield group;
        group = [];
        events = 0;
        bytes = 0;
      }
      group.push(open);
      events += open.entries.length;
      bytes += size;
      // Many are read at once, and nothing waits between them.
      await this.parts.environment.breathe();
    }
  }

  /** Where the runs begin that are not packed, up to `last`: looked for from the end, which is where they are. */
  async #firstOpen(stream: string, last: number): Promise<number> {
    const selector = { start: eventsKey(stream, 0), end: eventsKey(stream, last + 1) };
    let first = last + 1;
    for await (
      const { key, value } of this.parts.kv.list(selector, { reverse: true, batchSize: VALUES_BATCH })
    ) {
      if (isPacked(value)) break;
      first = Number(key[2]);
    }
    return first;
  }
}

const opened = (run: FoundRun): Run => settled(textsOf(run), run.stamp);
