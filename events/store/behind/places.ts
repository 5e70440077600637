/** Where the sidebar's row of a stream stands, and under which names the stream is found: keys, and what moves them. */
import { fromBytes, isFields, readable, toBytes } from "../kv/codec.ts";
import { bytesAt, flagAt, jsonAt, type Write } from "../commit/job.ts";
import { claim, foundKey, recentKey, standsKey } from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import { streamRow } from "../form/stream_row.ts";
import type { Named, Placed, Placing } from "../list_types.ts";

/** Where those stand whose row cannot be read. */
export const DAMAGED: Placed = { shelf: "damaged", at: "" };

/** What stands in the list of one stream: its row, and where. */
export interface Standing extends Placed {
  readonly row: unknown;
}

/**
 * Null for a stream that has no row in the list.
 * @param entry of the stream's row; null where it cannot be read
 */
export function standingOf(entry: Entry | null, place: Placing): Standing | null {
  const row = entry && readable(() => streamRow(entry));
  if (row === null && entry !== null) return null;
  if (row?.deleted || (row && row.list === undefined)) return null;
  const placed = row ? place(row.list) : null;
  return placed ? { ...placed, row: row?.list } : { ...DAMAGED, row: null };
}

const isText = (value: unknown): value is string => typeof value === "string";
function isNamed(value: unknown): value is Named {
  const { name, at } = isFields(value) ? value : {};
  return isText(name) && isText(at);
}

/** Where a stream stands, as its own row of that says; null where it says nothing. */
export function standsOf(value: unknown): Placed | null {
  const row = readable(() => fromBytes(value));
  const { shelf, at, also = [], under = [] } = isFields(row) ? row : {};
  if (!isText(shelf) || !isText(at)) return null;
  if (!Array.isArray(also) || !also.every(isText)) return null;
  return Array.isArray(under) && under.every(isNamed) ? { shelf, at, also, under } : null;
}

/** The shelves on which a stream stands. */
export const shelvesOf = ({ shelf, also = [] }: Placed): string[] => [shelf, ...also];

/** Keys of its rows: each of `shelves` holds the sidebar's, and one of `names` nothing. */
export const keysOf = (stream: string, placed: Placed) => ({
  shelves: shelvesOf(placed).map((shelf) => recentKey(shelf, placed.at, stream)),
  names: (placed.under ?? []).map(({ name, at }) => foundKey(name, at, stream)),
});

function allKeys(stream: string, placed: Placed | null): Map<string, Deno.KvKey> {
  if (!placed) return new Map();
  const { shelves, names } = keysOf(stream, placed);
  return new Map([...shelves, ...names].map((key) => [claim(key), key]));
}

/** What is to be written so that a stream that stood in one place stands in another; null: in none. */
export function moved(stream: string, before: Placed | null, now: Standing | null): Write[] {
  const [old, next] = [allKeys(stream, before), allKeys(stream, now)];
  const gone = [...old].filter(([name]) => !next.has(name));
  const writes: Write[] = gone.map(([, key]) => ({ key, remove: true }));
  if (!now) return before ? [...writes, { key: standsKey(stream), remove: true }] : writes;
  const { row, ...placed } = now;
  const { shelves, names } = keysOf(stream, placed);
  const bytes = toBytes(row);
  writes.push(...shelves.map((key) => bytesAt(key, bytes)));
  writes.push(...names.filter((key) => !old.has(claim(key))).map(flagAt));
  const same = before && gone.length === 0 && old.size === next.size;
  if (!same) writes.push(jsonAt(standsKey(stream), placed));
  return writes;
}
