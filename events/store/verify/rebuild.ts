/**
 * Writes anew what the events say, where it is missing or another: rows of streams, the order of all events, which
 * blobs a stream names, work rows, snapshots. May run beside writers.
 */
import { upcast } from "../../catalog/upcast.ts";
import { dueAt } from "../beside/due_rows.ts";
import { fromBytes, readable } from "../kv/codec.ts";
import { type DerivedRows, type OpenTurn, type Progress, type StreamFold } from "../derived_rows.ts";
import { entriesUnder, entryAt } from "../kv/entries.ts";
import { eventOf } from "../form/entry.ts";
import { flagAt, jsonAt, type Write } from "../commit/job.ts";
import { blobKey, dueKey, erasingKey, FORMAT_KEY, namesKey, refKey, streamKey, workKey } from "../kv/keys.ts";
import { trouble } from "../kv/kv.ts";
import type { StoreLog } from "../log.ts";
import { FORMAT } from "../kv/open.ts";
import { written } from "../commit/parts.ts";
import { rebuildMarks } from "./rebuild_marks.ts";
import { type Lost, reachedByOrder, rebuildOrder } from "./rebuild_order.ts";
import { mendRow, rebuildPurge, rebuildRow } from "./rebuild_row.ts";
import { spilledHash } from "../form/spill.ts";
import { streamRow } from "../form/stream_row.ts";
import type { WorkRow } from "../types.ts";
import { allStreams } from "./verify.ts";
import { workRows } from "./verify_folds.ts";
import { ErasedEvents } from "./verify_erased.ts";
import { rebuildRecent } from "./verify_recent.ts";
import { rebuildRuns } from "./verify_runs.ts";
import { rebuildSigned } from "./verify_signed.ts";
import { rebuildTally } from "./verify_tally.ts";

export interface Rebuilt {
  readonly streams: number;
  /** Rows that were not what the events say. */
  readonly rows: number;
  readonly snapshots: number;
  /** Events that are nowhere any more: the order of all events names them no longer. */
  readonly lost: readonly Lost[];
}

export async function rebuild(log: StoreLog, derived: DerivedRows, progress?: Progress): Promise<Rebuilt> {
  let streams = 0, rows = 0, snapshots = 0, events = 0;
  rows += await rebuildFormat(log);
  const order = await reachedByOrder(log);
  const lost: Lost[] = [];
  for (const stream of new Set([...await allStreams(log, () => undefined), ...order.ends.keys()])) {
    const done = await intact(async () => {
      const row = await rebuildRow(log, stream, derived, order);
      if (row.lost) lost.push(row.lost);
      const rest = await rebuildStream(log, stream, derived);
      return rest && { ...rest, rows: rest.rows + row.rows };
    });
    if (!done) continue;
    streams++;
    rows += done.rows;
    snapshots += done.snapshots;
    events += done.events;
    progress?.({ streams, events });
  }
  rows += await rebuildOrder(log);
  rows += await dropDue(log);
  rows += await rebuildRuns(log, derived);
  rows += await rebuildRecent(log, derived);
  rows += await rebuildTally(log, derived);
  rows += await rebuildSigned(log);
  await log.mark?.accept();
  return { streams, rows, snapshots, lost };
}

/** What `work` gives; null for a stream that is too damaged, which verify tells of: the others are mended. */
async function intact<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (trouble(error) !== "unknown") throw error;
    return null;
  }
}

/** The format is this program's own: with another one it would not have opened the store. */
async function rebuildFormat(log: StoreLog): Promise<number> {
  const entry = await log.parts.kv.get(FORMAT_KEY);
  if (readable(() => fromBytes(entry.value)) === FORMAT) return 0;
  await written(log.parts, { writes: [jsonAt(FORMAT_KEY, FORMAT)] });
  return 1;
}

