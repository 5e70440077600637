/**
 * Copies a store into an empty one, beside writers, everything but the epoch. The stamps of the copy are its
 * own and small again, so the order of all events is written anew: copied stamps would put what comes later
 * before what was there.
 */
import { BULK_BYTES, LIST_BATCH, VALUE_BYTES } from "./bounds.ts";
import { toBytes } from "./codec.ts";
import { StoreError } from "./errors.ts";
import type { Write } from "./group_commit.ts";
import { headRow } from "./heads.ts";
import { allKey, eventKey, headKey, listKey, purgeKey } from "./keys.ts";
import type { Entry, Selector } from "./kv.ts";
import { type LogOptions, openLog, type StoreLog } from "./log.ts";
import { endPosition, orderAfter, type StoredRange } from "./order.ts";
import { ORIGIN_STAMP, parsePosition } from "./position.ts";
import type { Progress } from "./refold.ts";
import { removeRange } from "./remove.ts";

/** What belongs to no stream, or to what may be copied before the events that need it. */
const FIRST = ["blob", "ref", "names", "secret", "session", "token", "foreign", "cmd", "purge"];
/** Ranges in one entry of the copied order: an entry stays under the size of a value. */
const RANGES = 400;
/** Rounds after which a store that never rests for a moment is given up. */
const ROUNDS = 1_000;

/** @throws {StoreError} when `to` holds a store already */
export async function backup(log: StoreLog, to: LogOptions, progress?: Progress): Promise<void> {
  const copy = await openLog(to);
  try {
    for await (const _ of copy.parts.kv.list({ prefix: ["h"] }, { limit: 1 })) {
      throw new StoreError("The target of a backup must be a new file.");
    }
    for (const prefix of FIRST) await copyRange(log, copy, { prefix: [prefix] });
    await copyRange(log, copy, { prefix: ["snap"] });
    const done = { streams: 0, events: 0 };
    // Round by round, each copying what was appended during the one before, until nothing was.
    let stamp = ORIGIN_STAMP;
    for (let round = 0; round < ROUNDS; round++) {
      const end = parsePosition(await endPosition(log.parts))?.stamp ?? ORIGIN_STAMP;
      await copyOrder(log, copy, stamp, end, done);
      progress?.(done);
      stamp = end;
      const now = parsePosition(await endPosition(log.parts))?.stamp ?? ORIGIN_STAMP;
      if (now === end) return;
    }
    throw new StoreError("The store was too busy for a backup.");
  } finally {
    await copy.close();
  }
}

/** Copies the commits after `from` up to `until`, and the rows of the streams they touched as they are now. */
async function copyOrder(
  log: StoreLog,
  copy: StoreLog,
  from: string,
  until: string,
  done: { streams: number; events: number },
): Promise<void> {
  const touched = new Set<string>();
  let ranges: StoredRange[] = [];
  for await (const entry of orderAfter(log.parts, from)) {
    if (entry.stamp > until) break;
    for (const range of entry.ranges) {
      const [stream, first, last] = range;
      touched.add(stream);
      done.events += last - first + 1;
      ranges.push(range);
      if (ranges.length === RANGES) {
        await copyRanges(log, copy, ranges);
        ranges = [];
      }
    }
  }
  if (ranges.length > 0) await copyRanges(log, copy, ranges);
  for (const stream of touched) await copyRows(log, copy, stream);
  if (from === ORIGIN_STAMP) done.streams = touched.size;
}

async function copyRanges(log: StoreLog, copy: StoreLog, ranges: readonly StoredRange[]): Promise<void> {
  for (const [stream, first, last] of ranges) {
    await copyRange(log, copy, { start: eventKey(stream, first), end: eventKey(stream, last + 1) });
  }
  // One entry a commit: that is what gives them their order.
  const value = toBytes(ranges);
  const key = allKey(copy.parts.kv.commitVersionstamp());
  await writeAll(copy, [{ key, value, bytes: value.length }]);
}

/** Head, list row, open work and its drafts of one stream, as they are now. */
async function copyRows(log: StoreLog, copy: StoreLog, stream: string): Promise<void> {
  const head = await log.parts.kv.get(headKey(stream));
  const row = headRow(head);
  if (!row) return;
  const writes: Write[] = [{ key: head.key, value: head.value, bytes: VALUE_BYTES }];
  // Whatever was copied before the deletion is removed by the copy's own purge.
  if (row.deleted) writes.push({ key: purgeKey(stream), value: toBytes({ seq: row.seq }), bytes: 100 });
  const list = await log.parts.kv.get(listKey(stream));
  writes.push(
    list.versionstamp === null
      ? { key: list.key, remove: true }
      : { key: list.key, value: list.value, bytes: VALUE_BYTES },
  );
  await writeAll(copy, writes);
  for (const prefix of [["turn", stream], ["draft", stream]]) {
    await removeRange(copy.parts, { prefix });
    await copyRange(log, copy, { prefix });
  }
}

async function copyRange(log: StoreLog, copy: StoreLog, selector: Selector): Promise<void> {
  let writes: Write[] = [];
  let bytes = 0;
  for await (const entry of log.parts.kv.list(selector, { batchSize: LIST_BATCH })) {
    const size = sizeOf(entry);
    if (bytes + size > BULK_BYTES) {
      await writeAll(copy, writes);
      writes = [];
      bytes = 0;
    }
    writes.push({ key: entry.key, value: entry.value, bytes: size });
    bytes += size;
  }
  await writeAll(copy, writes);
}

/** Never too small: also the count of rows in one commit is bounded by it. */
const sizeOf = ({ value }: Entry): number =>
  value instanceof Uint8Array
    ? value.length + 300
    : typeof value === "string"
    ? 2 * value.length + 300
    : VALUE_BYTES;

async function writeAll(copy: StoreLog, writes: readonly Write[]): Promise<void> {
  if (writes.length > 0) await copy.parts.commits.commit({ checks: [], writes, claims: [] });
}
