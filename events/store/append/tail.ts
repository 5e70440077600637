/**
 * Where the events of an append go. They are gathered in the stream's row while it is small enough to be one cell of a
 * page of the file; what was gathered leaves it together. So most appends write one place of the file, and a long stream
 * still becomes values of many events.
 */
import { Buffer } from "node:buffer";
import { VALUE_BYTES } from "../kv/bounds.ts";
import { type Encoded, RUN_BYTES } from "./encode_append.ts";
import { chained, chainStart, type Entry, MARK_UNITS } from "../form/entry.ts";
import type { Head } from "../types.ts";
import { factsText, type NewStreamRow, rowBytes } from "../form/stream_row.ts";
import { hashBehind, lastOf, ROW_BYTES, type Run, settled, together } from "../form/value.ts";

/** Bytes of a row before it is compressed that may become so few; of more it is not tried, since it seldom would. */
export const OPEN_ROW_BYTES = 2.3 * ROW_BYTES;
/** The same of one that is compressed less. */
const HURRIED_ROW_BYTES = 1.5 * ROW_BYTES;

export interface Appended {
  readonly row: NewStreamRow;
  readonly bytes: Uint8Array;
  /** Runs that leave the row, oldest first. */
  readonly runs: readonly Run[];
}

/** Bytes beside an entry in its run: a comma, and its mark. */
const BESIDE = 1 + MARK_UNITS;

const sizeOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { size }) => sum + size + BESIDE, 0);

/** The row of a stream that has no event yet. */
export const emptyRow = (stream: string): NewStreamRow => ({
  seq: 0,
  hash: "",
  tail: { first: 1, prev: chainStart(stream), commits: [], entries: [] },
});

/**
 * The row of a stream with `added` behind its tail, and what has to leave it for that.
 * @param before the tail of the row that `head` was read from
 * @param facts what of the new row is no event
 * @param hurried compressed less and faster: many wait
 */
export function extended(
  before: Run,
  head: Head,
  added: Encoded,
  facts: Omit<NewStreamRow, "seq" | "hash" | "tail">,
  hurried = false,
): Appended {
  const first = head.seq + 1;
  const seq = head.seq + added.entries.length;
  const old = settled(before, head.stamp ?? "");
  const prev = head.seq === 0 ? before.prev : head.hash;
  const fresh: Run = { first, prev, commits: [[first, null]], entries: added.entries };
  const all = { seq, hash: added.hash, ...facts };
  const text = factsText(all);
  const rowOf = (tail: Run) => ({ row: { ...all, tail }, bytes: rowBytes(text, tail, hurried) });
  const oldSize = sizeOf(old.entries);
  const newSize = sizeOf(fresh.entries);
  const room = (hurried ? HURRIED_ROW_BYTES : OPEN_ROW_BYTES) - Buffer.byteLength(text);
  if (oldSize + newSize <= room) {
    const both = rowOf(together(old, fresh));
    if (both.bytes.length <= ROW_BYTES) return { ...both, runs: [] };
  }
  const kept = old.entries.length > 0 ? [old] : [];
  if (newSize <= room && kept.length > 0) {
    const alone = rowOf(fresh);
    if (alone.bytes.length <= ROW_BYTES) return { ...alone, runs: kept };
  }
  const fits = oldSize + newSize <= VALUE_BYTES - RUN_BYTES;
  const runs = fits ? [together(old, fresh)] : [...kept, ...cut(fresh)];
  return { ...rowOf({ first: seq + 1, prev: added.hash, commits: [], entries: [] }), runs };
}

/** Of a stream that `added` closes nothing stays but the event that closes it, the last. */
export function closedRow(stream: string, head: Head, added: Encoded): NewStreamRow {
  const seq = head.seq + added.entries.length;
  const prev = added.entries.slice(0, -1).reduce(
    (hash, entry) => chained(hash, entry),
    head.seq === 0 ? chainStart(stream) : head.hash,
  );
  const tail: Run = { first: seq, prev, commits: [[seq, null]], entries: added.entries.slice(-1) };
  return { seq, hash: added.hash, deleted: true, tail };
}

/** One commit's events in runs that each fit into a value. */
function* cut(run: Run): Generator<Run> {
  let part: Run & { readonly entries: Entry[] } = { ...run, entries: [] };
  let bytes = 0;
  for (const entry of run.entries) {
    if (part.entries.length > 0 && bytes + entry.size > VALUE_BYTES - RUN_BYTES) {
      yield part;
      const first = lastOf(part) + 1;
      part = { first, prev: hashBehind(part), commits: [[first, null]], entries: [] };
      bytes = 0;
    }
    part.entries.push(entry);
    bytes += entry.size + BESIDE;
  }
  yield part;
}
