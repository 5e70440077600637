/**
 * Copies a store row by row into an empty one, beside writers: for a store that is no file. The copy ends at one
 * place in the order of all events; what belongs to no later one is made from the events where the source has
 * gone on. Its stamps are its own and small again, so the order is written anew: copied stamps would put what
 * comes later before what was there. It is written first, so that the values can be told their stamps.
 *
 * Left out: the epoch, snapshots (they are made again), deletions' traces, and answers of commands whose events
 * came too late for this copy: who repeats such a command must not be told that it was carried out.
 */
import { summed } from "../form/answers.ts";
import { LIST_BATCH } from "../kv/bounds.ts";
import { readable, toBytes } from "../kv/codec.ts";
import { copyValues, type Starts } from "./copy_events.ts";
import { copyFiles, copyUploads } from "./copy_files.ts";
import type { DerivedRows, Progress } from "../derived_rows.ts";
import { StoreError } from "../errors.ts";
import { jsonAt } from "../commit/job.ts";
import { allKey, dueKey, purgeKey, streamKey } from "../kv/keys.ts";
import { type LogOptions, openLog, type StoreLog } from "../log.ts";
import { endPosition, orderAfter, type StoredRange } from "../read/order.ts";
import { ORIGIN_STAMP, parsePosition } from "../read/position.ts";
import { rebuildRuns } from "../verify/verify_runs.ts";
import { rebuildStream } from "../verify/rebuild.ts";
import { removeUnder } from "../commit/remove.ts";
import { RowBatch } from "../commit/row_batch.ts";
import { signedWrites, storedCheckpoint } from "../signed/checkpoints.ts";
import { type NewStreamRow, streamRow, streamRowBytes } from "../form/stream_row.ts";
import { commandRow } from "../verify/verify_commands.ts";

/** Ranges in one entry of the copied order: an entry stays under the size of a value. */
const RANGES = 400;
/** Rounds at most, each copying what was appended during the one before: more would only be a little newer. */
const ROUNDS = 3;

/** What of a stream lies in the copy, but for its row and its files. */
const OF_STREAM = ["e", "turn", "draft", "cmd"] as const;

/** A stream in the copy's order. */
interface Placed {
  /** Its last event that is copied. */
  last: number;
  readonly starts: Starts[number][];
}

/** @throws {StoreError} when `to` holds a store already */
export async function backup(
  log: StoreLog,
  to: LogOptions,
  derived?: DerivedRows,
  progress?: Progress,
): Promise<void> {
  const copy = await openLog(to);
  try {
    for await (const _ of copy.parts.kv.list({ prefix: ["at"] }, { limit: 1 })) {
      throw new StoreError("The target of a backup must be a new store.");
    }
    await copyCheckpoints(log, copy);
    await copyUploads(log, copy);
    const placed = new Map<string, Placed>();
    let stamp = ORIGIN_STAMP;
    let events = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const end = parsePosition(await endPosition(log.parts))?.stamp ?? ORIGIN_STAMP;
      if (end === stamp) break;
      const ranges: StoredRange[] = [];
      for await (const entry of orderAfter(log.parts, stamp)) {
        if (entry.stamp > end) break;
        ranges.push(...entry.ranges);
      }
      // What an event names was there before it, and was named with it.
      await copyFiles(log, copy, new Set(ranges.map(([stream]) => stream)));
      for (let at = 0; at < ranges.length; at += RANGES) {
        events += await copyOrder(copy, ranges.slice(at, at + RANGES), placed);
      }
      stamp = end;
    }
    let streams = 0;
    for (const [stream, place] of placed) {
      if (!await copyStream(log, copy, stream, place, derived)) placed.delete(stream);
      progress?.({ streams: ++streams, events });
    }
    await copyBeside(log, copy, placed);
    if (derived) await rebuildRuns(copy, derived);
  } finally {
    await copy.close();
  }
}

/** One entry of the copy's order. @returns how many events it names */
async function copyOrder(
  copy: StoreLog,
  ranges: readonly StoredRange[],
  placed: Map<string, Placed>,
): Promise<number> {
  const key = allKey(copy.parts.kv.commitVersionstamp());
  const outcome = await copy.parts.commits.commit({ writes: [jsonAt(key, ranges)] });
  // Without a check there is no conflict.
  if (outcome.status === "conflict") throw new StoreError("The copy cannot be written.");
  let events = 0;
  for (const [stream, first, last] of ranges) {
    const place = placed.get(stream) ?? { last, starts: [] };
    if (place.starts.at(-1)?.[1] !== outcome.stamp) place.starts.push([first, outcome.stamp]);
    place.last = last;
    placed.set(stream, place);
    events += last - first + 1;
  }
  return events;
}

/**
 * Events, row, answers, open work and its drafts of a stream as they were at its last copied event.
 * @returns false when the stream was deleted
 */
