/**
 * Removes what a deleted conversation leaves: its other events, drafts, rows, snapshots, answers of commands
 * and the blobs nobody else names. In bounded batches; the purge row goes last, so that a cut deletion goes on.
 */
import { LIST_BATCH } from "./bounds.ts";
import { fromBytes } from "./codec.ts";
import type { Job } from "./group_commit.ts";
import {
  blobKey,
  blobPageKey,
  claim,
  eventKey,
  headKey,
  listKey,
  namesKey,
  purgeKey,
  refKey,
} from "./keys.ts";
import { headRow } from "./heads.ts";
import type { Parts } from "./parts.ts";
import { removeRange } from "./remove.ts";
import { Snapshots } from "./snapshots.ts";
import type { CommandRow } from "./types.ts";

export async function purge(parts: Parts): Promise<void> {
  const ids: string[] = [];
  for await (const { key } of parts.kv.list({ prefix: ["purge"] })) ids.push(String(key[1]));
  for (const id of ids) await purgeOne(parts, id);
}

async function purgeOne(parts: Parts, id: string): Promise<void> {
  const row = headRow(await parts.kv.get(headKey(id)));
  if (!row?.deleted) return;
  await removeBlobs(parts, id);
  await removeRange(parts, { start: eventKey(id, 0), end: eventKey(id, row.seq) });
  await removeRange(parts, { prefix: ["draft", id] });
  await removeRange(parts, { prefix: ["turn", id] });
  await removeCommands(parts, id);
  await new Snapshots(parts).drop(id);
  await remove(parts, [listKey(id)]);
  await remove(parts, [purgeKey(id)]);
}

async function remove(
  parts: Parts,
  keys: readonly Deno.KvKey[],
  checks: Job["checks"] = [],
): Promise<boolean> {
  const writes = keys.map((key) => ({ key, remove: true }) as const);
  const outcome = await parts.commits.commit({ checks, writes, claims: keys.map(claim) });
  return outcome.status === "committed";
}

/** Answers may repeat what was said. They are found by looking at all of them: deletions are rare. */
async function removeCommands(parts: Parts, id: string): Promise<void> {
  for await (const { key, value } of parts.kv.list({ prefix: ["cmd"] }, { batchSize: LIST_BATCH })) {
    if ((fromBytes(value) as CommandRow).stream === id) await remove(parts, [key]);
  }
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

/** Manifest and pages go in one commit that fails when somebody named the blob since we looked. */
export async function removeUnshared(parts: Parts, sha: string): Promise<void> {
  while (true) {
    const manifest = await parts.kv.get(blobKey(sha));
    if (manifest.versionstamp === null) return;
    for await (const _ of parts.kv.list({ prefix: ["ref", sha] }, { limit: 1 })) return;
    const { pages } = fromBytes(manifest.value) as { pages: number };
    const keys = [blobKey(sha), ...Array.from({ length: pages }, (_, page) => blobPageKey(sha, page))];
    if (await remove(parts, keys, [{ key: blobKey(sha), versionstamp: manifest.versionstamp }])) return;
  }
}
