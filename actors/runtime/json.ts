/** JSON that somebody else wrote. */

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

/** What an outside value holds by name; nothing where it is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? value as Readonly<Record<string, unknown>> : {};
