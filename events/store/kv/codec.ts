/** Stored bytes: JSON as UTF-8. */
import { createHash } from "node:crypto";
import { StoreCorrupt } from "../errors.ts";

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

/** Whether a value is an object with fields, and no list. */
export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
