/** Turns the events of one append into stored bytes: chained by hash, and small enough for one commit. */
import type { AnyEvent } from "../catalog/envelope.ts";
import { APPEND_BYTES, EVENT_BYTES, VALUE_BYTES } from "./bounds.ts";
import { encodeEvent, sha256 } from "./codec.ts";
import { TooLarge } from "./errors.ts";
import { spill, type SpilledText } from "./spill.ts";
import type { Head, NewEvent } from "./types.ts";

export interface Encoded {
  /** The events as readers will see them. */
  readonly events: AnyEvent[];
  /** Their stored bytes, in order. */
  readonly bytes: Uint8Array[];
  /** Hash of the last one: the new head's. */
  readonly hash: string;
  /** Texts that must be in the store before the events are. */
  readonly texts: SpilledText[];
}

/** Below this, an event has nothing left to give: texts under 512 units stay. */
const SMALLEST_EVENT_BYTES = 1_024;

/** @throws {TooLarge} when the events do not fit, or one text is over the size of a blob */
export function encodeAppend(head: Head, events: readonly NewEvent[]): Encoded {
  for (let limit = EVENT_BYTES; limit >= SMALLEST_EVENT_BYTES; limit /= 2) {
    const encoded = encodeWithin(head, events, limit);
    let total = 0;
    for (const bytes of encoded.bytes) total += bytes.length;
    if (total <= APPEND_BYTES) return encoded;
  }
  throw new TooLarge(
    `${events.length} events take more than ${APPEND_BYTES} bytes, which is too much for one append.`,
  );
}

function encodeWithin(head: Head, events: readonly NewEvent[], limit: number): Encoded {
  const placed: AnyEvent[] = [];
  const stored: Uint8Array[] = [];
  const texts: SpilledText[] = [];
  let { seq, hash } = head;
  for (const event of events) {
    seq++;
    placed.push({ ...event, seq, prev: hash });
    let bytes = encodeEvent(event, seq, hash, event.data);
    if (bytes.length > limit) {
      const spilled = spill(event.data, limit - (bytes.length - dataBytes(event.data)));
      if (spilled.paths.length > 0) {
        bytes = encodeEvent(event, seq, hash, spilled.data, spilled.paths);
        texts.push(...spilled.texts);
      }
    }
    if (bytes.length > VALUE_BYTES) {
      throw new TooLarge(
        `An event of ${bytes.length} bytes (${event.type}) is over the limit of ${VALUE_BYTES} bytes.`,
      );
    }
    stored.push(bytes);
    hash = sha256(bytes);
  }
  return { events: placed, bytes: stored, hash, texts };
}

const dataBytes = (data: unknown): number => new TextEncoder().encode(JSON.stringify(data)).length;
