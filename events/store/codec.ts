/**
 * Stored bytes. An event is UTF-8 JSON with its fields in one fixed order; the next event's `prev` is the
 * SHA-256 of exactly these bytes.
 */
import { createHash } from "node:crypto";
import type { AnyEvent } from "../catalog/envelope.ts";
import { StoreCorrupt } from "./errors.ts";
import type { NewEvent } from "./types.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** In hex; of a text, that of its UTF-8 bytes. */
export const sha256 = (content: Uint8Array | string): string =>
  createHash("sha256").update(content).digest("hex");

export const toBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

/** The JSON value of stored bytes, typed by whoever owns the key; undefined for an absent one. */
export function fromBytes<T = unknown>(bytes: unknown): T | undefined {
  if (bytes === null || bytes === undefined) return undefined;
  if (!(bytes instanceof Uint8Array)) throw new StoreCorrupt("A stored row is not made of bytes.");
  return JSON.parse(decoder.decode(bytes));
}

/** What `read` gives, or undefined when the row it reads is damaged: one row must not hide the others. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Where the texts of an event are that were moved to blobs: paths from `data` on. */
export type SpillPath = readonly (string | number)[];

/** An event as it is stored. */
export interface StoredEvent extends AnyEvent {
  spilled?: SpillPath[];
}

export function encodeEvent(
  event: NewEvent,
  seq: number,
  prev: string,
  data: unknown,
  spilled?: SpillPath[],
): Uint8Array {
  return encoder.encode(JSON.stringify({
    seq,
    id: event.id,
    type: event.type,
    v: event.v,
    at: event.at,
    by: event.by,
    cause: event.cause,
    exchange: event.exchange,
    prev,
    data,
    spilled,
  }));
}

/** Parses stored bytes. The one place where they become an event, so the one cast. */
export function decodeEvent(bytes: unknown): StoredEvent {
  if (!(bytes instanceof Uint8Array)) throw new StoreCorrupt("A stored event is not made of bytes.");
  return JSON.parse(decoder.decode(bytes)) as StoredEvent;
}
