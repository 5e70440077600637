/**
 * The list by time: rows of the sidebar in the order in which they stand there, so that a page of it is one listing from
 * where it begins. Made behind the log (behind.ts); what the newest commits changed is put in by whoever reads.
 */
import { LIST_BATCH } from "../kv/bounds.ts";
import { fromBytes, isFields, readable, toBytes } from "../kv/codec.ts";
import { bytesAt, jsonAt, type Write } from "../commit/job.ts";
import { recentKey, standsKey, streamKey } from "../kv/keys.ts";
import { type Entry, getAll, isDamage, rowOrDamage } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import { streamRow } from "../form/stream_row.ts";
import type { Placed, Placing, RecentPage, RecentRows } from "../types.ts";
import type { Behind, Making, Open } from "./behind.ts";

export const RECENT = {
  name: "recent",
  // 2: some stand on another shelf besides.
  version: 2,
  prefixes: [["recent"], ["stands"]],
  streams: 64,
} as const;
/** Where those stand whose row cannot be read. */
export const DAMAGED: Placed = { shelf: "damaged", at: "" };
/** Of these so many are told with each page. */
const DAMAGED_AT_ONCE = 100;
/** Looks at a page before it is given up: each time somebody changed the rows meanwhile. */
const LOOKS = 4;

/** What stands in the list of one stream: its row, and where. Null: it has none. */
interface Standing extends Placed {
  readonly row: unknown;
}

/** @param entry of the stream's row; null where it cannot be read */
export function standingOf(entry: Entry | null, place: Placing): Standing | null {
  const row = entry && readable(() => streamRow(entry));
  if (row === null && entry !== null) return null;
  if (row?.deleted || (row && row.list === undefined)) return null;
  const placed = row ? place(row.list) : null;
  return placed ? { ...placed, row: row?.list } : { ...DAMAGED, row: null };
}

/** On which shelf and at what time a stream stands, as its row says; null where it says nothing. */
export function standsOf(value: unknown): Placed | null {
  const row = readable(() => fromBytes(value));
  const { shelf, at, also } = isFields(row) ? row : {};
  if (typeof shelf !== "string" || typeof at !== "string") return null;
  return { shelf, at, ...(typeof also === "string" ? { also } : {}) };
}

/** The shelves on which a stream stands. */
export const shelvesOf = ({ shelf, also }: Placed): string[] => also === undefined ? [shelf] : [shelf, also];

export function recentMaking({ kv }: Pick<Parts, "kv">, place: Placing): Making {
  return {
    ...RECENT,
    async changes(streams) {
      const rows = await streamEntries(kv, streams);
      const stood = await getAll(kv, streams.map(standsKey));
      const writes = streams.flatMap((stream, index) =>
        moved(stream, standsOf(stood[index]?.value), standingOf(rows[index] ?? null, place))
      );
      return { writes };
    },
  };
}

/** Rows of streams; null for one that cannot be read, which does not hide the others. */
async function streamEntries(kv: Parts["kv"], streams: readonly string[]): Promise<(Entry | null)[]> {
  try {
    return await getAll(kv, streams.map(streamKey));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return await Promise.all(streams.map((stream) => rowOrDamage(kv, streamKey(stream))));
  }
}

function moved(stream: string, before: Placed | null, now: Standing | null): Write[] {
  const writes: Write[] = [];
  const same = before && now && before.at === now.at && before.shelf === now.shelf &&
    before.also === now.also;
  if (before && !same) {
    const stays = now?.at === before.at ? shelvesOf(now) : [];
    for (const shelf of shelvesOf(before)) {
      if (!stays.includes(shelf)) writes.push({ key: recentKey(shelf, before.at, stream), remove: true });
    }
  }
  if (now) {
    const { row, ...placed } = now;
    for (const shelf of shelvesOf(now)) writes.push(bytesAt(recentKey(shelf, now.at, stream), toBytes(row)));
    if (!same) writes.push(jsonAt(standsKey(stream), placed));
  } else if (before) writes.push({ key: standsKey(stream), remove: true });
  return writes;
}

/** A page as it is asked for. */
interface Wanted {
  readonly shelf: string;
  readonly after: { readonly at: string; readonly id: string } | null;
  readonly limit: number;
  readonly oldest: boolean;
}

export class StoredRecent implements RecentRows {
  constructor(readonly parts: Pick<Parts, "kv">, readonly behind: Behind, readonly place: Placing) {}

  keep(): void {
    void this.behind.catchUp();
  }

  async page(
    shelf: string,
    after: { at: string; id: string } | null,
    limit: number,
    oldest = false,
  ): Promise<RecentPage | null> {
    for (let look = 0; look < LOOKS; look++) {
      const open = await this.behind.open();
      if (open === "unmade") return null;
      if (open === "far") {
        await this.behind.catchUp();
        continue;
      }
      const page = await this.#look(open, { shelf, after, limit, oldest });
      if (await this.behind.still(open)) return page;
    }
    return null;
  }

  async #look(open: Open, { shelf, after, limit, oldest }: Wanted): Promise<RecentPage> {
    const fresh = [...open.streams];
    const rows = await streamEntries(this.parts.kv, fresh);
    const found: { id: string; at: string; row: unknown }[] = [];
    const damaged: string[] = [];
    const follows = oldest ? isBefore : isBehind;
    for (const [index, id] of fresh.entries()) {
      const now = standingOf(rows[index] ?? null, this.place);
      if (now?.shelf === DAMAGED.shelf) damaged.push(id);
      else if (now && shelvesOf(now).includes(shelf) && follows(after, now.at, id)) {
        found.push({ id, at: now.at, row: now.row });
      }
    }
    const key = after && recentKey(shelf, after.at, after.id);
    const beyond = key === null ? {} : oldest ? { start: [...key, ""] } : { end: key };
    const most = limit + 1 + fresh.length;
    let listed = 0;
    for await (const { id, at, value } of this.#listed(["recent", shelf], beyond, most, !oldest)) {
      if (open.streams.has(id)) continue;
      const row = readable(() => fromBytes(value));
      if (row === undefined) damaged.push(id);
      else found.push({ id, at, row });
      if (++listed > limit) break;
    }
    for await (const { id } of this.#listed(["recent", DAMAGED.shelf], {}, DAMAGED_AT_ONCE, true)) {
      if (!open.streams.has(id)) damaged.push(id);
    }
    found.sort((a, b) => follows(a, b.at, b.id) ? -1 : 1);
    return { rows: found.slice(0, limit), more: found.length > limit, damaged };
  }

  async *#listed(
    prefix: Deno.KvKey,
    beyond: { start?: Deno.KvKey; end?: Deno.KvKey },
    limit: number,
    reverse: boolean,
  ): AsyncIterable<{ id: string; at: string; value: unknown }> {
    const options = { reverse, limit, batchSize: Math.min(limit, LIST_BATCH) };
    // A list has a prefix and one end of its own.
    const { start, end } = beyond;
    const selector = start ? { prefix, start } : end ? { prefix, end } : { prefix };
    for await (const { key, value } of this.parts.kv.list(selector, options)) {
      yield { at: String(key[2]), id: String(key[3]), value };
    }
  }
}

/** Whether `at`, `id` stands behind a place: earlier, or at the same time with a smaller id. */
const isBehind = (place: { at: string; id: string } | null, at: string, id: string): boolean =>
  place === null || at < place.at || (at === place.at && id < place.id);
/** The same the other way round: later, or at the same time with a greater id. */
const isBefore = (place: { at: string; id: string } | null, at: string, id: string): boolean =>
  place === null || at > place.at || (at === place.at && id > place.id);
