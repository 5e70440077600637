/**
 * The newest rows of streams, as this process last wrote or read them: an append goes on from the one before it, and who
 * reads what was just appended need not open the row again.
 */
import type { AnyEvent } from "../../catalog/envelope.ts";
import { streamKey } from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import { headOf, headOfRow, type NewStreamRow, rowTexts, streamRow } from "../form/stream_row.ts";
import { emptyRow } from "./tail.ts";
import type { Encoded } from "./encode_append.ts";
import type { Head } from "../types.ts";

/** Rows kept: each a few KB. */
export const KEPT_ROWS = 1_000;
/** Bytes of the newest events of a stream that are kept with its row: those of a turn or two. */
const FRESH_BYTES = 8_192;

/** Events that were just appended, with the bytes they took. */
interface Fresh {
  readonly events: readonly AnyEvent[];
  readonly bytes: number;
}
const NOTHING_FRESH: Fresh = { events: [], bytes: 0 };

interface Kept {
  readonly stamp: string;
  readonly head: Head;
  /** Absent where only the head was asked for. */
  readonly row?: NewStreamRow;
  readonly fresh?: Fresh;
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

  /**
   * Remembers what was just written.
   * @param erases words of events before these go from now on, whichever process takes them out
   */
  keep(stream: string, stamp: string, row: NewStreamRow, added: Encoded, erases: boolean): void {
    const before = erases ? undefined : this.#kept.get(stream);
    const fresh = row.deleted ? NOTHING_FRESH : together(before?.fresh, added);
    this.#keep(stream, { stamp, head: headOfRow(row, stamp), row, fresh });
  }

  /**
   * The newest events of a stream whose row has this stamp, as this process appended them; perhaps none. Whoever takes words out
   * of them has said so in an append before, which wrote the row again, so none is given whose words are gone.
   */
  fresh(stream: string, stamp: string | null): readonly AnyEvent[] {
    const kept = this.#kept.get(stream);
    // Somebody else wrote it since: what is kept here may have words that are gone there.
    if (kept && stamp !== null && kept.stamp < stamp) this.forget(stream);
    return kept?.fresh && kept.stamp === stamp ? kept.fresh.events : [];
  }

  /**
   * The newest events of a stream as this process appended them, where its newest append is the commit of this stamp or one behind
   * it; perhaps none. Of a commit that was found by reading the order to its end: whoever took words out of these events since had
   * said so in an append of his own, which would stand behind them.
   */
  own(stream: string, stamp: string): readonly AnyEvent[] {
    const kept = this.#kept.get(stream);
    return kept?.fresh && kept.stamp >= stamp ? kept.fresh.events : [];
  }

  /** Lets go what is kept of a stream. */
  forget(stream: string): void {
    this.#kept.delete(stream);
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

/** Those behind one another, while they are few and short. */
function together(before: Fresh = NOTHING_FRESH, { events, entries, texts }: Encoded): Fresh {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (bytes > FRESH_BYTES || texts.length > 0) return NOTHING_FRESH;
  const follows = (before.events.at(-1)?.seq ?? 0) + 1 === events[0]?.seq;
  if (!follows || before.bytes + bytes > FRESH_BYTES) return { events, bytes };
  return { events: [...before.events, ...events], bytes: before.bytes + bytes };
}
