/**
 * Removes what a deleted conversation leaves: its other events, drafts, rows, snapshots, answers of commands
 * and the blobs nobody else names. In bounded batches; the purge row goes last, so that a cut deletion goes on.
 */
import { LIST_BATCH, REMOVE_KEYS } from "../kv/bounds.ts";
import type { Job } from "../commit/job.ts";
import {
  dueKey,
  keyBytes,
  namesKey,
  packingKey,
  purgeKey,
  refKey,
  sideKey,
  snapKey,
  streamKey,
} from "../kv/keys.ts";
import { type Parts, written } from "../commit/parts.ts";
import { StoredSnapshots } from "../beside/snapshots.ts";
import { removeUnshared } from "../beside/unshared.ts";
import type { ErasedList } from "../file/erased_list.ts";
import { streamRow } from "../form/stream_row.ts";

/** Bytes of keys after which a step ends, whatever their number: names from outside may be long. */
const STEP_KEY_BYTES = 60_000;
/** Milliseconds of rest after each conversation: people's commits go between, and a thousand take seconds. */
const REST_MS = 2;

/**
 * Goes on with every deletion that is not done, in steps of one small commit. One that fails holds up no other;
 * the first failure is thrown at the end. Ends between two steps when `signal` aborts.
 */
export async function purge(
  parts: Parts,
  signal?: AbortSignal,
  list?: Pick<ErasedList, "add">,
): Promise<void> {
  const ids: string[] = [];
  for await (const { key } of parts.kv.list({ prefix: ["purge"] }, { batchSize: LIST_BATCH })) {
    ids.push(String(key[1]));
  }
  if (ids.length === 0) return;
  const snapshots = await new StoredSnapshots(parts).folds();
  const failures: unknown[] = [];
  for (const id of ids) {
    if (signal?.aborted) break;
    try {
      await purgeOne(parts, id, snapshots, list);
    } catch (error) {
      failures.push(error);
    }
    await parts.environment.sleep(REST_MS, signal);
  }
  if (failures.length > 0 && !signal?.aborted) throw failures[0];
}

async function purgeOne(
  parts: Parts,
  id: string,
  snapshots: readonly [string, number][],
  list: Pick<ErasedList, "add"> | undefined,
): Promise<void> {
  const row = streamRow(await parts.kv.get(streamKey(id)));
  if (!row?.deleted) return;
  await list?.add([{ stream: id, deleted: true }]);
  // Whoever packs its events can write them no more; who begins now finds that it is deleted.
  if ((await parts.kv.get(packingKey(id))).versionstamp !== null) await remove(parts, [packingKey(id)]);
  await removeBlobs(parts, id);
  const batch: Deno.KvKey[] = [];
  let bytes = 0;
  for await (const key of leftOf(parts, id, snapshots)) {
    bytes += keyBytes(key);
    if (batch.push(key) < REMOVE_KEYS && bytes < STEP_KEY_BYTES) continue;
    await remove(parts, batch.splice(0));
    bytes = 0;
  }
  await remove(parts, [
    ...batch,
    dueKey(id),
    sideKey("foreign", id),
    sideKey("read", id),
    sideKey("proof", id),
    purgeKey(id),
  ]);
}

/** The keys of everything but the deletion itself, its head, and its blobs. */
async function* leftOf(
  parts: Parts,
  id: string,
  snapshots: readonly [string, number][],
): AsyncIterable<Deno.KvKey> {
  const ranges: Deno.KvListSelector[] = [
    { prefix: ["e", id] },
    { prefix: ["draft", id] },
    { prefix: ["turn", id] },
    { prefix: ["erasing", id] },
    // Answers may repeat what was said.
    { prefix: ["cmd", id] },
  ];
  for (const [fold, version] of snapshots) {
    yield snapKey(fold, version, id);
    ranges.push({ prefix: snapKey(fold, version, id) });
  }
  for (const range of ranges) {
    for await (const { key } of parts.kv.list(range, { batchSize: REMOVE_KEYS })) yield key;
  }
}

async function remove(
  parts: Parts,
  keys: readonly Deno.KvKey[],
  checks: NonNullable<Job["checks"]> = [],
): Promise<boolean> {
  return await written(parts, { checks, writes: keys.map((key) => ({ key, remove: true }) as const) });
}

async function removeBlobs(parts: Parts, id: string): Promise<void> {
  const shas: string[] = [];
  for await (const { key } of parts.kv.list({ prefix: ["names", id] }, { batchSize: LIST_BATCH })) {
    shas.push(String(key[2]));
  }
  for (const sha of shas) {
    await remove(parts, [refKey(sha, id)]);
    await removeUnshared(parts, sha);
    await remove(parts, [namesKey(id, sha)]);
  }
}
