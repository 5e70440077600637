/** Every value of events of a stream as it lies there, also where the store itself cannot read one. */
import { VALUES_BATCH } from "../kv/bounds.ts";
import { why } from "../errors.ts";
import { eventsKey } from "../kv/keys.ts";
import type { Kv } from "../kv/kv.ts";

/** A value under the seq of its first event. */
export type EventValue =
  | { readonly first: number; readonly value: unknown; readonly stamp: string }
  /** One that the store cannot give, and what it says of it. */
  | { readonly first: number; readonly broken: string };

/** Times that a listing may break off where no value is to blame for it. */
const TRIES = 3;

/** The values of a stream, in order: a damaged one takes the batch it is in with it, but not the others. */
export async function* eventValues(kv: Kv, stream: string): AsyncIterable<EventValue> {
  let next = 0;
  let batchSize = VALUES_BATCH;
  for (let tries = 0;;) {
    const selector = { prefix: ["e", stream], start: eventsKey(stream, next) };
    try {
      for await (const { key, value, versionstamp } of kv.list(selector, { batchSize })) {
        const first = Number(key[2]);
        next = first + 1;
        yield { first, value, stamp: versionstamp ?? "" };
      }
      return;
    } catch (error) {
      // Up to the value itself, one by one.
      if (batchSize > 1) batchSize = 1;
      else {
        const first = await brokenAt(kv, stream, next);
        if (first === null && ++tries === TRIES) throw error;
        batchSize = VALUES_BATCH;
        if (first === null) continue;
        next = first + 1;
        yield { first, broken: why(error) };
      }
    }
  }
}

/** Where the first value from `from` on is, when it is one that the store cannot give; otherwise null. */
async function brokenAt(kv: Kv, stream: string, from: number): Promise<number | null> {
  /** Whether the store gives what it has first from `from` to before `end`, be it nothing. */
  const gives = async (end: number): Promise<boolean> => {
    const selector = { start: eventsKey(stream, from), end: eventsKey(stream, end) };
    try {
      for await (const _ of kv.list(selector, { limit: 1, batchSize: 1 })) break;
      return true;
    } catch {
      return false;
    }
  };
  let high = Number.MAX_SAFE_INTEGER;
  if (await gives(high)) return null;
  let low = from;
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (await gives(middle)) low = middle;
    else high = middle;
  }
  return low;
}