/** Null where there is no stream. */
export async function rebuildStream(
  log: StoreLog,
  stream: string,
  derived: DerivedRows,
): Promise<{ rows: number; snapshots: number; events: number } | null> {
  const marks = await rebuildMarks(log, stream);
  // Until nobody appended between the reading and the writing.
  while (true) {
    const entry = await log.parts.kv.get(streamKey(stream));
    const row = readable(() => streamRow(entry));
    if (!row) return null;
    if (row.deleted) return { rows: await rebuildPurge(log, stream, derived), snapshots: 0, events: 0 };
    const list = derived.list?.(stream);
    const work = derived.work?.(stream);
    const due = derived.due?.(stream);
    const kept: { name: string; version: number; fold: StreamFold }[] = [];
    for (const { name, version, fold } of derived.snapshots ?? []) {
      if (await log.snapshots.get(name, version, stream)) kept.push({ name, version, fold: fold(stream) });
    }
    const folds = [list, work, due, ...kept.map(({ fold }) => fold)].filter((fold) => fold != null);
    const { read, named, erased } = await foldStream(log, stream, row.seq, derived, folds);
    // A stream with a hole is for verify to report: rows made of the rest would hide it.
    if (read !== row.seq) return { rows: 0, snapshots: 0, events: read };
    const writes = work ? await workWrites(log, stream, work.result() as OpenTurn[]) : [];
    if (due) writes.push(...await dueWrites(log, stream, due.result()));
    for (const telling of erased.left().keys()) {
      const key = erasingKey(stream, telling);
      if ((await entryAt(log.parts.kv, key))?.value !== true) writes.push(flagAt(key));
    }
    const ties = await tieWrites(log, stream, named);
    if (writes.length > 0 && !(await written(log.parts, { checks: [entry], writes }))) continue;
    // Last: it gives the row another stamp.
    const mended = await mendRow(log, entry, row, list ? list.result() ?? null : undefined);
    if (mended === null) continue;
    for (const tie of ties) await written(log.parts, { writes: [tie] });
    // Also those that cannot be read, and of versions that nobody reads any more.
    await log.snapshots.drop(stream);
    for (const { name, version, fold } of kept) {
      await log.snapshots.put(name, version, stream, row.seq, fold.result());
    }
    const rows = marks + writes.length + ties.length + (mended ? 1 : 0);
    return { rows, snapshots: kept.length, events: row.seq };
  }
}

/** Folds the events up to `last`: how many there were, and the blobs that they name. */
async function foldStream(
  log: StoreLog,
  stream: string,
  last: number,
  derived: DerivedRows,
  folds: readonly StreamFold[],
): Promise<{ read: number; named: Set<string>; erased: ErasedEvents }> {
  const named = new Set<string>();
  const erased = new ErasedEvents(derived);
  let read = 0;
  for await (const batch of log.reader.stored(stream, 1, last)) {
    for (const { entry, seq } of batch) {
      const stored = eventOf(entry, seq);
      const { length } = entry;
      for (const path of stored.spilled ?? []) named.add(spilledHash(stored.data, path) ?? "");
      const event = upcast(await log.reader.restored(stored));
      read++;
      erased.add(event, { length });
      for (const sha of derived.blobs?.(event) ?? []) named.add(sha);
      for (const fold of folds) fold.add(event);
    }
  }
  return { read, named, erased };
}

/** Both ends of the tie between the stream and each blob that its events name and that is there. */
async function tieWrites(log: StoreLog, stream: string, named: ReadonlySet<string>): Promise<Write[]> {
  const { kv } = log.parts;
  const writes: Write[] = [];
  const shas = new Set(named);
  try {
    for await (const { key } of kv.list({ prefix: ["names", stream] })) shas.add(String(key[2]));
  } catch {
    // One that cannot be read is among those that the events name, and written again.
  }
  for (const sha of shas) {
    if (sha === "" || (await kv.get(blobKey(sha))).versionstamp === null) continue;
    for (const key of [namesKey(stream, sha), refKey(sha, stream)]) {
      const now = await entryAt(kv, key);
      if (now?.value !== true) writes.push(flagAt(key));
    }
  }
  return writes;
}

/** The row that says when a stream is due to be closed, where it is missing, another, or one too many. */
async function dueWrites(log: StoreLog, stream: string, at: unknown): Promise<Write[]> {
  const key = dueKey(stream);
  const now = await entryAt(log.parts.kv, key);
  if (typeof at !== "number") return now?.versionstamp === null ? [] : [{ key, remove: true }];
  return now?.versionstamp && dueAt(now.value) === at ? [] : [jsonAt(key, { at })];
}

/** Rows of streams that are not there and yet to be closed. @returns how many were removed */
async function dropDue(log: StoreLog): Promise<number> {
  let removed = 0;
  for await (const { key } of entriesUnder(log.parts.kv, ["due"], () => undefined)) {
    const entry = await log.parts.kv.get(streamKey(String(key[1])));
    if (entry.versionstamp !== null) continue;
    if (await written(log.parts, { checks: [entry], writes: [{ key, remove: true }] })) removed++;
  }
  return removed;
}

/** Rows of open turns that are missing or damaged become claimable; rows of turns that ended go. */
async function workWrites(log: StoreLog, stream: string, open: readonly OpenTurn[]): Promise<Write[]> {
  const missing = new Map(open.map((turn) => [turn.turnId, turn]));
  const writes: Write[] = [];
  for (const [turnId, { row, whole }] of await workRows(log, stream)) {
    const turn = missing.get(turnId);
    if (!turn) writes.push({ key: workKey(stream, turnId), remove: true });
    // Of the attempt that the events say, and with all the text it counts: shown text without its draft is lost.
    else if (whole && row?.attempt === turn.attempt) missing.delete(turnId);
  }
  for (const { turnId, attempt } of missing.values()) {
    const row: WorkRow = { attempt, owner: null, beat: 0, length: 0, reasoningLength: 0 };
    writes.push(jsonAt(workKey(stream, turnId), row));
  }
  return writes;
}
