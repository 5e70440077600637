/** The newest rows of streams, as this process last wrote or read them: an append goes on from the one before it. */
import { streamKey } from "./keys.ts";
import type { Entry } from "./kv.ts";
import type { Parts } from "./parts.ts";
import { type NewStreamRow, rowTexts, streamRow } from "./stream_row.ts";
import { emptyRow } from "./tail.ts";
import type { Head } from "./types.ts";

/** Rows kept: each a few KB. */
export const KEPT_ROWS = 1_000;

interface Kept {
  readonly stamp: string;
  readonly row: NewStreamRow;
}

export class StreamRows {
  readonly #kept = new Map<string, Kept>();

  constructor(readonly parts: Pick<Parts, "kv">) {}

  /** The row that the head was read from; the entry there is now where it is another. */
  async at(stream: string, { stamp }: Head): Promise<{ row: NewStreamRow } | { changed: Entry }> {
    const kept = this.#kept.get(stream);
    if (kept && kept.stamp === stamp) return kept;
    if (stamp === null) return { row: emptyRow(stream) };
    const entry = await this.parts.kv.get(streamKey(stream));
    const row = entry.versionstamp === stamp ? streamRow(entry) : null;
    return row ? { row: rowTexts(row) } : { changed: entry };
  }

  keep(stream: string, stamp: string, row: NewStreamRow): void {
    // The oldest goes: a stream that is written again is put behind all others.
    this.#kept.delete(stream);
    if (this.#kept.size >= KEPT_ROWS) {
      for (const oldest of this.#kept.keys()) {
        this.#kept.delete(oldest);
        break;
      }
    }
    this.#kept.set(stream, { stamp, row });
  }
}
