/**
 * One event as it is stored: its structure, and apart from it what was said, under a salt. The chain of a stream goes
 * over the structure and the hash of salt and words, so that both can be taken away and nothing else changes.
 *
 *     digest = SHA-256(salt ‖ words)
 *     chain₀ = SHA-256("fishbowl/2 " ‖ stream)
 *     chainₙ = SHA-256(chainₙ₋₁ ‖ "." ‖ digest ‖ "." ‖ structure)
 *
 * Hashes and salts are texts, base64url without padding; structure and words the bytes of their JSON, as it is stored; an
 * event without words has neither salt nor words, and its digest is empty.
 */
import { Buffer } from "node:buffer";
import { hash as digestOfText } from "node:crypto";
import type { Actor, AnyEvent } from "../../catalog/envelope.ts";
import { blanked, joined, parted, wordPlaces } from "../../catalog/words.ts";
import { isFields } from "../kv/codec.ts";
import { StoreCorrupt } from "../errors.ts";
import type { SpillPath } from "./spill.ts";
import type { NewEvent } from "../types.ts";

/** What the chain goes over: structure and words as JSON texts. */
export interface Links {
  readonly structure: string;
  readonly salt?: string;
  readonly words?: string;
  /** Of words that are gone. */
  readonly digest?: string;
}
/** An event ready to be written. */
export interface Entry extends Links {
  /** The beginning of the chain behind it, made with the event and never again; absent where that was not kept. */
  readonly mark?: string;
  /** As it lies in a row, and how many bytes it takes there. */
  readonly text: string;
  readonly size: number;
}

/**
 * The same as it lies in a row, parsed: structure alone, with salt and words, or with the digest of words that are gone.
 */
export type StoredEntry =
  | readonly [structure: Structure]
  | readonly [structure: Structure, digest: string]
  | readonly [structure: Structure, salt: string, words: Words];

/** What of an event is never erased. */
export interface Structure extends Readonly<Omit<NewEvent, "by" | "data" | "salt">> {
  readonly by: Readonly<Pick<Actor, "kind" | "id"> & Partial<Actor>>;
  readonly data?: unknown;
  /** Where long texts were that lie in blobs: paths from `data` on. */
  readonly spilled?: readonly SpillPath[];
}
/** What was said: the author's name, and in `data` what is marked so. */
export interface Words {
  readonly by?: string;
  readonly data?: unknown;
}

/** An event as it is stored, with where it is. */
export interface StoredEvent extends AnyEvent {
  spilled?: readonly SpillPath[];
}

const hash = (text: string): string => digestOfText("sha256", text, "base64url");

/** The hash before the first event: no event of another stream follows it. */
export const chainStart = (stream: string): string => hash(`fishbowl/2 ${stream}`);

/** Of salt and words; "" where there are none. */
export function digestOf({ salt, words, digest }: Links): string {
  return digest ?? (words === undefined ? "" : hash(`${salt}${words}`));
}

/** The hash of the chain behind an event, from the one before it. */
export const chained = (before: string, entry: Links): string =>
  hash(`${before}.${digestOf(entry)}.${entry.structure}`);

/** Characters of a mark: 24 bits, of which one in 16 million is right by chance. */
export const MARK_UNITS = 4;

/** What is kept with an event of the chain behind it: enough to tell which event was changed, where the chain tells that one was. */
export const markOf = (hash: string): string => hash.slice(0, MARK_UNITS);

/** The entries with the marks that they have in this chain. */
export function withMarks(entries: readonly Entry[], before: string): Entry[] {
  let hash = before;
  return entries.map((entry) => {
    hash = chained(hash, entry);
    return { ...entry, mark: markOf(hash) };
  });
}

/** `data` may differ from the event's where texts of it became blobs. The salt is used where there are words. */
export function entryOf(
  event: NewEvent,
  salt: string,
  data = event.data,
  spilled?: readonly SpillPath[],
): Entry {
  const { id, type, v, at, by, cause, exchange } = event;
  const { rest, words } = parted(data, wordPlaces(type));
  // The program's own name is nobody's.
  const own = by.kind === "system";
  const structure = JSON.stringify({
    id,
    type,
    v,
    at,
    by: own ? by : { kind: by.kind, id: by.id },
    cause,
    exchange,
    data: rest,
    spilled,
  });
  if (own && words === undefined) return entry({ structure });
  const said: Words = { ...(own ? {} : { by: by.name }), ...(words === undefined ? {} : { data: words }) };
  return entry({ structure, salt, words: JSON.stringify(said) });
}

function entry(links: Links): Entry {
  const { structure, salt, words, digest } = links;
  const said = words === undefined ? digest === undefined ? "" : `,"${digest}"` : `,"${salt}",${words}`;
  const text = `[${structure}${said}]`;
  return { ...links, text, size: Buffer.byteLength(text) };
}

/** The texts of an entry that was read: what JSON.stringify wrote it writes again, byte for byte. */
export function entryTexts(stored: StoredEntry): Entry {
  const structure = JSON.stringify(stored[0]);
  if (stored.length === 1) return entry({ structure });
  if (stored.length === 2) return entry({ structure, digest: stored[1] });
  return entry({ structure, salt: stored[1], words: JSON.stringify(stored[2]) });
}

/** The event of an entry that was read, at its place; the entry must not be used any more. */
export function eventOf(stored: StoredEntry, seq: number): StoredEvent {
  const [structure, salt, words] = stored;
  const { data, by } = structure;
  if (words !== undefined) {
    const name = by.name ?? words.by ?? "";
    return { ...structure, seq, salt, by: { ...by, name }, data: joined(data, words.data) };
  }
  const event = { ...structure, seq, by: { ...by, name: by.name ?? "" } };
  return stored.length === 1
    ? { ...event, data }
    : { ...event, data: blanked(event.type, data), erased: true };
}

/** Whether what was read is an entry, as far as reading it needs. */
export function isEntry(value: unknown): value is StoredEntry {
  const [structure, salt, words]: unknown[] = Array.isArray(value) ? value : [];
  return isFields(structure) && "id" in structure && "type" in structure && isFields(structure["by"]) &&
    (salt === undefined || typeof salt === "string") && (words === undefined || isFields(words));
}

/** @throws {StoreCorrupt} for what is none */
export function checkEntry(value: unknown): StoredEntry {
  if (isEntry(value)) return value;
  throw new StoreCorrupt("A stored event has another form.");
}
