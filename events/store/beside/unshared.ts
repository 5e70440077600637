/** Removing blobs that no stream names, with what is kept about an upload beside them. */
import { fromBytes } from "../kv/codec.ts";
import { blobKey, blobPageKey, refKey, sideKey } from "../kv/keys.ts";
import { type Parts, written } from "../commit/parts.ts";

/** Whether a stream names the blob. */
export async function isNamed(parts: Parts, sha: string): Promise<boolean> {
  for await (const _ of parts.kv.list({ prefix: refKey(sha, "").slice(0, 2) }, { limit: 1 })) return true;
  return false;
}

/** Manifest and pages go in one commit that fails when somebody named the blob since we looked. */
export async function removeUnshared(parts: Parts, sha: string): Promise<void> {
  while (true) {
    const manifest = await parts.kv.get(blobKey(sha));
    if (manifest.versionstamp === null || await isNamed(parts, sha)) return;
    const checks = [{ key: blobKey(sha), versionstamp: manifest.versionstamp }];
    if (await written(parts, { checks, writes: removed(sha, manifest.value) })) return;
  }
}

/**
 * The same of an upload, and only while the row about it says that it may go: whoever uploads it again, or asks to keep
 * it, writes that row first.
 * @param ripe told of what the row says; undefined: there is none
 * @returns whether it went; where somebody was first it stays, to be looked at another time
 */
export async function removeUnused(
  parts: Parts,
  sha: string,
  ripe: (row: unknown) => boolean,
): Promise<boolean> {
  const row = await parts.kv.get(sideKey("upload", sha));
  const manifest = await parts.kv.get(blobKey(sha));
  // Only the side rows write these.
  const said = (row.value ?? undefined) as { readonly value: unknown } | undefined;
  if (!ripe(said?.value) || await isNamed(parts, sha)) return false;
  const checks = [row, manifest].map(({ key, versionstamp }) => ({ key, versionstamp }));
  return await written(parts, { checks, writes: removed(sha, manifest.value) });
}

/** What goes with a blob: the digest of its text would confirm a guess at it. */
function removed(sha: string, manifest: unknown) {
  const pages = fromBytes<{ pages: number }>(manifest)?.pages ?? 0;
  const keys = Array.from({ length: pages }, (_, page) => blobPageKey(sha, page));
  return [blobKey(sha), sideKey("upload", sha), ...keys].map((key) => ({ key, remove: true }) as const);
}
