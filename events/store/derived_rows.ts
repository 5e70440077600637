/** Rows that are folds of a stream, as the store takes them: it writes and compares them without knowing what they mean. */
import type { AnyEvent } from "../catalog/envelope.ts";
import { fromBytes, toBytes } from "./kv/codec.ts";
import type { Placing } from "./list_types.ts";
import type { Tallying } from "./types.ts";

/** A fold under way, of one stream from its first event on. */
export interface StreamFold {
  add(event: AnyEvent): void;
  /** As JSON. */
  result(): unknown;
}

export interface DerivedRows {
  /** Begins the fold to the sidebar row, which is null for none; null for a stream that never has one. */
  readonly list?: (stream: string) => StreamFold | null;
  /** The sidebar row as each of earlier programs wrote it: such a one stays until the next event, and is right. */
  readonly formerLists?: (row: unknown) => readonly unknown[];
  /** Where a sidebar row stands in the list by time. */
  readonly place?: Placing;
  /** What is done in streams, added up. */
  readonly tally?: Tallying;
  /** The same to the turns that are open, as `OpenTurn[]`: each has a work row. */
  readonly work?: (stream: string) => StreamFold | null;
  /** The same to when the stream is due to be closed, in milliseconds since the epoch; null where it is not. */
  readonly due?: (stream: string) => StreamFold | null;
  /** When somebody has to look at a stream, by its sidebar row, in milliseconds since the epoch; null: never. */
  readonly run?: (row: unknown) => number | null;
  /** By name and version, the state as it is kept in snapshots. */
  readonly snapshots?: readonly {
    readonly name: string;
    readonly version: number;
    readonly fold: (stream: string) => StreamFold;
  }[];
  /** Blobs that an event names, beside the long texts that the store itself moved out of it. */
  readonly blobs?: (event: AnyEvent) => readonly string[];
  /** The events whose words are gone by this one; none of any other. */
  readonly erases?: (event: AnyEvent) => readonly number[];
  /** Whether the event closes its stream: nothing follows, and what was before it goes. */
  readonly closes: (event: AnyEvent) => boolean;
}

export interface OpenTurn {
  readonly turnId: string;
  readonly attempt: number;
}

/** Called now and then by what takes long. */
export type Progress = (done: { streams: number; events: number }) => void;

/** Equal as JSON, whatever the order of keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(fromBytes(toBytes(value ?? null)), (_, inner) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([x], [y]) => x < y ? -1 : 1));
  });
}
