/**
 * What is done in streams, added up as it happens: of each stream by day and by who did it, and of all together. A
 * stream counts while it has a row in the list; what is taken away with it is what it had brought. Made behind the log
 * (behind.ts), so that a commit of many streams writes the sums of a day once.
 */
import { NewerVersion } from "../../catalog/upcast.ts";
import { LIST_BATCH } from "../kv/bounds.ts";
import { fromBytes, isFields, readable, toBytes } from "../kv/codec.ts";
import { StoreCorrupt } from "../errors.ts";
import { flagAt, jsonAt, type Write } from "../commit/job.ts";
import { spentKey, tallyKey, totalKey, uncountedKey } from "../kv/keys.ts";
import { type Entry, getAll, isDamage } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import { ORIGIN_STAMP, parsePosition } from "../read/position.ts";
import { endPosition } from "../read/order.ts";
import { type EventReader, type FoundRow, foundRow } from "../read/read.ts";
import type { Cell, Days, Tallying, TallyRows } from "../types.ts";
import type { Behind, Making } from "./behind.ts";
import { streamEntries } from "./recent.ts";
import { cellsOf, Sums } from "./sums.ts";

export const TALLY = {
  name: "tally",
  prefixes: [["tally"], ["spent"], ["total"], ["uncounted"]],
  streams: 16,
} as const;
/** Rows and sorts of sums that one commit touches, about. */
const ROWS = 300;
const SORTS_AT_ONCE = 600;
/** Events that are added up at once, and bytes of what is kept of a stream beside its sums. */
const EVENTS = 5_000;
const STATE_BYTES = 48_000;
/** Looks at sums before they are given up: each time somebody changed them meanwhile. */
const READINGS = 6;
/** Streams that cannot be added up: so many are told. */
const UNCOUNTED = 100;

/** How far a stream is added up. */
export interface Tally {
  readonly seq: number;
  readonly state: unknown;
  /** Present where it cannot be added up: it has no sums. */
  readonly broken?: true;
}

export function tallyOf(value: unknown): Tally | null {
  const row = readable(() => fromBytes(value));
  const { seq, state, broken } = isFields(row) ? row : {};
  return typeof seq === "number" ? { seq, state, ...(broken === true ? { broken } : {}) } : null;
}

type Places = Pick<Parts, "kv" | "environment">;

export function tallyMaking(parts: Places, reader: EventReader, tallying: Tallying): Making {
  return {
    ...TALLY,
    version: tallying.version,
    async changes(streams) {
      const piece = new Piece(parts, reader, tallying);
      // Together: one by one each costs a turn of the loop, and another thread.
      const kept = await getAll(parts.kv, streams.map(tallyKey));
      const rows = await streamEntries(parts.kv, streams);
      for (const [at, stream] of streams.entries()) {
        // Where nothing of them is new nobody else would have a turn until all were looked at.
        if (at > 0) await parts.environment.breathe();
        if (!await piece.stream(stream, kept[at]?.value ?? null, rows[at] ?? null)) {
          return { writes: piece.writes(), unfinished: true };
        }
      }
      return { writes: piece.writes() };
    },
  };
}

/** What goes into one commit. */
class Piece {
  readonly #sums: Sums;
  readonly #writes: Write[] = [];
  #events = 0;

  constructor(readonly parts: Places, readonly reader: EventReader, readonly tallying: Tallying) {
    this.#sums = new Sums(parts.kv);
  }

  writes(): Write[] {
    return [...this.#writes, ...this.#sums.writes()];
  }

  get #full(): boolean {
    const { rows, sorts } = this.#sums.size;
    return rows >= ROWS || sorts >= SORTS_AT_ONCE || this.#events >= EVENTS;
  }

  /**
   * @param kept how far it is added up, as it is stored; null: it never was
   * @param entry its row; null where it cannot be read
   * @returns false where something of it is left for the next piece
   */
  async stream(stream: string, kept: unknown, entry: Entry | null): Promise<boolean> {
    const tally = kept === null ? null : tallyOf(kept) ?? { seq: Infinity, state: null };
    const found = entry && readable(() => foundRow(entry));
    if (found === undefined || entry === null) return await this.#broken(stream, tally, -1);
    if (!found || found.row.list === undefined || found.row.deleted) return await this.#drop(stream, tally);
    const { row } = found;
    if (tally?.seq === row.seq) return true;
    // It can be read again, or its end is gone: it is added up anew, with the next piece.
    if (tally && (tally.broken || tally.seq > row.seq)) {
      await this.#drop(stream, tally);
      return false;
    }
    return await this.#go(stream, found, tally);
  }