async function copyStream(
  log: StoreLog,
  copy: StoreLog,
  stream: string,
  { last, starts }: Placed,
  derived: DerivedRows | undefined,
): Promise<boolean> {
  const entry = await log.parts.kv.get(streamKey(stream));
  const row = readable(() => streamRow(entry));
  const batch = new RowBatch(copy.parts);
  if (row?.deleted) {
    // Nothing else of it is copied but files, and those the copy's own purge removes.
    if (row.seq > last) await copyOrder(copy, [[stream, last + 1, row.seq]], new Map());
    await batch.set(entry.key, entry.value);
    await batch.set(purgeKey(stream), toBytes({ seq: row.seq }));
    await batch.flush();
    return false;
  }
  for (const prefix of [["turn", stream], ["draft", stream]]) {
    for await (const { key, value } of log.parts.kv.list({ prefix }, { batchSize: LIST_BATCH })) {
      await batch.set(key, value);
    }
  }
  const { hash, tail } = await copyValues(log, batch, stream, row ?? null, last, starts);
  const sum = await copyAnswers(log, batch, stream, last);
  const due = await log.parts.kv.get(dueKey(stream));
  const now = await log.parts.kv.get(streamKey(stream));
  if (readable(() => streamRow(now))?.deleted) {
    // Meanwhile: what was read of it may be half gone.
    for (const prefix of OF_STREAM) await removeUnder(copy.parts, [prefix, stream]);
    return await copyStream(log, copy, stream, { last, starts }, derived);
  }
  // A damaged row is copied as it is: verifying the copy tells.
  if (!row) {
    if (entry.versionstamp) await batch.set(entry.key, entry.value);
    await batch.flush();
    return true;
  }
  const still = row.seq === last && now.versionstamp === entry.versionstamp;
  const { list } = row;
  const answers = still ? row.answers : sum;
  const copied: NewStreamRow = {
    seq: last,
    hash,
    ...(still && list !== undefined ? { list } : {}),
    ...(answers ? { answers } : {}),
    tail,
  };
  await batch.set(entry.key, streamRowBytes(copied));
  if (still && due.versionstamp !== null) await batch.set(due.key, due.value);
  await batch.flush();
  if (still) return true;
  // The source has gone on. Of a turn that went on or ended meanwhile, row and draft need not belong together: it is
  // asked again.
  for (const prefix of [["turn", stream], ["draft", stream]]) await removeUnder(copy.parts, prefix);
  if (derived) await rebuildStream(copy, stream, derived);
  return true;
}

/** Answers of the commands whose events are here. @returns the sum of those that came with events */
async function copyAnswers(log: StoreLog, batch: RowBatch, stream: string, until: number): Promise<string> {
  let sum = "";
  const prefix = ["cmd", stream];
  for await (const { key, value } of log.parts.kv.list({ prefix }, { batchSize: LIST_BATCH })) {
    const answer = commandRow(value);
    if (answer && answer.last > until) continue;
    await batch.set(key, value);
    if (answer && answer.first <= answer.last && value instanceof Uint8Array) sum = summed(sum, value);
  }
  return sum;
}

/** Before anything that they signed: what is copied of a stream afterwards reaches as far at least. */
async function copyCheckpoints(log: StoreLog, copy: StoreLog): Promise<void> {
  const batch = new RowBatch(copy.parts);
  // The rows before the checkpoints would name some that came meanwhile: they are made of the copied ones.
  for await (const { key, value } of log.parts.kv.list({ prefix: ["checkpoint"] }, { batchSize: 10 })) {
    await batch.set(key, value);
    const { checkpoint, heads } = storedCheckpoint(value);
    for (const write of signedWrites(checkpoint.n, heads)) {
      if ("value" in write) await batch.set(write.key, write.value);
    }
    await batch.flush();
  }
}

/** What belongs to no stream. */
async function copyBeside(
  log: StoreLog,
  copy: StoreLog,
  copied: ReadonlyMap<string, unknown>,
): Promise<void> {
  const batch = new RowBatch(copy.parts);
  for (const prefix of [["foreign"], ["read"], ["proof"]]) {
    for await (const { key, value } of log.parts.kv.list({ prefix }, { batchSize: LIST_BATCH })) {
      if (copied.has(String(key[1]))) await batch.set(key, value);
    }
  }
  for (
    const prefix of [
      ["secret"],
      ["session"],
      ["token"],
      ["backup"],
      ["webhook"],
      ["delivery"],
      ["retention"],
      ["models"],
      ["signing"],
      ["mcp"],
      ["mcpsecret"],
      ["mcplogin"],
      ["upload"],
    ]
  ) {
    for await (const { key, value } of log.parts.kv.list({ prefix }, { batchSize: LIST_BATCH })) {
      await batch.set(key, value);
    }
  }
  await batch.flush();
}
