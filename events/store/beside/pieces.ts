/**
 * A large state in pieces of JSON, made and read one at a time, so that between them others have their turn. A piece is a
 * list of parts, and a part a field with its value, or some entries of a field that has many:
 *
 *     ["title", "Bread"]   ["order", ["m1", "m2"], 1]   ["bodies", { "m1": … }, 1]
 */
import { isFields } from "../kv/codec.ts";

/** UTF-16 units of a piece, unless one entry alone has more: some milliseconds to write, pack and read. */
export const PIECE_UNITS = 250_000;
/** Of keys more at once are read as fast. */
const KEY_UNITS = 4 * PIECE_UNITS;
/** Entries from which a field is divided. */
const MANY = 64;

/** Bounds as they are for what is stored. */
const BOUNDS = { units: PIECE_UNITS, many: MANY };

/** Entries of records by their keys, in their order. */
export type Keys = readonly (readonly [field: string, keys: readonly string[]])[];

export interface Piece {
  readonly text: string;
  /** What it holds of records, where it holds nothing else and no entry of them is a number; else null. */
  readonly keys: Keys | null;
}

/** A part as JSON; absent keys: it is a field by itself, or some entries of a list or of numbers. */
interface Part {
  readonly text: string;
  readonly field: string;
  readonly keys?: readonly string[];
}

interface Entry {
  readonly text: string;
  readonly key?: string;
}

/** The parts of a state; an absent value is left out, as JSON does. */
function* partsOf(state: object, { units, many }: typeof BOUNDS): Generator<Part> {
  for (const [field, value] of Object.entries(state)) {
    const name = JSON.stringify(field);
    const list = Array.isArray(value);
    if (!(list ? value.length > many : isFields(value) && Object.keys(value).length > many)) {
      const text: string | undefined = JSON.stringify(value);
      if (text !== undefined) yield { text: `[${name},${text}]`, field };
      continue;
    }
    const [open, close] = list ? "[]" : "{}";
    const named = !list && !Object.keys(value).some((key) => typeof value[key] === "number");
    for (const entries of grouped(entriesOf(value), units / 4)) {
      const text = `[${name},${open}${entries.map((entry) => entry.text).join(",")}${close},1]`;
      yield { text, field, ...(named && { keys: entries.map(({ key = "" }) => key) }) };
    }
  }
}

/** Entries of a list or of an object. */
function* entriesOf(value: unknown): Generator<Entry> {
  if (Array.isArray(value)) { for (const one of value) yield { text: JSON.stringify(one) ?? "null" }; }
  else {
    // Keys alone: all entries of a long record at once would be thousands of lists.
    for (const key of Object.keys(Object(value))) {
      const text: string | undefined = JSON.stringify(Reflect.get(Object(value), key));
      if (text !== undefined) yield { text: `${JSON.stringify(key)}:${text}`, key };
    }
  }
}

/** Texts in groups of about `units`, one at least in each. */
function* grouped<T extends { readonly text: string }>(texts: Iterable<T>, units: number): Generator<T[]> {
  let group: T[] = [];
  let size = 0;
  for (const one of texts) {
    if (group.length > 0 && size + one.text.length > units) {
      yield group;
      [group, size] = [[], 0];
    }
    group.push(one);
    size += one.text.length + 1;
  }
  if (group.length > 0) yield group;
}

const listed = (texts: readonly { readonly text: string }[]): string =>
  `[${texts.map(({ text }) => text).join(",")}]`;

/** The pieces of a state, an object, each a JSON text. What is in the state must not change until the last. */
export function* piecesOf(state: unknown, bounds = BOUNDS): Generator<Piece> {
  for (const parts of grouped(partsOf(Object(state), bounds), bounds.units)) {
    const keys = parts.flatMap(({ field, keys }) => keys ? [[field, keys] as const] : []);
    yield { text: listed(parts), keys: keys.length === parts.length ? keys : null };
  }
}

/** The keys of pieces as JSON, in a few texts: most keys stand in several records, and are told in few bytes where these are together. */
export function* keyTexts(keys: readonly (readonly [piece: number, keys: Keys])[]): Generator<string> {
  const texts = keys.map((one) => ({ text: JSON.stringify(one) }));
  for (const group of grouped(texts, KEY_UNITS)) yield listed(group);
}

const listOf = (value: unknown): readonly unknown[] => Array.isArray(value) ? value : [];

/** What such a text says, once it is parsed. */
export function* keysIn(texts: unknown): Generator<[piece: number, keys: Keys]> {
  for (const one of listOf(texts)) {
    const [piece, keys] = listOf(one);
    yield [
      Number(piece),
      listOf(keys).map((part) => {
        const [field, own] = listOf(part);
        return [String(field), listOf(own).map(String)] as const;
      }),
    ];
  }
}

/** The parts of a parsed piece; `more`: it goes behind what there is of its field. */
export function partsIn(piece: unknown): { field: string; value: unknown; more: boolean }[] {
  return listOf(piece).map((part) => {
    const [name, value, more] = listOf(part);
    return { field: String(name), value, more: more === 1 };
  });
}

/** The state to which parsed pieces are put together, in their order; one that is no list is a state by itself. */
export function assembled(state: Record<string, unknown>, piece: unknown): Record<string, unknown> {
  if (isFields(piece)) return piece;
  for (const { field, value, more } of partsIn(piece)) {
    const before = more ? state[field] : undefined;
    if (Array.isArray(before) && Array.isArray(value)) { for (const one of value) before.push(one); }
    else if (isFields(before) && isFields(value)) addEntries(before, value);
    else state[field] = value;
  }
  return state;
}

/** One by one: to have all assigned at once takes three times as long for thousands of ids. */
function addEntries(record: Record<string, unknown>, entries: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(entries)) record[key] = entries[key];
}
