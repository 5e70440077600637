/**
 * Listing rows of which one may be damaged beyond being read: then even the batch it is in does not come. Rows
 * before and behind it are found all the same, and the place between them is told.
 */
import { LIST_BATCH } from "./bounds.ts";
import type { Entry, Kv } from "./kv.ts";

/** Sorts before every other part that this program puts into a key. */
const FIRST_PART = "";
/** Sorts behind every text and number. */
const LAST_PART = true;

/** The rows under `prefix`, in order; `damaged` is told where one, or more beside one another, cannot be read. */
export async function* entriesUnder(
  kv: Kv,
  prefix: Deno.KvKey,
  damaged: (between: string) => void,
): AsyncIterable<Entry> {
  let last: Deno.KvKey | null = null;
  const rest = (): Deno.KvListSelector => last ? { prefix, start: [...last, FIRST_PART] } : { prefix };
  for (const batchSize of [LIST_BATCH, 1]) {
    try {
      for await (const entry of kv.list(rest(), { batchSize })) {
        yield entry;
        last = entry.key;
      }
      return;
    } catch {
      // Read on one by one; then what is left is looked at from the other end.
    }
  }
  const behind: Entry[] = [];
  try {
    for await (const entry of kv.list(rest(), { batchSize: 1, reverse: true })) behind.push(entry);
  } catch {
    // Down to the damaged row.
  }
  const name = (key: Deno.KvKey | undefined | null) => JSON.stringify(key ?? prefix);
  damaged(`between ${name(last)} and ${behind.length > 0 ? name(behind.at(-1)?.key) : "the end"}`);
  yield* behind.reverse();
}

/** What follows `prefix` in the keys under it, each once, found by skipping from one to the next. */
export async function* partsUnder(kv: Kv, prefix: Deno.KvKey): AsyncIterable<Deno.KvKeyPart> {
  let start = [...prefix, FIRST_PART];
  while (true) {
    let found: Deno.KvKeyPart | undefined;
    for await (const { key } of kv.list({ prefix, start }, { limit: 1, batchSize: 1 })) {
      found = key[prefix.length];
    }
    if (found === undefined) return;
    yield found;
    start = [...prefix, found, LAST_PART];
  }
}

/** The same for one kind, up to a row that cannot be read: who walks the kind itself tells where that is. */
export async function* namesUnder(kv: Kv, kind: string): AsyncIterable<string> {
  try {
    for await (const name of partsUnder(kv, [kind])) yield String(name);
  } catch {
    return;
  }
}

/** One row; null where it cannot be read. */
export const entryAt = (kv: Kv, key: Deno.KvKey): Promise<Entry | null> => kv.get(key).catch(() => null);
