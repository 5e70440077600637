/** Rows of streams that are to be closed at a time: see types.ts. */
import { LIST_BATCH } from "../kv/bounds.ts";
import { fromBytes, isFields, readable } from "../kv/codec.ts";
import type { Parts } from "../commit/parts.ts";
import type { DueRows } from "../types.ts";

/** The time in such a row, in milliseconds since the epoch; null where it cannot be read. */
export function dueAt(value: unknown): number | null {
  const row = readable(() => fromBytes(value));
  const at = isFields(row) ? row["at"] : null;
  return typeof at === "number" && Number.isFinite(at) ? at : null;
}

export class StoredDue implements DueRows {
  constructor(readonly parts: Pick<Parts, "kv">) {}

  async list(limit: number): Promise<{ stream: string; at: number | null }[]> {
    const rows: { stream: string; at: number | null }[] = [];
    const options = { limit, batchSize: Math.min(limit, LIST_BATCH) };
    for await (const { key, value } of this.parts.kv.list({ prefix: ["due"] }, options)) {
      rows.push({ stream: String(key[1]), at: dueAt(value) });
    }
    return rows;
  }
}
