/** Which files and long texts the told events of a proof name: those have to be in it, and no others. Pure. */

/** Where a hash of a blob may stand. */
const SHA256 = /[0-9a-f]{64}/g;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const listOf = (value: unknown): readonly unknown[] => Array.isArray(value) ? value : [];
const fieldOf = (value: unknown, name: string): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The hash that stands at a place in the data of an event, where a long text was; undefined: there is none. */
function longText(data: unknown, place: unknown): string | undefined {
  const found = fieldOf(listOf(place).reduce((at, step) => fieldOf(at, `${step}`), data), "blob");
  return typeof found === "string" ? found : undefined;
}

/**
 * Every hash that stands in these texts: a blob of a proof is one of them.
 * @outside
 */
export const hashesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(SHA256)].map(([hash]) => hash));

/**
 * The blobs that an event must have: long texts that are kept apart, attached files, and what a request was made of.
 * Null where one of the texts is no JSON, or where no long text is named that was told of.
 * @param words absent where they are not told
 * @outside
 */
export function blobsOfEvent(structure: string, words?: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(structure);
    const data = words === undefined ? undefined : fieldOf(JSON.parse(words), "data");
    const rest = fieldOf(parsed, "data");
    const long = listOf(fieldOf(parsed, "spilled")).map((place) =>
      longText(data, place) ?? longText(rest, place)
    );
    if (words !== undefined && long.includes(undefined)) return null;
    const found = [
      ...long,
      ...listOf(fieldOf(data, "attachments")).flatMap((file) => [
        fieldOf(file, "sha256"),
        fieldOf(fieldOf(file, "text"), "sha256"),
      ]),
      fieldOf(data, "shellBlob"),
    ];
    return found.filter((sha) => typeof sha === "string");
  } catch {
    return null;
  }
}
