/** Turns the events of one append into entries: chained by hash, and small enough for one commit. */
import { Buffer } from "node:buffer";
import type { AnyEvent } from "../catalog/envelope.ts";
import { APPEND_BYTES, EVENT_BYTES, VALUE_BYTES } from "./bounds.ts";
import { chained, chainStart, type Entry, entryOf } from "./entry.ts";
import { TooLarge } from "./errors.ts";
import { spill, type SpilledText } from "./spill.ts";
import type { Head, NewEvent } from "./types.ts";

export interface Encoded {
  /** The events as readers will see them. */
  readonly events: AnyEvent[];
  readonly entries: Entry[];
  /** The chain behind the last one: the new head's. */
  readonly hash: string;
  /** Texts that must be in the store before the events are. */
  readonly texts: SpilledText[];
}

/** Below this, an event has nothing left to give: texts under 512 units stay. */
const SMALLEST_EVENT_BYTES = 1_024;

/**
 * @param salt mints 16 random bytes, for an event that brings none
 * @throws {TooLarge} when the events do not fit, or one text is over the size of a blob
 */
export function encodeAppend(
  stream: string,
  head: Pick<Head, "seq" | "hash">,
  events: readonly NewEvent[],
  salt: () => string,
): Encoded {
  const salted = events.map((event) => ({ ...event, salt: event.salt ?? salt() }));
  for (let limit = EVENT_BYTES; limit >= SMALLEST_EVENT_BYTES; limit /= 2) {
    const encoded = encodeWithin(stream, head, salted, limit);
    let total = 0;
    for (const { size } of encoded.entries) total += size;
    if (total <= APPEND_BYTES) return encoded;
  }
  throw new TooLarge(
    `${events.length} events take more than ${APPEND_BYTES} bytes, which is too much for one append.`,
  );
}

function encodeWithin(
  stream: string,
  head: Pick<Head, "seq" | "hash">,
  events: readonly (NewEvent & { salt: string })[],
  limit: number,
): Encoded {
  const placed: AnyEvent[] = [];
  const entries: Entry[] = [];
  const texts: SpilledText[] = [];
  let { seq } = head;
  let hash = seq === 0 ? chainStart(stream) : head.hash;
  for (const { salt, ...event } of events) {
    seq++;
    let entry = entryOf(event, salt);
    if (entry.size > limit) {
      const spilled = spill(event.data, limit - (entry.size - dataBytes(event.data)));
      if (spilled.paths.length > 0) {
        entry = entryOf(event, salt, spilled.data, spilled.paths);
        texts.push(...spilled.texts);
      }
    }
    if (entry.size > ENTRY_BYTES) {
      const most = `the limit of ${ENTRY_BYTES} bytes`;
      throw new TooLarge(`An event of ${entry.size} bytes (${event.type}) is over ${most}.`);
    }
    placed.push({ ...event, seq, ...(entry.salt === undefined ? {} : { salt }) });
    entries.push(entry);
    hash = chained(hash, entry);
  }
  return { events: placed, entries, hash, texts };
}

/** What a run takes beside its events, never too small. */
export const RUN_BYTES = 400;
/** Bytes of one entry at most: it must fit into a value alone. */
const ENTRY_BYTES = VALUE_BYTES - RUN_BYTES;

const dataBytes = (data: unknown): number => Buffer.byteLength(JSON.stringify(data) ?? "");
