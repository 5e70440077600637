/**
 * Events of an import on their way into values. All but the newest are packed as they come, before the commit that makes
 * them those of the stream: they name no commit. The newest are written by it, and name it.
 */
import { VALUE_BYTES } from "../kv/bounds.ts";
import { RUN_BYTES } from "../append/encode_append.ts";
import { chained, chainStart, type Entry, MARK_UNITS, markOf } from "../form/entry.ts";
import { bytesAt, type Write } from "../commit/job.ts";
import { eventsKey } from "../kv/keys.ts";
import { PACKING } from "../upkeep/packing.ts";
import { hashBehind, packedValues, type Run, runBytes } from "../form/value.ts";

export class ImportRuns {
  #first = 1;
  #prev: string;
  #entries: Entry[] = [];
  #bytes = 0;
  #hash: string;

  constructor(readonly stream: string) {
    this.#prev = this.#hash = chainStart(stream);
  }

  /** How many events were added. */
  get seq(): number {
    return this.#first + this.#entries.length - 1;
  }
  /** The chain behind the last. */
  get hash(): string {
    return this.#hash;
  }

  /** @returns what is full, to be written */
  add(entry: Entry): Write[] {
    const full = this.#entries.length >= PACKING.events || this.#bytes + entry.size + 1 > PACKING.bytes;
    const writes = full ? this.#cut(this.#entries.length) : [];
    this.#hash = chained(this.#hash, entry);
    this.#entries.push({ ...entry, mark: markOf(this.#hash) });
    this.#bytes += entry.size + 1;
    return writes;
  }

  /** What is left: older events for now, the newest for the commit that concludes the import. */
  rest(): { older: Write[]; newest: Write } {
    let newest = 0;
    let bytes = 0;
    for (const { size } of this.#entries.toReversed()) {
      bytes += size + 1 + MARK_UNITS;
      if (newest > 0 && bytes > VALUE_BYTES - RUN_BYTES) break;
      newest++;
    }
    const older = this.#cut(this.#entries.length - newest);
    const run: Run = {
      first: this.#first,
      prev: this.#prev,
      commits: [[this.#first, null]],
      entries: this.#entries,
    };
    return { older, newest: bytesAt(eventsKey(this.stream, run.first), runBytes(run)) };
  }

  /** The oldest `count` events leave. */
  #cut(count: number): Write[] {
    const run: Run = {
      first: this.#first,
      prev: this.#prev,
      commits: [],
      entries: this.#entries.slice(0, count),
    };
    this.#first += count;
    this.#prev = count === this.#entries.length ? this.#hash : hashBehind(run);
    this.#entries = this.#entries.slice(count);
    this.#bytes = this.#entries.reduce((sum, { size }) => sum + size + 1, 0);
    if (count === 0) return [];
    return Array.from(packedValues(run), ({ first, value }) => bytesAt(eventsKey(this.stream, first), value));
  }
}
