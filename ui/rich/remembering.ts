/** What was found of long texts lately, so that looking again costs nothing. */

/** Texts that are kept; and the UTF-16 units from which finding is worth to be remembered. */
const KEPT = 20;
const WORTH_UNITS = 4_000;

/** A function of a text that remembers what it said of the last long ones. */
export function recent<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length < WORTH_UNITS) return find(text);
    const found = known.get(text) ?? find(text);
    // The one that was asked for last goes last.
    known.delete(text);
    known.set(text, found);
    const [oldest] = known.keys();
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
    return found;
  };
}
