/**
 * The JSON of a long answer in texts of about a piece: what has hundreds of entries is written one after the other, and a
 * long text in parts, so that between two texts others have their turn. Together they are what `JSON.stringify` writes.
 */

/** UTF-16 units of a text, unless one entry alone has more: a millisecond or two to write and to pack. */
export const TEXT_UNITS = 256 * 1024;
/** Entries from which a list or an object is written one at a time. */
const MANY = 256;
/** How deep such ones are looked for: the answer itself, its fields, and theirs. */
const LEVELS = 3;

/** A list or an object, and not what has its own way to be written. */
const isContainer = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toJSON" in value);

/** Keys of an object; null of a list. To find them takes milliseconds where there are many thousands. */
const keysOf = (value: object): readonly string[] | null => Array.isArray(value) ? null : Object.keys(value);

/** What has many entries or holds such; each that does is looked at once. */
class Long {
  readonly #known = new Set<unknown>();

  has(value: unknown, levels: number): boolean {
    if (typeof value === "string") return value.length > TEXT_UNITS;
    if (levels === 0 || !isContainer(value)) return false;
    if (this.#known.has(value)) return true;
    const keys = keysOf(value);
    const values: readonly unknown[] = Array.isArray(value) ? value : [];
    const long = (keys ?? values).length >= MANY ||
      (keys
        ? keys.some((key) => this.has(Reflect.get(value, key), levels - 1))
        : values.some((one) => this.has(one, levels - 1)));
    if (long) this.#known.add(value);
    return long;
  }
}

/** A text in parts: each as the platform writes it, and none ends within a sign of two units. */
function* wordsOf(text: string): Generator<string> {
  yield '"';
  for (let at = 0; at < text.length;) {
    const last = text.charCodeAt(at + TEXT_UNITS - 1);
    const end = at + TEXT_UNITS - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}

/** What an answer may hold: values of JSON, and fields of objects that are absent. */
function* partsOf(value: unknown, levels: number, long: Long): Generator<string> {
  if (typeof value === "string" && value.length > TEXT_UNITS) return yield* wordsOf(value);
  if (!isContainer(value) || !long.has(value, levels)) return yield JSON.stringify(value);
  const keys = keysOf(value);
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  let separator = "";
  yield keys ? "{" : "[";
  for (let at = 0; at < (keys ?? values).length; at++) {
    const key = keys?.[at];
    const one: unknown = key === undefined ? values[at] : Reflect.get(value, key);
    if (one === undefined) continue;
    yield key === undefined ? separator : `${separator}${JSON.stringify(key)}:`;
    yield* partsOf(one, levels - 1, long);
    separator = ",";
  }
  yield keys ? "}" : "]";
}

/**
 * JSON as people read it, as `JSON.stringify(value, null, 2)` writes it, of an object and a list that is its last field, item
 * by item; a null is left out, and is an empty text.
 * @outside
 */
export function* indentedTexts(
  object: Readonly<Record<string, unknown>>,
  field: string,
  items: Iterable<object | null>,
): Generator<string> {
  const whole = JSON.stringify({ ...object, [field]: [] }, null, 2);
  yield whole.slice(0, -"]\n}".length);
  let separator = "\n    ";
  for (const item of items) {
    yield item ? separator + JSON.stringify(item, null, 2).replaceAll("\n", "\n    ") : "";
    if (item) separator = ",\n    ";
  }
  yield separator.startsWith(",") ? "\n  ]\n}" : "]\n}";
}

/**
 * The JSON of a value. Nothing in it may change before the last text was taken.
 * @param units of a text
 * @outside
 */
export function* jsonTexts(value: unknown, units = TEXT_UNITS): Generator<string> {
  let text = "";
  for (const part of partsOf(value, LEVELS, new Long())) {
    text += part;
    if (text.length < units) continue;
    yield text;
    text = "";
  }
  if (text) yield text;
}
