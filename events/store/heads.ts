/** The end of each stream, which is its lock; a deleted stream keeps one for ever, so that its id stays taken. */
import { fromBytes, toBytes } from "./codec.ts";
import type { Entry } from "./kv.ts";
import type { Head } from "./types.ts";

/** In place of a versionstamp: no commit has it, and whoever decides on such a head is told at once. */
export const DELETED_STAMP = "deleted";

export interface HeadRow {
  readonly seq: number;
  readonly hash: string;
  readonly deleted?: true;
}

export const NO_HEAD: Head = { seq: 0, hash: "", stamp: null };

export function headRow(entry: Entry): HeadRow | null {
  return fromBytes<HeadRow>(entry.value) ?? null;
}

export function headOf(entry: Entry): Head {
  const row = headRow(entry);
  if (!row) return NO_HEAD;
  return { seq: row.seq, hash: row.hash, stamp: row.deleted ? DELETED_STAMP : entry.versionstamp };
}

export const headBytes = (row: HeadRow): Uint8Array => toBytes(row);
