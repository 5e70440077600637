/**
 * Writes anew what the events say, where it is missing or another: heads, the order of all events, which blobs
 * a stream names, list and work rows, snapshots. May run beside writers.
 */
import { FORMAT } from "./open.ts";
import { upcast } from "../catalog/upcast.ts";
import { decodeEvent, fromBytes, readable, sha256 } from "./codec.ts";
import { bytesAt, flagAt, type Job, jsonAt, type Write } from "./job.ts";
import { headBytes, type HeadRow, headRow } from "./heads.ts";
import {
  blobKey,
  FORMAT_KEY,
  headKey,
  importKey,
  listKey,
  namesKey,
  purgeKey,
  refKey,
  workKey,
} from "./keys.ts";
import { entryAt } from "./entries.ts";
import { trouble } from "./kv.ts";
import type { StoreLog } from "./log.ts";
import { reachedByOrder, rebuildOrder } from "./rebuild_order.ts";
import { type DerivedRows, type OpenTurn, type Progress, sameJson, type StreamFold } from "./derived_rows.ts";
import { spilledHash } from "./spill.ts";
import type { WorkRow } from "./types.ts";
import { allStreams } from "./verify.ts";
import { rebuildAnswers } from "./verify_commands.ts";
import { workRows } from "./verify_folds.ts";
import { type Looked, verifyStream } from "./verify_stream.ts";

export interface Rebuilt {
  readonly streams: number;
  /** Rows that were not what the events say. */
  readonly rows: number;
  readonly snapshots: number;
}

export async function rebuild(log: StoreLog, derived: DerivedRows, progress?: Progress): Promise<Rebuilt> {
  let streams = 0, rows = 0, snapshots = 0, events = 0;
  rows += await rebuildFormat(log);
  const reached = await reachedByOrder(log);
  for (const stream of await allStreams(log, () => undefined)) {
    const done = await intact(async () => {
      const head = await rebuildHead(log, stream, derived, reached.get(stream) ?? 0);
      const rest = await rebuildStream(log, stream, derived);
      return rest && { ...rest, rows: rest.rows + head };
    });
    if (!done) continue;
    streams++;
    rows += done.rows;
    snapshots += done.snapshots;
    events += done.events;
    progress?.({ streams, events });
  }
  rows += await rebuildOrder(log);
  rows += await rebuildAnswers(log);
  await log.mark?.accept();
  return { streams, rows, snapshots };
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
  await write(log, { writes: [jsonAt(FORMAT_KEY, FORMAT)] });
  return 1;
}

/**
 * A head that is missing or cannot be read, from a chain without a tear that ends where the order says. One that
 * names another hash stays: it may be the event that was changed.
 */
async function rebuildHead(
  log: StoreLog,
  stream: string,
  derived: DerivedRows,
  reached: number,
): Promise<number> {
  const [entry, marker] = await log.parts.kv.getMany([headKey(stream), importKey(stream)]);
  if (!entry || marker?.versionstamp || readable(() => headRow(entry))) return 0;
  const { row, problems }: Looked = await verifyStream(log, stream, derived);
  const torn = problems.some(({ kind }) => kind === "chain");
  const head = row && !torn && row.seq > 0 && row.seq === reached
    ? { seq: row.seq, hash: row.hash }
    : await closedHead(log, stream, derived, reached);
  if (!head) return 0;
  const done = await write(log, { checks: [entry], writes: [bytesAt(entry.key, headBytes(head))] });
  return done ? 1 : 0;
}

/** Of a closed stream only the last event is left, and that it was closed is what it says. */
async function closedHead(
  log: StoreLog,
  stream: string,
  derived: DerivedRows,
  seq: number,
): Promise<HeadRow | null> {
  const found = await Array.fromAsync(log.reader.stored(stream, 1, Number.MAX_SAFE_INTEGER));
  const bytes = found[0];
  if (found.length !== 1 || !(bytes instanceof Uint8Array)) return null;
  const event = readable(() => decodeEvent(bytes));
  if (!event || !derived.closes(event) || event.seq !== seq) return null;
  return { seq, hash: sha256(bytes), deleted: true };
}

/** Null where there is no stream. */
export async function rebuildStream(
  log: StoreLog,
  stream: string,
  derived: DerivedRows,
): Promise<{ rows: number; snapshots: number; events: number } | null> {
  // Until nobody appended between the reading and the writing.
  while (true) {
    const [headEntry, listEntry] = await log.parts.kv.getMany([headKey(stream), listKey(stream)]);
    const row = headEntry && readable(() => headRow(headEntry));
    if (!headEntry || !row) return null;
    if (row.deleted) return { rows: await rebuildPurge(log, stream, derived), snapshots: 0, events: 0 };
    const list = derived.list?.(stream);
    const work = derived.work?.(stream);
    const kept: { name: string; version: number; fold: StreamFold }[] = [];
    for (const { name, version, fold } of derived.snapshots ?? []) {
      if (await log.snapshots.get(name, version, stream)) kept.push({ name, version, fold: fold(stream) });
    }
    const named = new Set<string>();
    let read = 0;
    for await (const bytes of log.reader.stored(stream, 1, row.seq)) {
      const stored = decodeEvent(bytes);
      for (const path of stored.spilled ?? []) named.add(spilledHash(stored.data, path) ?? "");
      const event = upcast(await log.reader.restored(stored));
      read++;
      for (const sha of derived.blobs?.(event) ?? []) named.add(sha);
      list?.add(event);
      work?.add(event);
      for (const { fold } of kept) fold.add(event);
    }
    // A stream with a hole is for verify to report: rows made of the rest would hide it.
    if (read !== row.seq) return { rows: 0, snapshots: 0, events: read };
    const writes: Write[] = [];
    if (list && !sameJson(list.result(), readable(() => fromBytes(listEntry?.value)))) {
      const key = listKey(stream);
      const result = list.result() ?? null;
      writes.push(result === null ? { key, remove: true } : jsonAt(key, result));
    }
    if (work) writes.push(...await workWrites(log, stream, work.result() as OpenTurn[]));
    const ties = await tieWrites(log, stream, named);
    if (writes.length > 0 && !(await write(log, { checks: [headEntry], writes }))) continue;
    for (const tie of ties) await write(log, { writes: [tie] });
    // Also those that cannot be read, and of versions that nobody reads any more.
    await log.snapshots.drop(stream);
    for (const { name, version, fold } of kept) {
      await log.snapshots.put(name, version, stream, row.seq, fold.result());
    }
    return { rows: writes.length + ties.length, snapshots: kept.length, events: row.seq };
  }
}

/** What a deletion left behind without anything that will remove it: the next purge does. */
async function rebuildPurge(log: StoreLog, stream: string, derived: DerivedRows): Promise<number> {
  const { problems } = await verifyStream(log, stream, derived);
  if (!problems.some(({ kind }) => kind === "left")) return 0;
  await write(log, { writes: [jsonAt(purgeKey(stream), {})] });
  await log.purge();
  return 1;
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

async function write(log: StoreLog, job: Job): Promise<boolean> {
  return (await log.parts.commits.commit(job)).status === "committed";
}
