/**
 * Folds as the store takes them: it writes and compares rows without knowing what they mean. Each call of a
 * `Refold` starts the fold of a stream anew.
 */
import type { AnyEvent } from "../catalog/envelope.ts";
import { fromBytes, toBytes } from "./codec.ts";

export type Refold = (stream: string) => {
  add(event: AnyEvent): void;
  /** As JSON. */
  result(): unknown;
};

export interface Folds {
  /** The sidebar row of a conversation; null for none. */
  readonly list?: Refold;
  /** The turns that are open, as `{ turnId, attempt }[]`: each has a work row. */
  readonly work?: Refold;
  /** By name and version, the state as it is kept in snapshots. */
  readonly snapshots?: readonly {
    readonly name: string;
    readonly version: number;
    readonly refold: Refold;
  }[];
  /** Blobs that an event names, beside the long texts that the store itself moved out of it. */
  readonly blobs?: (event: AnyEvent) => readonly string[];
  /** Streams that have no list row, like the workspace. */
  readonly isConversation: (stream: string) => boolean;
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
