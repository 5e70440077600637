/** Sidebar rows, as the store keeps them: JSON that it does not know the meaning of. */
import { LIST_BATCH } from "./bounds.ts";
import { fromBytes, readable } from "./codec.ts";
import { listKey } from "./keys.ts";
import type { Parts } from "./parts.ts";
import type { ListRows } from "./types.ts";

export class StoredList implements ListRows {
  constructor(readonly parts: Pick<Parts, "kv">) {}

  async *all(): AsyncIterable<{ id: string; row: unknown }[]> {
    let batch: { id: string; row: unknown }[] = [];
    for await (const { key, value } of this.parts.kv.list({ prefix: ["list"] }, { batchSize: LIST_BATCH })) {
      batch.push({ id: String(key[1]), row: readable(() => fromBytes(value)) ?? null });
      if (batch.length === LIST_BATCH) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  async get(conversationId: string): Promise<unknown> {
    return fromBytes((await this.parts.kv.get(listKey(conversationId))).value) ?? null;
  }
}
