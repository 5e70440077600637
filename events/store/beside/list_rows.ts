/** Sidebar rows, as the store keeps them in the rows of streams: JSON that it does not know the meaning of. */
import { LIST_BATCH } from "../kv/bounds.ts";
import { readable } from "../kv/codec.ts";
import { streamKey } from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import { streamRow } from "../form/stream_row.ts";
import type { ListRows } from "../list_types.ts";

export class StoredList implements ListRows {
  constructor(readonly parts: Pick<Parts, "kv">) {}

  async *all(): AsyncIterable<{ id: string; row: unknown }[]> {
    let batch: { id: string; row: unknown }[] = [];
    for await (const entry of this.parts.kv.list({ prefix: ["at"] }, { batchSize: LIST_BATCH })) {
      const row = listed(entry);
      if (row !== undefined) batch.push({ id: String(entry.key[1]), row });
      if (batch.length === LIST_BATCH) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  async get(conversationId: string): Promise<unknown> {
    return streamRow(await this.parts.kv.get(streamKey(conversationId)))?.list ?? null;
  }
}

/** Undefined for a stream that has none, null for one whose row is damaged. */
function listed(entry: Entry): unknown {
  const row = readable(() => streamRow(entry));
  return row ? row.list : null;
}
