/** The blobs of one store for a copy of it, each whole or not at all, and which streams name them. */
import { LIST_BATCH } from "../kv/bounds.ts";
import { partsUnder } from "../kv/entries.ts";
import { StoreCorrupt } from "../errors.ts";
import { blobKey, namesKey, refKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import { RowBatch } from "../commit/row_batch.ts";

/** Streams up to which each is asked for its names; for more, all names are read through. */
const ASKED = 50;

/** Every blob there is: also files that somebody has uploaded and not sent yet. */
export async function copyUploads(log: StoreLog, copy: StoreLog): Promise<void> {
  for await (const sha of partsUnder(log.parts.kv, ["blob"])) await copyBlob(log, copy, String(sha));
}

/** Blobs and names of the streams given, as they are now. */
export async function copyFiles(log: StoreLog, copy: StoreLog, streams: ReadonlySet<string>): Promise<void> {
  const batch = new RowBatch(copy.parts);
  const prefixes = streams.size > ASKED ? [["names"]] : [...streams].map((stream) => ["names", stream]);
  for (const prefix of prefixes) {
    for await (const { key } of log.parts.kv.list({ prefix }, { batchSize: LIST_BATCH })) {
      const [stream, sha] = [String(key[1]), String(key[2])];
      // One that is gone was named by what is deleted now; otherwise verifying the copy tells.
      if (!streams.has(stream) || !await copyBlob(log, copy, sha)) continue;
      await batch.set(refKey(sha, stream), true);
      await batch.set(namesKey(stream, sha), true);
    }
  }
  await batch.flush();
}

async function copyBlob(log: StoreLog, copy: StoreLog, sha: string): Promise<boolean> {
  if ((await copy.parts.kv.get(blobKey(sha))).versionstamp !== null) return true;
  try {
    const blob = await log.blobs.get(sha);
    if (blob) await copy.blobs.put(blob.bytes, blob.info.type);
    return blob !== null;
  } catch (error) {
    if (error instanceof StoreCorrupt) return false;
    throw error;
  }
}
