/**
 * Where the events of an append go. They are gathered in the stream's row while it is small enough to be one cell of a
 * page of the file; what was gathered leaves it together. So most appends write one place of the file, and a long stream
 * still becomes values of many events.
 */
import { VALUE_BYTES } from "./bounds.ts";
import { type Encoded, RUN_BYTES } from "./encode_append.ts";
import { chainStart, type Entry } from "./entry.ts";
import type { Head } from "./types.ts";
import type { NewStreamRow } from "./stream_row.ts";
import { hashBehind, lastOf, type Run, settled } from "./value.ts";

/**
 * Bytes of a row that SQLite keeps within a page of 4,096: it takes 1,002 of a record, with its key. A longer one takes a
 * page of its own, written anew with each append.
 */
export const ROW_BYTES = 930;
/** Of what is not events. */
const FACTS_BYTES = 230;

export interface Appended {
  readonly tail: Run;
  /** Runs that leave the row, oldest first. */
  readonly runs: readonly Run[];
}

const bytesOf = (entries: readonly Entry[]): number => entries.reduce((sum, { size }) => sum + size + 1, 0);

/** The row of a stream that has no event yet. */
export const emptyRow = (stream: string): NewStreamRow => ({
  seq: 0,
  hash: "",
  tail: { first: 1, prev: chainStart(stream), commits: [], entries: [] },
});

/** Puts `added` behind the tail of a row whose last commit is that of `head`. */
export function extended(before: Run, head: Head, added: Encoded, listBytes: number): Appended {
  const first = head.seq + 1;
  const old = settled(before, head.stamp ?? "");
  const fresh: Run = {
    first,
    prev: head.seq === 0 ? before.prev : head.hash,
    commits: [[first, null]],
    entries: added.entries,
  };
  const room = ROW_BYTES - FACTS_BYTES - listBytes;
  const oldBytes = bytesOf(old.entries);
  const newBytes = bytesOf(added.entries);
  if (oldBytes + newBytes <= room) return { tail: together(old, fresh), runs: [] };
  const kept = old.entries.length > 0 ? [old] : [];
  if (newBytes <= room) return { tail: fresh, runs: kept };
  const all = oldBytes + newBytes <= VALUE_BYTES - RUN_BYTES
    ? [together(old, fresh)]
    : [...kept, ...cut(fresh)];
  return {
    tail: { first: first + added.entries.length, prev: added.hash, commits: [], entries: [] },
    runs: all,
  };
}

/** Two runs that follow one another, as one. */
export function together(a: Run, b: Run): Run {
  if (a.entries.length === 0) return b;
  return { ...a, commits: [...a.commits, ...b.commits], entries: [...a.entries, ...b.entries] };
}

/** One commit's events in runs that each fit into a value. */
function* cut(run: Run): Generator<Run> {
  let part = { ...run, entries: [] as Entry[] };
  let bytes = 0;
  for (const entry of run.entries) {
    if (part.entries.length > 0 && bytes + entry.size > VALUE_BYTES - RUN_BYTES) {
      yield part;
      const first = lastOf(part) + 1;
      part = { first, prev: hashBehind(part), commits: [[first, null]], entries: [] };
      bytes = 0;
    }
    part.entries.push(entry);
    bytes += entry.size + 1;
  }
  yield part;
}
