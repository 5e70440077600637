/** Text in the form in which it is compared, with the way back to the text as it was written. */

export interface FoldedText {
  readonly text: string;
  /** Index in the original of each UTF-16 unit of `text`, and the original's length at the end. */
  readonly offsets: readonly number[];
}

/**
 * `text` in lower case and decomposed; without accents when `loose`. "É" then finds "e".
 * @outside
 */
export function foldText(text: string, loose: boolean): FoldedText {
  let folded = "";
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const form = foldCharacter(character, loose);
    for (let unit = 0; unit < form.length; unit++) offsets.push(at);
    folded += form;
    at += character.length;
  }
  offsets.push(at);
  return { text: folded, offsets };
}

/**
 * The same form without the way back; much faster, for deciding whether to look closer.
 * @outside
 */
export function foldPlain(text: string, loose: boolean): string {
  // deno-lint-ignore no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  // The last sigma of a word is another letter to Unicode, not to a reader.
  const form = text.normalize("NFD").toLowerCase().replaceAll("ς", "σ");
  return loose ? form.replace(/\p{M}+/gu, "") : form;
}

function foldCharacter(character: string, loose: boolean): string {
  return character < "\u0080" ? character.toLowerCase() : foldPlain(character, loose);
}
