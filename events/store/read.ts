/** Reading a stream: stored bytes become events here, upcast and with their long texts put back. */
import type { AnyEvent } from "../catalog/envelope.ts";
import { upcast } from "../catalog/upcast.ts";
import type { StoredBlobs } from "./blobs.ts";
import { LIST_BATCH } from "./bounds.ts";
import { decodeEvent, type StoredEvent } from "./codec.ts";
import { StoreCorrupt } from "./errors.ts";
import { headOf, headRow } from "./heads.ts";
import { eventKey, headKey } from "./keys.ts";
import type { Parts } from "./parts.ts";
import { restored, spilledHash } from "./spill.ts";
import type { Head } from "./types.ts";

export class EventReader {
  constructor(readonly parts: Pick<Parts, "kv">, readonly blobs: StoredBlobs) {}

  async head(stream: string): Promise<Head> {
    return headOf(await this.parts.kv.get(headKey(stream)));
  }

  /** Batches of events from `after` + 1 on. What lies beyond the head (an import under way) is not there yet. */
  async *read(stream: string, after = 0, until?: number): AsyncIterable<AnyEvent[]> {
    const row = headRow(await this.parts.kv.get(headKey(stream)));
    const last = Math.min(until ?? Infinity, row?.seq ?? 0);
    if (last <= after) return;
    let batch: AnyEvent[] = [];
    for await (const bytes of this.stored(stream, after + 1, last)) {
      const event = decodeEvent(bytes);
      batch.push(upcast(event.spilled ? await this.restored(event) : event));
      if (batch.length === LIST_BATCH) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  /** Stored bytes of the events `first` … `last`. */
  async *stored(stream: string, first: number, last: number): AsyncIterable<unknown> {
    const selector = { start: eventKey(stream, first), end: eventKey(stream, last + 1) };
    for await (const entry of this.parts.kv.list(selector, { batchSize: LIST_BATCH })) yield entry.value;
  }

  /** The event as it was appended. */
  async restored(stored: StoredEvent): Promise<AnyEvent> {
    if (!stored.spilled) return stored;
    const { spilled, ...event } = stored;
    let data = event.data;
    for (const path of spilled) {
      const hash = spilledHash(data, path);
      const blob = hash === null ? null : await this.blobs.get(hash);
      if (!blob) throw new StoreCorrupt(`A text of event ${event.seq} (${event.type}) is not in the store.`);
      data = restored(data, path, { bytes: blob.bytes, type: blob.info.type });
    }
    return { ...event, data };
  }
}
