/** The newest rows of streams, as this process last wrote or read them: an append goes on from the one before it. */
import { streamKey } from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import { headOf, headOfRow, type NewStreamRow, rowTexts, streamRow } from "../form/stream_row.ts";
import { emptyRow } from "./tail.ts";
import type { Head } from "../types.ts";

/** Rows kept: each a few KB. */
export const KEPT_ROWS = 1_000;

interface Kept {
  readonly stamp: string;
  readonly head: Head;
  /** Absent where only the head was asked for. */
  readonly row?: NewStreamRow;
}

export class StreamRows {
  readonly #kept = new Map<string, Kept>();

  constructor(readonly parts: Pick<Parts, "kv">) {}

  /** Where the stream ends now. The row is opened only where its stamp is new: it is asked for far more often. */
  async head(stream: string): Promise<Head> {
    const entry = await this.parts.kv.get(streamKey(stream));
    const stamp = entry.versionstamp;
    const kept = this.#kept.get(stream);
    if (kept && kept.stamp === stamp) return kept.head;
    const head = headOf(entry);
    if (stamp !== null) this.#keep(stream, { stamp, head });
    return head;
  }

  /** The row that the head was read from; the entry there is now where it is another. */
  async at(stream: string, { stamp }: Head): Promise<{ row: NewStreamRow } | { changed: Entry }> {
    const kept = this.#kept.get(stream);
    if (kept?.row && kept.stamp === stamp) return { row: kept.row };
    if (stamp === null) return { row: emptyRow(stream) };
    const entry = await this.parts.kv.get(streamKey(stream));
    const row = entry.versionstamp === stamp ? streamRow(entry) : null;
    return row ? { row: rowTexts(row) } : { changed: entry };
  }

  /** Remembers what was just written. */
  keep(stream: string, stamp: string, row: NewStreamRow): void {
    this.#keep(stream, { stamp, head: headOfRow(row, stamp), row });
  }

  #keep(stream: string, kept: Kept): void {
    // The oldest goes: a stream that is written again is put behind all others.
    this.#kept.delete(stream);
    if (this.#kept.size >= KEPT_ROWS) {
      const [oldest = ""] = this.#kept.keys();
      this.#kept.delete(oldest);
    }
    this.#kept.set(stream, kept);
  }
}
