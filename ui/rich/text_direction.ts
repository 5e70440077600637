/** From which side a text is read, for boxes whose blocks say that themselves: `dir="auto"` looks into none of those. */

/** Hebrew, Arabic and the other scripts that are read from the right, with their forms for display. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The direction of the first letter of a text; null where it has none.
 * @outside
 */
export function sideOf(text: string): "ltr" | "rtl" | null {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  if (letter === undefined) return null;
  return FROM_RIGHT.test(letter) ? "rtl" : "ltr";
}
