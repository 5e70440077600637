/**
 * A large state in pieces of JSON, made and read one at a time, so that between them others have their turn. A piece is a
 * list of parts, and a part a field with its value, or some entries of a field that has many:
 *
 *     ["title", "Bread"]   ["order", ["m1", "m2"], 1]   ["bodies", { "m1": … }, 1]
 */
import { isFields } from "../kv/codec.ts";

/** UTF-16 units of a piece, unless one entry alone has more: some milliseconds to write, pack and read. */
export const PIECE_UNITS = 250_000;
/** Entries from which a field is divided. */
const MANY = 64;

/** The parts of a state as JSON; an absent value is left out, as JSON does. */
function* partsOf(state: object): Generator<string> {
  for (const [field, value] of Object.entries(state)) {
    const name = JSON.stringify(field);
    const list = Array.isArray(value);
    if (!(list ? value.length > MANY : isFields(value) && Object.keys(value).length > MANY)) {
      const text: string | undefined = JSON.stringify(value);
      if (text !== undefined) yield `[${name},${text}]`;
      continue;
    }
    const [open, close] = list ? "[]" : "{}";
    for (const entries of grouped(entriesOf(value), PIECE_UNITS / 4)) {
      yield `[${name},${open}${entries.join(",")}${close},1]`;
    }
  }
}

/** Entries of a list or of an object as JSON. */
function* entriesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) { for (const one of value) yield JSON.stringify(one) ?? "null"; }
  else {
    // Keys alone: all entries of a long record at once would be thousands of lists.
    for (const key of Object.keys(Object(value))) {
      const text: string | undefined = JSON.stringify(Reflect.get(Object(value), key));
      if (text !== undefined) yield `${JSON.stringify(key)}:${text}`;
    }
  }
}

/** Texts in groups of about `units`, one at least in each. */
function* grouped(texts: Iterable<string>, units: number): Generator<string[]> {
  let group: string[] = [];
  let size = 0;
  for (const text of texts) {
    if (group.length > 0 && size + text.length > units) {
      yield group;
      [group, size] = [[], 0];
    }
    group.push(text);
    size += text.length + 1;
  }
  if (group.length > 0) yield group;
}

/** The pieces of a state, an object, each a JSON text. What is in the state must not change until the last. */
export function* piecesOf(state: unknown): Generator<string> {
  for (const parts of grouped(partsOf(Object(state)), PIECE_UNITS)) yield `[${parts.join(",")}]`;
}

/** The state to which parsed pieces are put together, in their order; one that is no list is a state by itself. */
export function assembled(state: Record<string, unknown>, piece: unknown): Record<string, unknown> {
  if (isFields(piece)) return piece;
  const parts: readonly unknown[] = Array.isArray(piece) ? piece : [];
  for (const part of parts) {
    const [name, value, more]: readonly unknown[] = Array.isArray(part) ? part : [];
    const field = String(name);
    const before = more ? state[field] : undefined;
    if (Array.isArray(before) && Array.isArray(value)) { for (const one of value) before.push(one); }
    else if (isFields(before) && isFields(value)) Object.assign(before, value);
    else state[field] = value;
  }
  return state;
}
