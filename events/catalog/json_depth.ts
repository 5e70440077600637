/** How deep a JSON text is nested, counted before it is read: what reads or writes JSON calls itself once a level. */

/** Levels of what anybody sends us: schemas of tools are the deepest and have about ten. */
export const JSON_LEVELS = 64;

/**
 * Whether `text` has more than `levels` objects and lists in one another. What is no JSON may be judged either way.
 * @outside
 */
export function isDeeper(text: string, levels = JSON_LEVELS): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (quoted) {
      if (unit === "\\") at++;
      else if (unit === '"') quoted = false;
    } else if (unit === '"') quoted = true;
    else if (unit === "{" || unit === "[") {
      if (++depth > levels) return true;
    } else if (unit === "}" || unit === "]") depth--;
  }
  return false;
}
