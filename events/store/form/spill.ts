/**
 * Long texts leave an event for blobs, largest first, so that the event fits into one value. The stored event
 * says where they were (`spilled`), so that nothing is guessed when they are put back.
 */
import { Buffer } from "node:buffer";
import { BLOB_BYTES } from "../kv/bounds.ts";
import { sha256 } from "../kv/codec.ts";
import { TooLarge } from "../errors.ts";

/** Where in the data of an event a text was that became a blob. */
export type SpillPath = readonly (string | number)[];

/** Texts shorter than this stay: a reference to a blob takes about 90 bytes itself. */
const SPILL_UNITS = 512;
const WELL_FORMED = "text/plain; charset=utf-8";
/** A text with half a surrogate pair does not survive UTF-8; as JSON text it does. */
const ILL_FORMED = "application/json";

export interface SpilledText {
  readonly sha256: string;
  readonly bytes: Uint8Array;
  readonly type: string;
}
export interface Spill {
  readonly data: unknown;
  readonly paths: SpillPath[];
  readonly texts: SpilledText[];
}
interface Found {
  readonly path: SpillPath;
  readonly text: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function* longTexts(value: unknown, path: SpillPath): Generator<Found> {
  if (typeof value === "string") {
    if (value.length >= SPILL_UNITS) yield { path, text: value };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* longTexts(item, [...path, index]);
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) yield* longTexts(item, [...path, name]);
  }
}

/** A copy of `value` in which the value at `path` is another; the rest is shared. */
function replaced(value: unknown, path: SpillPath, by: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((item, index) => index === step ? replaced(item, rest, by) : item);
  }
  if (isObject(value)) return { ...value, [step]: replaced(value[step], rest, by) };
  throw new Error("A path leads to nothing.");
}

function at(value: unknown, path: SpillPath): unknown {
  let here = value;
  for (const step of path) here = isObject(here) ? here[step] : undefined;
  return here;
}

/** The text as it is stored in a blob, and its type. */
const stored = (text: string) =>
  text.isWellFormed()
    ? { content: text, type: WELL_FORMED }
    : { content: JSON.stringify(text), type: ILL_FORMED };

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Moves the largest texts of `data` out until its JSON takes at most `limit` bytes, or none are left.
 * @param size bytes that its JSON takes now
 * @throws {TooLarge} when one text is over the size of a blob
 */
export function spill(data: unknown, size: number, limit: number): Spill {
  const found = [...longTexts(data, [])].sort((a, b) => b.text.length - a.text.length);
  const paths: SpillPath[] = [];
  const texts: SpilledText[] = [];
  let left = data;
  for (const { path, text } of found) {
    if (size <= limit) break;
    const { content, type } = stored(text);
    const length = Buffer.byteLength(content);
    if (length > BLOB_BYTES) {
      throw new TooLarge(`A text of ${length} bytes is over the limit of ${BLOB_BYTES} bytes.`);
    }
    const bytes = encoder.encode(content);
    const reference = { blob: sha256(bytes), bytes: length };
    left = replaced(left, path, reference);
    size += jsonBytes(reference) - jsonBytes(text);
    paths.push(path);
    texts.push({ sha256: reference.blob, bytes, type });
  }
  return { data: left, paths, texts };
}

/** The hash a spilled text was stored under. */
export function spilledHash(data: unknown, path: SpillPath): string | null {
  const reference = at(data, path);
  const hash = isObject(reference) ? reference["blob"] : undefined;
  return typeof hash === "string" ? hash : null;
}

/** Puts one text back. */
export function restored(data: unknown, path: SpillPath, blob: { bytes: Uint8Array; type: string }): unknown {
  const text = decoder.decode(blob.bytes);
  return replaced(data, path, (blob.type === ILL_FORMED ? illFormed(text) : null) ?? text);
}

/**
 * The text with half a surrogate pair that this JSON stands for, or null when it is no such thing: equal bytes
 * are stored once, so a text that is JSON itself may lie in the blob of a JSON file somebody attached.
 */
function illFormed(json: string): string | null {
  if (!json.startsWith('"')) return null;
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === "string" && !text.isWellFormed() ? text : null;
  } catch {
    return null;
  }
}
