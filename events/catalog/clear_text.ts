/**
 * Names and titles are what people go by: nothing in them may turn other words round or be there without being seen.
 * Plain functions, without zod: the browser shows what was stored before by the same rule.
 */

/** Control characters, ends of lines, and what changes the direction of what follows ("exe.txt" for "txt.exe"). */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
/** A character one can see; a blank pattern of Braille is none. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Nearly every name has one of these, and the whole pattern takes milliseconds to be made for its first use. */
const COMMON = /[!-~]/;
const canBeSeen = (text: string): boolean => COMMON.test(text) || VISIBLE.test(text);

/** Said to whoever gives another name. */
export const NOT_CLEAR =
  "must have no line breaks, control characters or characters that turn the direction of text, and at least one that can be seen";

/**
 * Whether a name shows what it is.
 * @outside
 */
export function isClear(text: string): boolean {
  return text.search(MISLEADING) === -1 && canBeSeen(text);
}

/**
 * A name as it may be shown: what misleads is replaced, one sign for one, so that it is seen that something was there.
 * @outside
 */
export function clearText(text: string, otherwise = "(no name)"): string {
  const clear = text.replace(MISLEADING, "\ufffd");
  return canBeSeen(clear) ? clear : otherwise;
}

/**
 * At most `count` code points from the start, never half of one.
 * @outside
 */
export function firstCharacters(text: string, count: number): string {
  return [...text.slice(0, 2 * count).toWellFormed()].slice(0, count).join("");
}
