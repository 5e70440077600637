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
/**
 * Bytes of the newest events of a stream that are kept with its row, and of all streams: what sums of usage have not come to is
 * mostly among them, and is not read and opened again.
 */
const FRESH_BYTES = { stream: 131_072, all: 4 * 1024 * 1024 };

/** Events that were just appended, one behind the other, with the bytes they took. */
interface Fresh {
  readonly events: AnyEvent[];
  bytes: number;
}

interface Kept {
  readonly stamp: string;
  readonly head: Head;
  /** Absent where only the head was asked for. */
  readonly row?: NewStreamRow;
}

export class StreamRows {
  readonly #kept = new Map<string, Kept>();
  /** Of streams that are kept, those written last at the end. */
  readonly #fresh = new Map<string, Fresh>();
  #freshBytes = 0;

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
    const before = this.#letGo(stream);
    this.#keep(stream, { stamp, head: headOfRow(row, stamp), row });
    const fresh = row.deleted ? null : together(erases ? undefined : before, added);
    if (!fresh) return;
    this.#fresh.set(stream, fresh);
    this.#freshBytes += fresh.bytes;
    for (const oldest of this.#fresh.keys()) {
      if (this.#freshBytes <= FRESH_BYTES.all) break;
      this.#letGo(oldest);
    }
  }

  /**
   * The newest events of a stream whose row has this stamp, as this process appended them; perhaps none. Whoever takes words out
   * of them has said so in an append before, which wrote the row again, so none is given whose words are gone.
   */
  fresh(stream: string, stamp: string | null): readonly AnyEvent[] {
    const kept = this.#kept.get(stream);
    // Somebody else wrote it since: what is kept here may have words that are gone there.
    if (kept && stamp !== null && kept.stamp < stamp) this.forget(stream);
    return kept?.stamp === stamp ? this.#fresh.get(stream)?.events ?? [] : [];
  }

  /**
   * The newest events of a stream as this process appended them, where its newest append is the commit of this stamp or one behind
   * it; perhaps none. Of a commit that was found by reading the order to its end: whoever took words out of these events since had
   * said so in an append of his own, which would stand behind them.
   */
  own(stream: string, stamp: string): readonly AnyEvent[] {
    const kept = this.#kept.get(stream);
    return kept && kept.stamp >= stamp ? this.#fresh.get(stream)?.events ?? [] : [];
  }

  /** Lets go what is kept of a stream. */
  forget(stream: string): void {
    this.#kept.delete(stream);
    this.#letGo(stream);
  }

  /** The events that were kept of it. */
  #letGo(stream: string): Fresh | undefined {
    const fresh = this.#fresh.get(stream);
    this.#fresh.delete(stream);
    this.#freshBytes -= fresh?.bytes ?? 0;
    return fresh;
  }

  #keep(stream: string, kept: Kept): void {
    // The oldest goes: a stream that is written again is put behind all others.
    this.forget(stream);
    if (this.#kept.size >= KEPT_ROWS) {
      const [oldest = ""] = this.#kept.keys();
      this.forget(oldest);
    }
    this.#kept.set(stream, kept);
  }
}

/** Those behind one another, as many as are kept; null: none. */
function together(before: Fresh | undefined, { events, entries, texts }: Encoded): Fresh | null {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (bytes > FRESH_BYTES.stream || texts.length > 0) return null;
  const follows = before && (before.events.at(-1)?.seq ?? 0) + 1 === events[0]?.seq;
  if (!follows || before.bytes + bytes > FRESH_BYTES.stream) return { events: [...events], bytes };
  before.events.push(...events);
  before.bytes += bytes;
  return before;
}
