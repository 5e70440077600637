/** What an import that was cut short left behind: events without a head, found by its marker. */
import { flagAt } from "../commit/job.ts";
import { importKey } from "../kv/keys.ts";
import type { Parts } from "../commit/parts.ts";
import { removeUnder } from "../commit/remove.ts";

/** Removes the events of an unfinished import and then its marker, so that the stream's name is free. */
export async function clearImport(parts: Parts, stream: string): Promise<void> {
  const marker = await parts.kv.get(importKey(stream));
  if (marker.versionstamp === null) return;
  // A new stamp first: from here on an import that is still running is refused.
  const taken = await parts.commits.commit({
    checks: [{ key: importKey(stream), versionstamp: marker.versionstamp }],
    writes: [flagAt(importKey(stream))],
  });
  if (taken.status === "conflict") return;
  await removeUnder(parts, ["e", stream]);
  await parts.commits.commit({
    checks: [{ key: importKey(stream), versionstamp: taken.stamp }],
    writes: [{ key: importKey(stream), remove: true }],
  });
}
