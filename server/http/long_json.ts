/**
 * The JSON of a long answer in texts of about a piece: what has hundreds of entries is written one after the other, so
 * that between two texts others have their turn. Together they are what `JSON.stringify` writes.
 */

/** UTF-16 units of a text, unless one entry alone has more: a millisecond or two to write and to pack. */
const TEXT_UNITS = 256 * 1024;
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
  const entries = levels > 0 ? entriesOf(value) : null;
  return entries !== null && (entries.length >= MANY || entries.some(([, one]) => hasMany(one, levels - 1)));
};

/** What an answer may hold: values of JSON, and fields of objects that are absent. */
function* partsOf(value: unknown, levels: number): Generator<string> {
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
 * The JSON of a value. Nothing in it may change before the last text was taken.
 * @param units of a text
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