  /** Adds up what came since. */
  async #go(stream: string, found: FoundRow, tally: Tally | null): Promise<boolean> {
    const { row } = found;
    const read = await this.#read(stream, tally, found);
    const kept = read && { seq: read.seq, state: read.state } satisfies Tally;
    if (!kept || toBytes(kept).length > STATE_BYTES || !await this.#add(stream, read.cells)) {
      return await this.#broken(stream, tally, row.seq);
    }
    this.#writes.push(jsonAt(tallyKey(stream), kept));
    return kept.seq === row.seq && !this.#full;
  }

  /** The cells of what came since, as many as one piece takes; null where it cannot be read. */
  async #read(
    stream: string,
    tally: Tally | null,
    row: FoundRow,
  ): Promise<{ cells: Cell[]; seq: number; state: unknown } | null> {
    const after = tally?.seq ?? 0;
    const fold = this.tallying.begin(tally?.state ?? null);
    const cells: Cell[] = [];
    let seq = after;
    try {
      reading: for await (const events of this.reader.behind(stream, after, row)) {
        for (const event of events) {
          cells.push(...fold.add(event));
          seq = event.seq;
          this.#events++;
          if (cells.length >= ROWS || this.#events >= EVENTS) break reading;
        }
        await this.parts.environment.breathe();
      }
    } catch (error) {
      // What says nothing of the events themselves is tried again.
      if (error instanceof StoreCorrupt || error instanceof NewerVersion || isDamage(error)) return null;
      throw error;
    }
    return seq === after ? null : { cells, seq, state: fold.state() };
  }

  /** Adds all cells, or none where one has no room. */
  async #add(stream: string, cells: readonly Cell[]): Promise<boolean> {
    const done: [Deno.KvKey, Cell][] = [];
    for (const cell of cells) {
      for (const key of [spentKey(stream, cell.day, cell.who), totalKey(cell.day, cell.who)]) {
        if (!await this.#sums.fits(key, cell)) {
          for (const [key, cell] of done) await this.#sums.add(key, cell, -1);
          return false;
        }
        await this.#sums.add(key, cell);
        done.push([key, cell]);
      }
    }
    return true;
  }

  /** Takes away what the stream brought, and what is kept of it. */
  async #drop(stream: string, tally: Tally | null): Promise<boolean> {
    if (!tally) return true;
    const options = { limit: ROWS, batchSize: ROWS };
    let rows = 0;
    for await (const { key, value } of this.parts.kv.list({ prefix: ["spent", stream] }, options)) {
      for (const cell of cellsOf(value) ?? []) await this.#sums.add(totalKey(cell.day, cell.who), cell, -1);
      this.#writes.push({ key, remove: true });
      rows++;
    }
    if (rows === ROWS || this.#full) return false;
    if (tally.broken) this.#writes.push({ key: uncountedKey(stream), remove: true });
    this.#writes.push({ key: tallyKey(stream), remove: true });
    return true;
  }

  /** @param seq of its last event: it is tried again when there are more */
  async #broken(stream: string, tally: Tally | null, seq: number): Promise<boolean> {
    if (tally?.broken) return true;
    if (!await this.#drop(stream, tally)) return false;
    const last = this.#writes.findLastIndex(({ key }) => key[0] === "tally" && key[1] === stream);
    if (last >= 0) this.#writes.splice(last, 1);
    const row: Tally = { seq, state: null, broken: true };
    this.#writes.push(jsonAt(tallyKey(stream), row), flagAt(uncountedKey(stream)));
    return true;
  }
}

export class StoredTally implements TallyRows {
  constructor(readonly parts: Pick<Parts, "kv" | "epoch">, readonly behind: Behind) {}

  keep(): void {
    void this.behind.catchUp();
  }

  async totals(days: Days): Promise<{ cells: Cell[]; uncounted: string[] } | null> {
    const stamp = parsePosition(await endPosition(this.parts))?.stamp ?? ORIGIN_STAMP;
    for (let look = 0; look < READINGS; look++) {
      const reached = await this.behind.stamp();
      if (reached === null) return null;
      if (reached < stamp) {
        await this.behind.catchUp();
        if ((await this.behind.stamp() ?? "") < stamp) continue;
      }
      const open = await this.behind.mark();
      const cells = await this.#cells(["total"], days);
      const uncounted: string[] = [];
      const options = { limit: UNCOUNTED, batchSize: UNCOUNTED };
      for await (const { key } of this.parts.kv.list({ prefix: ["uncounted"] }, options)) {
        uncounted.push(String(key[1]));
      }
      if (await this.behind.mark() === open) return { cells, uncounted };
    }
    return null;
  }

  async of(streams: readonly string[], days: Days): Promise<Map<string, Cell[]>> {
    return new Map(
      await Promise.all(
        streams.map(async (stream) => [stream, await this.#cells(["spent", stream], days)] as const),
      ),
    );
  }

  async #cells(prefix: Deno.KvKey, { from, to }: Days): Promise<Cell[]> {
    // Behind all who did something on the last day.
    const end = to === undefined ? null : [...prefix, to, true];
    const start = from === undefined ? null : [...prefix, from];
    const selector: Deno.KvListSelector = start && end
      ? { start, end }
      : start
      ? { prefix, start }
      : end
      ? { prefix, end }
      : { prefix };
    const cells: Cell[] = [];
    for await (const { value } of this.parts.kv.list(selector, { batchSize: LIST_BATCH })) {
      cells.push(...cellsOf(value) ?? []);
    }
    return cells;
  }
}
