/**
 * Copies a store row by row into an empty one, beside writers: for a store that is no file. The copy ends at one
 * place in the order of all events; what belongs to no later one is made from the events where the source has
 * gone on. Its stamps are its own and small again, so the order is written anew: copied stamps would put what
 * comes later before what was there.
 *
 * Left out: the epoch, snapshots (they are made again), deletions' traces, and answers of commands whose events
 * came too late for this copy: who repeats such a command must not be told that it was carried out.
 */
import { LIST_BATCH } from "./bounds.ts";
import { fromBytes, readable, sha256, toBytes } from "./codec.ts";
import { copyFiles, copyUploads } from "./copy_files.ts";
import { StoreError } from "./errors.ts";
import { headBytes, headRow } from "./heads.ts";
import { allKey, ANSWERED_KEY, eventKey, headKey, listKey, purgeKey } from "./keys.ts";
import { type LogOptions, openLog, type StoreLog } from "./log.ts";
import { endPosition, fetchRanges, orderAfter, type StoredRange } from "./order.ts";
import { ORIGIN_STAMP, parsePosition } from "./position.ts";
import { rebuildStream } from "./rebuild.ts";
import type { DerivedRows, Progress } from "./derived_rows.ts";
import { removeUnder } from "./remove.ts";
import { RowBatch } from "./row_batch.ts";
import type { CommandRow } from "./types.ts";

/** Ranges in one entry of the copied order: an entry stays under the size of a value. */
const RANGES = 400;
/** Events fetched at once, unless one range alone has more. */
const EVENTS = 2_000;
/** Rounds at most, each copying what was appended during the one before: more would only be a little newer. */
const ROUNDS = 3;

/** @throws {StoreError} when `to` holds a store already */
export async function backup(
  log: StoreLog,
  to: LogOptions,
  derived?: DerivedRows,
  progress?: Progress,
): Promise<void> {
  const copy = await openLog(to);
  try {
    for await (const _ of copy.parts.kv.list({ prefix: ["h"] }, { limit: 1 })) {
      throw new StoreError("The target of a backup must be a new store.");
    }
    await copyUploads(log, copy);
    /** The last event copied, by stream. */
    const copied = new Map<string, number>();
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
      for (const group of groups(ranges)) {
        await copyEvents(log, copy, group);
        for (const [stream, first, last] of group) {
          copied.set(stream, last);
          events += last - first + 1;
        }
        progress?.({ streams: copied.size, events });
      }
      stamp = end;
    }
    for (const [stream, last] of copied) {
      if (await copyStream(log, copy, stream, last, derived)) continue;
      copied.delete(stream);
    }
    await copyBeside(log, copy, copied);
  } finally {
    await copy.close();
  }
}

function* groups(ranges: readonly StoredRange[]): Generator<StoredRange[]> {
  let group: StoredRange[] = [];
  let events = 0;
  for (const range of ranges) {
    group.push(range);
    events += range[2] - range[1] + 1;
    if (group.length < RANGES && events < EVENTS) continue;
    yield group;
    group = [];
    events = 0;
  }
  if (group.length > 0) yield group;
}

async function copyEvents(log: StoreLog, copy: StoreLog, ranges: readonly StoredRange[]): Promise<void> {
  const batch = new RowBatch(copy.parts);
  const found = await fetchRanges(log.parts, ranges);
  for (const [index, [stream]] of ranges.entries()) {
    // Events of what was deleted meanwhile are missing.
    for (const [seq, value] of found[index] ?? []) await batch.set(eventKey(stream, seq), value);
  }
  await batch.flush();
  // One entry a commit: that is what gives them their order.
  await batch.set(allKey(copy.parts.kv.commitVersionstamp()), toBytes(ranges));
  await batch.flush();
}

/**
 * Head, list row, open work and its drafts of a stream as they were at its last copied event.
 * @returns false when the stream was deleted
 */
async function copyStream(
  log: StoreLog,
  copy: StoreLog,
  stream: string,
  last: number,
  derived: DerivedRows | undefined,
): Promise<boolean> {
  const [head, list] = await log.parts.kv.getMany([headKey(stream), listKey(stream)]);
  const row = head ? headRow(head) : null;
  const batch = new RowBatch(copy.parts);
  if (head && row?.deleted) {
    // What was copied before the deletion is removed by the copy's own purge.
    if (row.seq > last) await copyEvents(log, copy, [[stream, last + 1, row.seq]]);
    await batch.set(head.key, head.value);
    await batch.set(purgeKey(stream), toBytes({ seq: row.seq }));
    await batch.flush();
    return false;
  }
  for (const prefix of [["turn", stream], ["draft", stream]]) {
    await removeUnder(copy.parts, prefix);
    for await (const { key, value } of log.parts.kv.list({ prefix }, { batchSize: LIST_BATCH })) {
      await batch.set(key, value);
    }
  }
  if (list && list.versionstamp !== null) await batch.set(list.key, list.value);
  const now = await log.parts.kv.get(headKey(stream));
  const still = row?.seq === last && now.versionstamp === head?.versionstamp;
  if (still && head) {
    await batch.set(head.key, head.value);
    await batch.flush();
    return true;
  }
  // The source has gone on: the rows are of later events than this copy has.
  const { value } = await copy.parts.kv.get(eventKey(stream, last));
  const hash = value instanceof Uint8Array ? sha256(value) : "";
  await batch.set(headKey(stream), headBytes({ seq: last, hash }));
  await batch.flush();
  // Of a turn that went on or ended meanwhile, row and draft need not belong together: it is asked again.
  for (const prefix of [["turn", stream], ["draft", stream]]) await removeUnder(copy.parts, prefix);
  if (derived) await rebuildStream(copy, stream, derived);
  return true;
}

/** Answers of the commands whose events are here, and what belongs to no stream. */
async function copyBeside(
  log: StoreLog,
  copy: StoreLog,
  copied: ReadonlyMap<string, number>,
): Promise<void> {
  const batch = new RowBatch(copy.parts);
  for await (const { key, value } of log.parts.kv.list({ prefix: ["cmd"] }, { batchSize: LIST_BATCH })) {
    const answer = readable(() => fromBytes<Partial<CommandRow>>(value));
    // A damaged one is copied as it is: verifying the copy tells.
    const { stream, last = 0 } = answer ?? {};
    if (stream !== undefined && last > (copied.get(stream) ?? 0)) continue;
    await batch.set(key, value);
    if (stream === undefined) continue;
    const hash = value instanceof Uint8Array ? sha256(value) : "";
    await batch.set(["answered", stream, ...key.slice(1)], toBytes(hash));
  }
  await batch.set(ANSWERED_KEY, toBytes(true));
  for await (const { key, value } of log.parts.kv.list({ prefix: ["foreign"] }, { batchSize: LIST_BATCH })) {
    if (copied.has(String(key[1]))) await batch.set(key, value);
  }
  for (const prefix of [["secret"], ["session"], ["token"]]) {
    for await (const { key, value } of log.parts.kv.list({ prefix }, { batchSize: LIST_BATCH })) {
      await batch.set(key, value);
    }
  }
  await batch.flush();
}
