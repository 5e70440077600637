/**
 * Whether a text says what it must: literal words, whatever their letters' case and the white space between them, with
 * `…` for anything in between. No pattern from outside is run: what is looked for is found in one pass over the text.
 */

/**
 * As texts are compared.
 * @outside
 */
export const folded = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replace(/[‘’]/g, "'").replace(/[“”„]/g, '"').replace(/\s+/g, " ")
    .trim();

/** Where `part` stands first from `from` on; -1: nowhere. By Knuth, Morris and Pratt: it never looks back. */
function find(text: string, part: string, from: number): number {
  const codes = Array.from({ length: part.length }, (_, at) => part.charCodeAt(at));
  const back = new Int32Array(part.length);
  for (let at = 1, same = 0; at < part.length; at++) {
    while (same > 0 && codes[at] !== codes[same]) same = back[same - 1] ?? 0;
    if (codes[at] === codes[same]) same++;
    back[at] = same;
  }
  for (let at = from, same = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (same > 0 && code !== codes[same]) same = back[same - 1] ?? 0;
    if (code === codes[same]) same++;
    if (same === part.length) return at - same + 1;
  }
  return -1;
}

/**
 * The same of a text that is folded: many may be looked for in it.
 * @outside
 */
export function saysIn(whole: string, wanted: string): boolean {
  // NFKC makes three points of an ellipsis: it is cut before.
  const parts = wanted.split("…").map(folded).filter((part) => part !== "");
  let at = 0;
  for (const part of parts) {
    const found = find(whole, part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.length > 0;
}

/** @outside */
export const says = (text: string, wanted: string): boolean => saysIn(folded(text), wanted);
