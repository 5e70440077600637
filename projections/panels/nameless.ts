/** Words without the names of those who answer: what is read without knowing whose it is must not say so itself. */

const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Puts something else in the place of each name that stands as a word of its own, written as it is.
 * @param names by what stands in their place
 * @outside
 */
export function nameless(text: string, names: ReadonlyMap<string, string>): string {
  const known = [...names.keys()].filter((name) => name !== "").sort((a, b) => b.length - a.length);
  if (known.length === 0) return text;
  const alternatives = known.map((name) => name.replace(SPECIAL, "\\$&")).join("|");
  // What stands around is looked at by itself: a name may begin or end with a sign.
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives})(?![\\p{L}\\p{N}_])`, "gu"),
    (name) => names.get(name) ?? "",
  );
}
