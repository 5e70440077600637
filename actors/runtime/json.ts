/** JSON that somebody else wrote, and texts by way of it. */

/**
 * What a text says; undefined, which no JSON says, where it is none.
 * @outside
 */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The same text in memory of its own: what `slice` gives keeps all that it was cut from, also where that is a whole answer and
 * a word of it.
 * @outside
 */
export const alone = (text: string): string => JSON.parse(JSON.stringify(text));

/** What an outside value holds by name; nothing where it is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? value as Readonly<Record<string, unknown>> : {};
