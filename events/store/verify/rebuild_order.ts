/**
 * Entries of the order of all events that are missing, written again where they were: values of events tell with which
 * commit each came, and its stamp is its place. What the order names and is nowhere any more is taken out of it.
 */
import { readable } from "../kv/codec.ts";
import { entriesUnder, namesUnder } from "../kv/entries.ts";
import { jsonAt } from "../commit/job.ts";
import { allKey, streamKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import type { StoredRange } from "../read/order.ts";
import type { FoundRun } from "../read/read.ts";
import { type Begun, CommitsOfRuns } from "./stream_commits.ts";
import { type StreamRow, streamRow } from "../form/stream_row.ts";
import { rangesOf } from "./verify_order.ts";

/** Events of a stream that are lost. */
export interface Lost {
  readonly stream: string;
  readonly first: number;
  readonly last: number;
}

/** A commit of one stream: its events and its stamp. */
interface Placed {
  readonly stamp: string;
  readonly range: StoredRange;
}

/** The order as it was found. */
export interface Reached {
  /** The last event that it names, by stream. */
  readonly ends: ReadonlyMap<string, number>;
  /** Of its newest entry. */
  readonly stamp: string;
}

/** Up to which event the order names each stream. */
export async function reachedByOrder(log: StoreLog): Promise<Reached> {
  const ends = new Map<string, number>();
  let stamp = "";
  for await (const { key, value } of entriesUnder(log.parts.kv, ["all"], () => undefined)) {
    stamp = String(key[1]);
    for (const [stream, , last] of rangesOf(value) ?? []) {
      ends.set(stream, Math.max(last, ends.get(stream) ?? 0));
    }
  }
  return { ends, stamp };
}

/**
 * Takes out of the order what it names of a stream behind event `end`, so that what is appended next has its place.
 * @returns what is lost; null where the order names nothing behind `end`
 */
export async function cutOrder(
  log: StoreLog,
  stream: string,
  end: number,
  { ends, stamp }: Reached,
): Promise<Lost | null> {
  const last = ends.get(stream) ?? 0;
  if (last <= end) return null;
  for await (const { key, value } of entriesUnder(log.parts.kv, ["all"], () => undefined)) {
    if (String(key[1]) > stamp) break;
    const ranges = rangesOf(value);
    if (!ranges?.some((range) => range[0] === stream && range[2] > end)) continue;
    const left = ranges.flatMap((range): StoredRange[] => {
      if (range[0] !== stream) return [range];
      return range[1] > end ? [] : [[stream, range[1], Math.min(range[2], end)]];
    });
    // An entry without an event would be a place that is none.
    const write = left.length > 0 ? jsonAt(key, left) : { key, remove: true } as const;
    await log.parts.commits.commit({ writes: [write] });
  }
  return { stream, first: end + 1, last };
}

/** @returns how many entries were written */
export async function rebuildOrder(log: StoreLog): Promise<number> {
  const { kv, commits } = log.parts;
  const placed = new Map<string, Placed[]>();
  const entries = new Map<string, StoredRange[]>();
  for await (const { key, value } of entriesUnder(kv, ["all"], () => undefined)) {
    const stamp = String(key[1]);
    const ranges = rangesOf(value) ?? [];
    entries.set(stamp, ranges);
    for (const range of ranges) {
      const of = placed.get(range[0]) ?? [];
      of.push({ stamp, range });
      placed.set(range[0], of);
    }
  }
  const changed = new Set<string>();
  for await (const stream of namesUnder(kv, "at")) {
    const entry = await kv.get(streamKey(stream));
    const row = readable(() => streamRow(entry));
    if (!row || row.deleted) continue;
    const known = placed.get(stream) ?? [];
    for (const { stamp, range } of await missing(log, stream, row, entry.versionstamp ?? "", known)) {
      entries.set(stamp, [...(entries.get(stamp) ?? []), range]);
      changed.add(stamp);
    }
  }
  for (const stamp of changed) {
    await commits.commit({ writes: [jsonAt(allKey(stamp), entries.get(stamp) ?? [])] });
  }
  return changed.size;
}

/** Events that no entry names, each with the stamp of its commit; none where that is not between its neighbours. */
async function missing(
  log: StoreLog,
  stream: string,
  row: StreamRow,
  own: string,
  known: readonly Placed[],
): Promise<Placed[]> {
  const gaps: { first: number; last: number; after: string; before: string }[] = [];
  let next = 1;
  let after = "";
  for (const { stamp, range: [, first, until] } of known) {
    if (first > next) gaps.push({ first: next, last: first - 1, after, before: stamp });
    next = Math.max(next, until + 1);
    after = stamp;
  }
  if (next <= row.seq) gaps.push({ first: next, last: row.seq, after, before: "~" });
  const found: Placed[] = [];
  for (const gap of gaps) {
    for await (const { stamp, range } of commitsIn(log, stream, row, own, gap)) {
      const previous = found.at(-1);
      if (stamp <= gap.after || stamp >= gap.before) return [];
      if (previous && stamp < previous.stamp) return [];
      if (previous?.stamp === stamp && previous.range[2] === range[1] - 1) previous.range[2] = range[2];
      else found.push({ stamp, range });
    }
  }
  return found;
}

/** What the values and the stream's row say of the commits of events `first` … `last`. */
async function* commitsIn(
  log: StoreLog,
  stream: string,
  { tail, seq }: StreamRow,
  own: string,
  { first, last }: { readonly first: number; readonly last: number },
): AsyncIterable<Placed> {
  // Behind the last too: events may be named by the one that follows them.
  const runs = async function* (): AsyncIterable<Pick<FoundRun, "first" | "commits" | "entries" | "stamp">> {
    yield* log.reader.runs(stream, first, tail.first - 1, true);
    yield { ...tail, stamp: own };
  };
  const named = new CommitsOfRuns();
  let before: Begun | null = null;
  const until = (end: number): Placed[] => {
    const from = Math.max(first, before?.first ?? Infinity);
    const to = Math.min(last, end);
    return before && from <= to ? [{ stamp: before.stamp, range: [stream, from, to] }] : [];
  };
  for await (const run of runs()) {
    for (const commit of named.next(run, run.stamp) ?? []) {
      yield* until(commit.first - 1);
      before = commit;
      if (commit.first > last) return;
    }
  }
  yield* until(seq);
}
