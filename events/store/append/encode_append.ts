/** Turns the events of one append into entries: chained by hash, and small enough for one commit. */
import { Buffer } from "node:buffer";
import type { AnyEvent } from "../../catalog/envelope.ts";
import { APPEND_BYTES, EVENT_BYTES, VALUE_BYTES } from "../kv/bounds.ts";
import { chained, chainStart, type Entry, entryOf, markOf } from "../form/entry.ts";
import { TooLarge } from "../errors.ts";
import { spill, type SpilledText } from "../form/spill.ts";
import type { Head, NewEvent } from "../types.ts";

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
  const salts = events.map((event) => event.salt ?? salt());
  for (let limit = EVENT_BYTES; limit >= SMALLEST_EVENT_BYTES; limit /= 2) {
    const { entries, texts } = encodeWithin(events, salts, limit);
    let total = 0, largest = 0;
    for (const { size } of entries) {
      total += size;
      largest = Math.max(largest, size);
    }
    if (total <= APPEND_BYTES) return { ...placed(stream, head, events, salts, entries), texts };
    // Under a limit that all keep already nothing more would leave them.
    while (limit / 2 >= largest) limit /= 2;
  }
  throw new TooLarge(
    `${events.length} events take more than ${APPEND_BYTES} bytes, which is too much for one append.`,
  );
}

function encodeWithin(
  events: readonly NewEvent[],
  salts: readonly string[],
  limit: number,
): Pick<Encoded, "entries" | "texts"> {
  const entries: Entry[] = [];
  const texts: SpilledText[] = [];
  for (const [index, event] of events.entries()) {
    const salt = salts[index] ?? "";
    let entry = entryOf(event, salt);
    if (entry.size > limit) {
      const size = dataBytes(event.data);
      const spilled = spill(event.data, size, limit - (entry.size - size));
      if (spilled.paths.length > 0) {
        entry = entryOf(event, salt, spilled.data, spilled.paths);
        texts.push(...spilled.texts);
      }
    }
    if (entry.size > ENTRY_BYTES) {
      const most = `the limit of ${ENTRY_BYTES} bytes`;
      throw new TooLarge(`An event of ${entry.size} bytes (${event.type}) is over ${most}.`);
    }
    entries.push(entry);
  }
  return { entries, texts };
}

/** The events at their places behind the head, with their marks, and the chain behind them. */
function placed(
  stream: string,
  head: Pick<Head, "seq" | "hash">,
  events: readonly NewEvent[],
  salts: readonly string[],
  entries: readonly Entry[],
): Pick<Encoded, "events" | "entries" | "hash"> {
  let hash = head.seq === 0 ? chainStart(stream) : head.hash;
  const marked = entries.map((entry) => {
    hash = chained(hash, entry);
    return { ...entry, mark: markOf(hash) };
  });
  return {
    entries: marked,
    events: events.map(({ salt: _, ...event }, index) => {
      const own = entries[index]?.salt === undefined ? {} : { salt: salts[index] ?? "" };
      return { ...event, seq: head.seq + 1 + index, ...own };
    }),
    hash,
  };
}

/** What a run takes beside its events, never too small. */
export const RUN_BYTES = 400;
/** Bytes of one entry at most: it must fit into a value alone. */
const ENTRY_BYTES = VALUE_BYTES - RUN_BYTES;

const dataBytes = (data: unknown): number => Buffer.byteLength(JSON.stringify(data) ?? "");
