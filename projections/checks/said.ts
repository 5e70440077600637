/**
 * Whether a text says what it must: literal words, whatever their letters' case and the white space between them, with
 * `…` for anything in between. No pattern from outside is run: what is looked for is found in one pass over the text.
 */

/** As texts are compared. */
const folded = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replace(/[‘’]/g, "'").replace(/[“”„]/g, '"').replace(/\s+/g, " ")
    .trim();

/** Where `part` stands first from `from` on; -1: nowhere. By Knuth, Morris and Pratt: it never looks back. */
function find(text: string, part: string, from: number): number {
  const back = [0];
  for (let at = 1, same = 0; at < part.length; at++) {
    while (same > 0 && part[at] !== part[same]) same = back[same - 1] ?? 0;
    if (part[at] === part[same]) same++;
    back.push(same);
  }
  for (let at = from, same = 0; at < text.length; at++) {
    while (same > 0 && text[at] !== part[same]) same = back[same - 1] ?? 0;
    if (text[at] === part[same]) same++;
    if (same === part.length) return at - same + 1;
  }
  return -1;
}

/** @outside */
export function says(text: string, wanted: string): boolean {
  const whole = folded(text);
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
