/**
 * The one row of a stream that each of its commits writes: where it ends, its newest events, and what is derived of all
 * of them. Its stamp is the lock. Appends write it, and who erases words: then it says itself which stamps its commits have. Of a
 * deleted stream it stays, so that the name stays taken.
 */
import { isFields } from "../kv/codec.ts";
import { VALUE_BYTES } from "../kv/bounds.ts";
import { StoreCorrupt, TooLarge, why } from "../errors.ts";
import type { Entry as Row } from "../kv/kv.ts";
import type { Head } from "../types.ts";
import { deflated, opened, ROW_BYTES, type Run, runFields, runOf, type StoredRun, textsOf } from "./value.ts";

/** In place of a versionstamp: no commit has it, and whoever decides on such a head is told at once. */
export const DELETED_STAMP = "deleted";

/** What of the row is no event. */
interface Facts {
  readonly seq: number;
  /** The chain behind event `seq`. */
  readonly hash: string;
  readonly deleted?: true;
  /** The sidebar's row; absent where there is none. */
  readonly list?: unknown;
  /** All answers of commands that came with events, as one sum: see answers.ts. */
  readonly answers?: string;
  /** The last event that told of an erasure: what was kept of events before it may hold words that are gone. */
  readonly erased?: number;
}
/** The row as it was read. */
export interface StreamRow extends Facts {
  readonly tail: StoredRun;
}
/** The row as it will be written. */
export interface NewStreamRow extends Facts {
  readonly tail: Run;
}

export const NO_HEAD: Head = { seq: 0, hash: "", stamp: null };

const encoder = new TextEncoder();

/** @throws {StoreCorrupt} for what is no such row */
export function streamRow(entry: Row): StreamRow | null {
  if (entry.versionstamp === null) return null;
  if (!(entry.value instanceof Uint8Array)) throw new StoreCorrupt("A stream's row is not made of bytes.");
  const value = parsed(entry.value);
  const { seq, hash, deleted, list, answers, erased } = isFields(value) ? value : {};
  if (typeof seq !== "number" || !Number.isSafeInteger(seq) || typeof hash !== "string") {
    throw new StoreCorrupt("A stream's row has another form.");
  }
  const run = runOf(value);
  return {
    seq,
    hash,
    ...(deleted === true ? { deleted } : {}),
    ...(list === undefined ? {} : { list }),
    ...(typeof answers === "string" ? { answers } : {}),
    ...(typeof erased === "number" ? { erased } : {}),
    tail: { ...run, first: seq - run.entries.length + 1 },
  };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return opened(bytes);
  } catch (error) {
    throw new StoreCorrupt(`A stream's row cannot be read: ${why(error)}`);
  }
}

export function headOf(entry: Row): Head {
  const row = streamRow(entry);
  return row ? headOfRow(row, entry.versionstamp) : NO_HEAD;
}

/** @param stamp of the row */
export const headOfRow = ({ seq, hash, deleted }: Facts, stamp: string | null): Head => ({
  seq,
  hash,
  stamp: deleted ? DELETED_STAMP : stamp,
});

/** What of a row is no event, as JSON without its last brace: the tail follows. */
export const factsText = (facts: Facts): string => JSON.stringify(facts).slice(0, -1);

/**
 * @param facts as `factsText` gives them
 * @param hurried compressed less and faster: many wait
 * @throws {TooLarge} where it would be over the limit without being compressed: how small it becomes is chance
 */
export function rowBytes(facts: string, tail: Run, hurried = false): Uint8Array {
  const bytes = encoder.encode(`${facts},${runFields(tail)}}`);
  if (bytes.length > VALUE_BYTES) throw new TooLarge(`A row of ${bytes.length} bytes is over the limit.`);
  if (bytes.length <= ROW_BYTES) return bytes;
  const small = deflated(bytes, hurried);
  return small.length < bytes.length ? small : bytes;
}

/** @throws {TooLarge} as `rowBytes` */
export const streamRowBytes = ({ tail, ...facts }: NewStreamRow): Uint8Array =>
  rowBytes(factsText(facts), tail);

/** As it was read, to be written again. */
export const rowTexts = ({ tail, ...facts }: StreamRow): NewStreamRow => ({
  ...facts,
  tail: textsOf(tail),
});
