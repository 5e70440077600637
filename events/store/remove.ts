/** Removes many keys in bounded batches; safe to repeat after a crash. */
import { REMOVE_KEYS } from "./bounds.ts";
import type { Selector } from "./kv.ts";
import type { Parts } from "./parts.ts";

export async function removeRange(parts: Parts, selector: Selector, batch = REMOVE_KEYS): Promise<number> {
  let removed = 0;
  while (true) {
    const keys: Deno.KvKey[] = [];
    for await (const entry of parts.kv.list(selector, { limit: batch, batchSize: batch })) {
      keys.push(entry.key);
    }
    if (keys.length === 0) return removed;
    await parts.commits.commit({ writes: keys.map((key) => ({ key, remove: true })) });
    removed += keys.length;
  }
}
