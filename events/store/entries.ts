/**
 * Listing rows of which one may be damaged beyond being read: then even the batch it is in does not come. Rows
 * before and behind it are found all the same, and the place between them is told.
 */
import { LIST_BATCH } from "./bounds.ts";
import type { Entry, Kv, Selector } from "./kv.ts";

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
  try {
    for await (const entry of kv.list({ prefix }, { batchSize: LIST_BATCH })) {
      yield entry;
      last = entry.key;
    }
    return;
  } catch {
    // Read on one by one.
  }
  const rest: Selector = last ? { prefix, start: [...last, FIRST_PART] } : { prefix };
  try {
    for await (const entry of kv.list(rest, { batchSize: 1 })) {
      yield entry;
      last = entry.key;
    }
    return;
  } catch {
    // What is left is looked at from the other end.
  }
  const behind: Entry[] = [];
  const left: Selector = last ? { prefix, start: [...last, FIRST_PART] } : { prefix };
  try {
    for await (const entry of kv.list(left, { batchSize: 1, reverse: true })) behind.push(entry);
  } catch {
    // Down to the damaged row.
  }
  const name = (key: Deno.KvKey | undefined | null) => JSON.stringify(key ?? prefix);
  damaged(`between ${name(last)} and ${behind.length > 0 ? name(behind.at(-1)?.key) : "the end"}`);
  yield* behind.reverse();
}

/** The second parts of the keys under `[kind]`, each once, found by skipping from one to the next. */
export async function* namesUnder(kv: Kv, kind: string): AsyncIterable<string> {
  let start: Deno.KvKey = [kind, FIRST_PART];
  while (true) {
    let found: string | null = null;
    try {
      for await (const { key } of kv.list({ prefix: [kind], start }, { limit: 1, batchSize: 1 })) {
        found = String(key[1]);
      }
    } catch {
      return; // the row there cannot be read: who walks the kind itself tells where
    }
    if (found === null) return;
    yield found;
    start = [kind, found, LAST_PART];
  }
}
