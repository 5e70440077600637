/**
 * Format 1, in which stores and exports of earlier releases are: every event a row of its own, UTF-8 JSON that holds
 * its `seq` and as `prev` the SHA-256 (hex) of the stored bytes before it. It is read, and never written.
 */
import type { AnyEvent } from "../../catalog/envelope.ts";
import { withHashAmongWords } from "../../catalog/unsalted.ts";
import { fromBytes, sha256 } from "../kv/codec.ts";
import { type Entry, entryOf } from "./entry.ts";
import { StoreCorrupt } from "../errors.ts";
import type { SpillPath } from "./spill.ts";
import type { CommandRow } from "../types.ts";

/** An event as it was stored. */
export interface FormerEvent extends AnyEvent {
  /** Hash of the stored bytes of the event before; "" for the first. */
  readonly prev: string;
  readonly spilled?: readonly SpillPath[];
}
/** The end of a stream, at `["h", stream]`. */
export interface FormerHead {
  readonly seq: number;
  /** Of the stored bytes of event `seq`. */
  readonly hash: string;
  readonly deleted?: true;
}
/** An answer of a command, at `["cmd", caller, key]`. */
export interface FormerCommand extends CommandRow {
  readonly stream: string;
}

/** The event in stored bytes. @throws {StoreCorrupt} for what is none */
export function formerEvent(bytes: unknown): FormerEvent {
  const event = parsed<FormerEvent>(bytes, "event");
  const whole = Number.isSafeInteger(event.seq) && typeof event.id === "string" &&
    typeof event.type === "string" && typeof event.prev === "string" &&
    typeof event.by === "object" && event.by !== null;
  if (!whole) throw new StoreCorrupt("A stored event has another form.");
  return event;
}

/** What the next event names as `prev`, and a head as `hash`. */
export const formerHash = (bytes: Uint8Array): string => sha256(bytes);

/** The same event as it is stored now; what lies in blobs stays there. */
export function formerEntry(event: FormerEvent, salt: string): Entry {
  const now = withHashAmongWords(event);
  return entryOf(now, salt, now.data, now.spilled);
}

/** The end of a stream. @throws {StoreCorrupt} for what is none */
export function formerHead(bytes: unknown): FormerHead {
  const head = parsed<FormerHead>(bytes, "head");
  if (!Number.isSafeInteger(head.seq) || typeof head.hash !== "string") {
    throw new StoreCorrupt("A stored head has another form.");
  }
  return head;
}

function parsed<T>(bytes: unknown, what: string): T {
  let value: T | undefined;
  try {
    value = fromBytes<T>(bytes);
  } catch {
    throw new StoreCorrupt(`A stored ${what} cannot be read.`);
  }
  if (typeof value !== "object" || value === null) throw new StoreCorrupt(`A stored ${what} is none.`);
  return value;
}

export const formerEventKey = (stream: string, seq: number): Deno.KvKey => ["e", stream, seq];
/** The sidebar's row. */
export const formerListKey = (stream: string): Deno.KvKey => ["list", stream];
