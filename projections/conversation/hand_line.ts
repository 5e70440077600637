/** What an agent said when it was asked whether it has something to add. */
import { firstCharacters, isClear } from "../../events/catalog/clear_text.ts";
import { HAND_CODE_POINTS } from "../../events/catalog/limits.ts";

/** `unclear`: it is neither the one word nor one line that can be shown. */
export type HandLine =
  | { readonly is: "up"; readonly line: string; readonly cut?: true }
  | { readonly is: "down" | "unclear" };

/** UTF-16 units of an answer that are looked at: whoever says more has not said one line. */
const READ_UNITS = 4_000;
const NOTHING = /^["'*_“”«»„]{0,3}nothing[.!]?["'*_“”«»„.!]{0,3}$/i;

/**
 * Read strictly: the word NOTHING, or one line. Of a longer line its beginning is shown.
 * @outside
 */
export function handLine(said: string): HandLine {
  if (said.length > READ_UNITS) return { is: "unclear" };
  const line = said.trim();
  if (NOTHING.test(line)) return { is: "down" };
  if (!isClear(line)) return { is: "unclear" };
  const shown = firstCharacters(line, HAND_CODE_POINTS);
  return shown === line ? { is: "up", line } : { is: "up", line: `${shown.trimEnd()}…`, cut: true };
}
