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

/** Entries of a list or an object; null of anything else, also of what has its own way to be written. */
const entriesOf = (value: unknown): readonly (readonly [string | number, unknown])[] | null =>
  typeof value !== "object" || value === null || "toJSON" in value
    ? null
    : Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);

const hasMany = (value: unknown, levels: number): boolean => {
  if (typeof value === "string") return value.length > TEXT_UNITS;
  const entries = levels > 0 ? entriesOf(value) : null;
  return entries !== null && (entries.length >= MANY || entries.some(([, one]) => hasMany(one, levels - 1)));
};

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
function* partsOf(value: unknown, levels: number): Generator<string> {
  if (typeof value === "string" && value.length > TEXT_UNITS) return yield* wordsOf(value);
  const entries = hasMany(value, levels) ? entriesOf(value) : null;
  if (!entries) return yield JSON.stringify(value);
  const isList = Array.isArray(value);
  let separator = "";
  yield isList ? "[" : "{";
  for (const [key, one] of entries) {
    if (one === undefined) continue;
    yield isList ? separator : `${separator}${JSON.stringify(key)}:`;
    yield* partsOf(one, levels - 1);
    separator = ",";
  }
  yield isList ? "]" : "}";
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
  for (const part of partsOf(value, LEVELS)) {
    text += part;
    if (text.length < units) continue;
    yield text;
    text = "";
  }
  if (text) yield text;
}
