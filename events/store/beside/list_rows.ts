/** Sidebar rows, as the store keeps them in the rows of streams: JSON that it does not know the meaning of. */
import { readable } from "../kv/codec.ts";
import { streamKey } from "../kv/keys.ts";
import type { Parts } from "../commit/parts.ts";
import { streamRow } from "../form/stream_row.ts";
import type { ListedRow, ListRows } from "../list_types.ts";

/** Streams whose rows are opened one after the other: a few milliseconds. */
const IN_A_ROW = 32;

export class StoredList implements ListRows {
  constructor(readonly parts: Pick<Parts, "kv" | "environment">) {}

  async *all(): AsyncIterable<readonly ListedRow[]> {
    for (let at: string | null = ""; at !== null;) {
      const page: Awaited<ReturnType<ListRows["after"]>> = await this.after(at, IN_A_ROW);
      if (page.rows.length > 0) yield page.rows;
      at = page.next;
      await this.parts.environment.breathe();
    }
  }

  async after(stream: string, limit: number) {
    const selector = { prefix: ["at"], ...(stream === "" ? {} : { start: [...streamKey(stream), ""] }) };
    const rows: ListedRow[] = [];
    let looked = 0, last = stream;
    for await (const entry of this.parts.kv.list(selector, { limit, batchSize: limit })) {
      looked++;
      last = String(entry.key[1]);
      const row = readable(() => streamRow(entry));
      if (row === undefined) rows.push({ id: last, row: null, seq: null });
      else if (row?.list !== undefined) rows.push({ id: last, row: row.list, seq: row.seq });
    }
    return { rows, next: looked < limit ? null : last };
  }

  async get(conversationId: string): Promise<unknown> {
    return streamRow(await this.parts.kv.get(streamKey(conversationId)))?.list ?? null;
  }
}
