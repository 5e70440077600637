/**
 * A run of events of one stream in one value, under the seq of its first: as JSON, or compressed where it is old. A run
 * says the hash before it, of each event the beginning of the chain behind it, and of each commit in it the first event and
 * the commit's stamp.
 */
import { deflateRawSync, inflateRawSync, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { VALUE_BYTES } from "../kv/bounds.ts";
import { isFields } from "../kv/codec.ts";
import {
  chained,
  type Entry,
  entryTexts,
  isEntry,
  MARK_UNITS,
  type StoredEntry,
  withMarks,
} from "./entry.ts";
import { StoreCorrupt } from "../errors.ts";

/**
 * The first event of a commit, and its stamp; null: that of the row the commit is in. Events before the first that a
 * run names came with that one; where it names none, with the first that a later run names: an import writes its events
 * before the commit that makes them those of the stream.
 */
export type CommitStart = readonly [first: number, stamp: string | null];

/** Events `first` … of one stream, as texts. */
export interface Run {
  readonly first: number;
  /** The hash of the chain before the first. */
  readonly prev: string;
  readonly commits: readonly CommitStart[];
  readonly entries: readonly Entry[];
}

/** The same as it was read. */
export interface StoredRun {
  readonly first: number;
  readonly prev: string;
  readonly commits: readonly CommitStart[];
  readonly entries: readonly StoredEntry[];
  /** Of each event its mark, one behind the other; "" where none were kept. */
  readonly marks: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/**
 * First bytes of values. No JSON begins with the other two. Behind them is such JSON: deflated (RFC 1951) where a commit
 * waits for it, which takes 7 to 14 µs for a row, and as zstd (RFC 8878), smaller in 20, where nobody does.
 */
const JSON_START = 0x7b;
const DEFLATED = 1;
const PACKED = 2;
/**
 * How zstd begins. 0.2.0 wrote it behind the first byte of what is deflated now. Nothing deflated begins so: it would be
 * a block that is stored as it is, whose length and the length's complement do not fit.
 */
const ZSTD_START = [0x28, 0xb5, 0x2f, 0xfd];
const isZstd = (bytes: Uint8Array): boolean => ZSTD_START.every((byte, index) => bytes[index] === byte);
/**
 * Bytes of a row that SQLite keeps within a page of 4,096: it takes 1,002 of a record, with its key. A longer one takes
 * pages of its own, which are let go and taken again with each append. A longer row of a stream is compressed.
 */
export const ROW_BYTES = 930;
/** Bytes from which to compress events that leave a row is worth its time, unless many wait. */
const COMPRESS_BYTES = 400;
/** Bytes up to which a window of 2 KB does, and takes less to prepare. */
const SMALL_BYTES = 4_096;
const SMALL = { windowBits: 12, memLevel: 4, chunkSize: 1_024 };
/** Compressed bytes up to which a value is opened into few at once: room for many takes longer to make than to fill. */
const SMALL_VALUE_BYTES = 1_024;
const SMALL_ROOM = { chunkSize: 4_096 };
/** Bytes a value may have when it is open. */
export const OPEN_BYTES = 4 * 1024 * 1024;

/** The fields of a run as JSON, without the braces: a stream's row has more. */
export function runFields(run: Run): string {
  const { prev, commits, entries } = run;
  const marks = entries.length === 0 ? "" : `"marks":"${marksOf(run)}",`;
  return `"prev":"${prev}",${marks}"commits":${JSON.stringify(commits)},"events":[${
    entries.map(({ text }) => text).join(",")
  }]`;
}

/** What was kept; made where an event of an earlier release has none. A mark that is there is never made anew: it tells of changes. */
function marksOf({ prev, entries }: Run): string {
  const whole = entries.every(({ mark }) => mark !== undefined) ? entries : withMarks(entries, prev);
  return entries.map(({ mark }, index) => mark ?? whole[index]?.mark ?? "").join("");
}

/** Whether each event of a run has its mark. */
export const hasMarks = ({ marks, entries }: Pick<StoredRun, "marks" | "entries">): boolean =>
  marks.length === entries.length * MARK_UNITS;

/** The mark of an event of a run, by its place in it; undefined where none were kept, or what is there are none. */
export const markAt = (run: Pick<StoredRun, "marks" | "entries">, index: number): string | undefined =>
  hasMarks(run) ? run.marks.slice(index * MARK_UNITS, (index + 1) * MARK_UNITS) : undefined;

const withMark = (entry: Entry, mark: string | undefined): Entry =>
  mark === undefined ? entry : { ...entry, mark };

const open = (run: Run): Uint8Array => encoder.encode(`{${runFields(run)}}`);

/**
 * JSON in fewer bytes, fast; `opened` gives it back.
 * @param hurried twice as fast, and 15 % more bytes
 */
export function deflated(bytes: Uint8Array, hurried = false): Uint8Array {
  const options = bytes.length <= SMALL_BYTES ? SMALL : {};
  return marked(DEFLATED, deflateRawSync(bytes, { ...options, level: hurried ? 1 : 3 }));
}

/** The same in fewer still. */
export const packed = (bytes: Uint8Array): Uint8Array => marked(PACKED, zstdCompressSync(bytes));

/**
 * The JSON in a value.
 * @param most bytes it may have; more is not opened
 * @throws for what is none
 */
export function opened(bytes: Uint8Array, most = OPEN_BYTES): unknown {
  const [kind] = bytes;
  if (kind === JSON_START) return JSON.parse(decoder.decode(bytes));
  if (kind !== DEFLATED && kind !== PACKED) throw new StoreCorrupt("A value begins with another byte.");
  const small = bytes.subarray(1);
  const open = kind === PACKED || isZstd(small) ? zstdDecompressSync : inflateRawSync;
  const bound = most === Infinity ? {} : { maxOutputLength: most };
  const room = bytes.length <= SMALL_VALUE_BYTES ? SMALL_ROOM : {};
  return JSON.parse(decoder.decode(open(small, { ...room, ...bound })));
}

function marked(kind: number, small: Uint8Array): Uint8Array {
  const value = new Uint8Array(1 + small.length);
  value[0] = kind;
  value.set(small, 1);
  return value;
}

/**
 * As it is written by the append that moves it out of its stream's row.
 * @param hurried compressed less and faster, and only where it is too long for a cell: many wait
 */
export function runBytes(run: Run, hurried = false): Uint8Array {
  const bytes = open(run);
  if (bytes.length < (hurried ? ROW_BYTES : COMPRESS_BYTES)) return bytes;
  const small = deflated(bytes, hurried);
  return small.length < bytes.length ? small : bytes;
}

/** What was packed is not packed again: see packing.ts. */
export const packedBytes = (run: Run): Uint8Array => packed(open(run));
export const isPacked = (bytes: unknown): boolean => bytes instanceof Uint8Array && bytes[0] === PACKED;

/** Events packed into one value, and the first of them. */
export interface PackedValue {
  readonly first: number;
  readonly value: Uint8Array;
}

/**
 * A run in as many packed values as it takes: what people write becomes half as long, noise no shorter. One event is
 * never divided: who takes it in sees that it fits.
 */
export function* packedValues(run: Run): Generator<PackedValue> {
  const value = packedBytes(run);
  if (value.length <= VALUE_BYTES || run.entries.length === 1) yield { first: run.first, value };
  else for (const half of halvesOf(run)) yield* packedValues(half);
}

/** A run that was read, to be written again in the way it lay there: what is put into it may have made it longer. */
export function valuesAgain(run: Run, wasPacked: boolean): PackedValue[] {
  const value = wasPacked ? null : runBytes(run);
  return value && value.length <= VALUE_BYTES ? [{ first: run.first, value }] : [...packedValues(run)];
}

/** The second begins with the commit that holds its first event, where the run says which that is. */
function halvesOf(run: Run): [Run, Run] {
  const half = Math.ceil(run.entries.length / 2);
  const first = run.first + half;
  const begun = run.commits.filter(([begin]) => begin < first);
  const later = run.commits.filter(([begin]) => begin >= first);
  const holding = begun.at(-1);
  const before = { ...run, commits: begun, entries: run.entries.slice(0, half) };
  return [before, {
    first,
    prev: hashBehind(before),
    commits: holding && later[0]?.[0] !== first ? [[first, holding[1]], ...later] : later,
    entries: run.entries.slice(half),
  }];
}

/** @throws {StoreCorrupt} for what is no run */
export function decodeRun(bytes: unknown, first: number): StoredRun {
  if (!(bytes instanceof Uint8Array)) throw new StoreCorrupt("A value of events is not made of bytes.");
  try {
    return { ...runOf(opened(bytes)), first };
  } catch (error) {
    if (error instanceof StoreCorrupt) throw error;
    throw new StoreCorrupt(
      `A value of events cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** The run in what was parsed, all but where it begins. */
export function runOf(value: unknown): Omit<StoredRun, "first"> {
  const { prev, marks, commits, events } = isFields(value) ? value : {};
  if (typeof prev !== "string" || !Array.isArray(events) || !events.every(isEntry)) {
    throw new StoreCorrupt("A value of events has another form.");
  }
  // Damaged, they keep nobody from the events: verify tells.
  return {
    prev,
    marks: typeof marks === "string" ? marks : "",
    commits: Array.isArray(commits) ? commits.filter(isCommitStart) : [],
    entries: events,
  };
}

const isCommitStart = (value: unknown): value is CommitStart =>
  Array.isArray(value) && Number.isSafeInteger(value[0]) &&
  (value[1] === null || typeof value[1] === "string");

export const textsOf = ({ first, prev, marks, commits, entries }: StoredRun): Run => ({
  first,
  prev,
  commits,
  entries: entries.map((entry, index) => withMark(entryTexts(entry), markAt({ marks, entries }, index))),
});

export const lastOf = ({ first, entries }: Pick<StoredRun | Run, "first" | "entries">): number =>
  first + entries.length - 1;

/** The hash of the chain behind the last event. */
export const hashBehind = ({ prev, entries }: Pick<Run, "prev" | "entries">): string =>
  entries.reduce((hash, entry) => chained(hash, entry), prev);

/** Two runs that follow one another, as one. */
export function together(a: Run, b: Run): Run {
  if (a.entries.length === 0) return b;
  return { ...a, commits: [...a.commits, ...b.commits], entries: [...a.entries, ...b.entries] };
}

/** The same with the stamp of every commit in it, so that it can be written again. */
export const settled = <R extends Pick<Run, "commits">>(run: R, own: string): R => ({
  ...run,
  commits: run.commits.map(([first, stamp]) => [first, stamp ?? own] as const),
});
