/**
 * How deep a JSON text is nested and how much is in it, counted before it is read: what reads or writes JSON calls itself
 * once a level, and each value costs a thousand times what a letter does.
 */

/** Levels of what anybody sends us: schemas of tools are the deepest and have about ten. */
export const JSON_LEVELS = 64;
/** Values in a body: histories of ten thousand messages have fewer, and to read and check as many holds nobody up for long. */
export const JSON_VALUES = 50_000;

/** Index of the quote that ends a text begun before `from`, or the end. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (at - slashes > from && text[at - slashes - 1] === "\\") slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * What `text` has too much of: objects and lists in one another, or values. What is no JSON may be judged either way.
 * @outside
 */
export function tooMuchIn(
  text: string,
  levels = JSON_LEVELS,
  values = JSON_VALUES,
): "levels" | "values" | null {
  let depth = 0;
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (unit === '"') at = endOfText(text, at + 1);
    else if (unit === "{" || unit === "[") {
      if (++depth > levels) return "levels";
      if (++count > values) return "values";
    } else if (unit === ",") {
      if (++count > values) return "values";
    } else if (unit === "}" || unit === "]") depth--;
  }
  return null;
}

/**
 * Whether `text` has more than `levels` objects and lists in one another.
 * @outside
 */
export function isDeeper(text: string, levels = JSON_LEVELS): boolean {
  return tooMuchIn(text, levels, Infinity) !== null;
}
