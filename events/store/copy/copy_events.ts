/**
 * The values of a stream for a copy of its store. Stamps of the store they come from mean nothing there: each value is
 * told the stamps that its commits have in the copy.
 */
import { chained, chainStart, type Entry } from "../form/entry.ts";
import { eventsKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import type { RowBatch } from "../commit/row_batch.ts";
import type { StreamRow } from "../form/stream_row.ts";
import {
  type CommitStart,
  hashBehind,
  lastOf,
  packedBytes,
  type Run,
  runBytes,
  textsOf,
} from "../form/value.ts";

/** Where commits of a stream begin in the copy, with their stamps there, oldest first. */
export type Starts = readonly (readonly [first: number, stamp: string])[];

/** The end of a copied stream. */
export interface CopiedEnd {
  readonly hash: string;
  readonly tail: Run;
}

/** Part of a run: events `from` … `last`, with the commits they have in the copy. */
function part(run: Run, from: number, last: number, starts: Starts): Run {
  const skipped = run.entries.slice(0, Math.max(0, from - run.first));
  const first = run.first + skipped.length;
  const entries = run.entries.slice(skipped.length, Math.max(skipped.length, last - run.first + 1));
  const prev = skipped.reduce((hash: string, entry: Entry) => chained(hash, entry), run.prev);
  const until = first + entries.length;
  const commits: CommitStart[] = [];
  for (let at = lastUpTo(starts, first); at < starts.length; at++) {
    const [begin, stamp] = starts[at] ?? [until, ""];
    if (begin >= until) break;
    commits.push([Math.max(first, begin), stamp]);
  }
  return { first, prev, commits, entries };
}

/** Where in `starts` the commit of event `seq` stands. */
function lastUpTo(starts: Starts, seq: number): number {
  let low = 0;
  for (let high = starts.length; high - low > 1;) {
    const middle = (low + high) >> 1;
    if ((starts[middle]?.[0] ?? Infinity) <= seq) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Copies the events up to `last`; damaged values as they are, for verifying the copy to tell.
 * @param row of the stream, read before
 */
export async function copyValues(
  log: StoreLog,
  batch: RowBatch,
  stream: string,
  row: StreamRow | null,
  last: number,
  starts: Starts,
): Promise<CopiedEnd> {
  const inRow = row?.tail.first ?? Infinity;
  let next = 1;
  let hash = chainStart(stream);
  for await (const run of log.reader.runs(stream, 1, Math.min(last, inRow - 1), true)) {
    if (run.first > next) await copyDamaged(log, batch, stream, next, run.first);
    const copied = part(textsOf(run), next, Math.min(last, inRow - 1), starts);
    await batch.set(eventsKey(stream, copied.first), run.packed ? packedBytes(copied) : runBytes(copied));
    next = lastOf(copied) + 1;
    hash = hashBehind(copied);
  }
  const end = Math.min(last + 1, inRow);
  if (next < end) await copyDamaged(log, batch, stream, next, end);
  if (!row || last < inRow) return { hash, tail: { first: last + 1, prev: hash, commits: [], entries: [] } };
  const tail = part(textsOf(row.tail), inRow, last, starts);
  return { hash: last === row.seq ? row.hash : hashBehind(tail), tail };
}

/** Values from `first` to before `end`, whatever they hold. */
async function copyDamaged(
  log: StoreLog,
  batch: RowBatch,
  stream: string,
  first: number,
  end: number,
): Promise<void> {
  const selector = { start: eventsKey(stream, first), end: eventsKey(stream, end) };
  for await (const { key, value } of log.parts.kv.list(selector)) await batch.set(key, value);
}
