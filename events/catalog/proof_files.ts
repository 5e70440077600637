/** Which files and long texts the told events of a proof name: those have to be in it, and no others. Pure. */

/** Where a hash of a blob may stand. */
const SHA256 = /[0-9a-f]{64}/g;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const listOf = (value: unknown): readonly unknown[] => Array.isArray(value) ? value : [];
const fieldOf = (value: unknown, name: string): unknown => isFields(value) ? value[name] : undefined;

/**
 * Every hash that stands in these texts: a blob of a proof is one of them.
 * @outside
 */
export const hashesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(SHA256)].map(([hash]) => hash));

/**
 * The blobs that an event must have: long texts that are kept apart, attached files, and what a request was made of.
 * Null where one of the texts is no JSON.
 * @outside
 */
export function blobsOfEvent(structure: string, words: string): string[] | null {
  try {
    const spilled = listOf(fieldOf(JSON.parse(structure), "spilled"));
    const data = fieldOf(JSON.parse(words), "data");
    const found = [
      ...spilled.map((path) => listOf(path).reduce((at, step) => fieldOf(at, `${step}`), data)),
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
