/** Removes many keys in bounded batches; safe to repeat after a crash. */
import { REMOVE_KEYS } from "../kv/bounds.ts";
import type { Parts } from "./parts.ts";

export async function removeUnder(parts: Parts, prefix: Deno.KvKey): Promise<void> {
  while (true) {
    const keys: Deno.KvKey[] = [];
    for await (const { key } of parts.kv.list({ prefix }, { limit: REMOVE_KEYS, batchSize: REMOVE_KEYS })) {
      keys.push(key);
    }
    if (keys.length === 0) return;
    await parts.commits.commit({ writes: keys.map((key) => ({ key, remove: true })) });
    // Fewer than were asked for: these were the last.
    if (keys.length < REMOVE_KEYS) return;
  }
}
