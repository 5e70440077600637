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
