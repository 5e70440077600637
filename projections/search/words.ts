/** Texts as words: what an index keeps of a text, and what is looked for in it. */
import { foldPlain } from "./folded_text.ts";

/** UTF-16 units of a word that are kept: what is longer is no word, and is told apart by its text. */
export const WORD_UNITS = 64;

/** Scripts that put no blanks between words: each of their characters is one. */
const ALONE =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const alone = new RegExp(`^[${ALONE}]$`, "u");
const letter = /^[\p{L}\p{N}]$/u;
const words = new RegExp(`(?=[\\p{L}\\p{N}])(?:[${ALONE}]|(?:(?![${ALONE}])[\\p{L}\\p{N}])+)`, "gu");
const plainWords = /[a-z0-9]+/g;
// deno-lint-ignore no-control-regex
const ascii = /^[\x00-\x7f]*$/;

/**
 * The words of a text in the form in which they are compared, in their order.
 * @outside
 */
export function wordsOf(text: string): string[] {
  return wordsOfFolded(foldPlain(text, true));
}

/**
 * The same of a text that is folded already.
 * @outside
 */
export function wordsOfFolded(folded: string): string[] {
  const found = folded.match(ascii.test(folded) ? plainWords : words) ?? [];
  return found.map((word) => word.length > WORD_UNITS ? cutWord(word) : word);
}

/** Signs that make another name of a word: `.net`, `#tag`, `@ada`, `$scope` before it, `c++`, `c#` behind it. */
const BEFORE = /[.#@$]/;
const BEHIND = /[+#]/;
/** Signs behind a word that count. */
const MOST_BEHIND = 2;

/** A word with a sign beside it. */
export interface Sign {
  readonly text: string;
  /** More signs may follow in a text that has what this is taken from, or more of the word. */
  readonly open: boolean;
}

/**
 * Words of a folded text that have signs beside them, with these: by the words alone there is too much of them.
 * @param begins the last word of the text may go on
 * @outside
 */
export function* signsIn(folded: string, begins = false): Generator<Sign> {
  for (const { 0: found, index } of folded.matchAll(ascii.test(folded) ? plainWords : words)) {
    const word = found.length > WORD_UNITS ? cutWord(found) : found;
    const sign = folded[index - 1] ?? "";
    let end = index + found.length;
    if (BEFORE.test(sign)) yield { text: sign + word, open: begins && end === folded.length };
    const first = end;
    while (end - first < MOST_BEHIND && BEHIND.test(folded[end] ?? "")) end++;
    if (end > first) yield { text: word + folded.slice(first, end), open: true };
  }
}

/** Never in the middle of a character. */
function cutWord(word: string): string {
  const cut = word.slice(0, WORD_UNITS);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

const before = (text: string, at: number): string =>
  at >= 2 && /[\udc00-\udfff]/.test(text[at - 1] ?? "") ? text.slice(at - 2, at) : text.slice(at - 1, at);
const behind = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 32);

/** Whether a word may begin or end between two characters. */
const apart = (left: string, right: string): boolean =>
  !letter.test(left) || !letter.test(right) || alone.test(left) || alone.test(right);

/**
 * Where `part` stands in a folded text as a word, or (`begins`) as the beginning of one: the index of each, in order.
 * @outside
 */
export function* placesOf(folded: string, part: string, begins: boolean): Generator<number> {
  if (part === "") return;
  const [first, last] = [behind(part, 0), before(part, part.length)];
  for (let at = folded.indexOf(part); at !== -1; at = folded.indexOf(part, at + part.length)) {
    const end = at + part.length;
    if (at > 0 && !apart(before(folded, at), first)) continue;
    if (!begins && end < folded.length && !apart(last, behind(folded, end))) continue;
    yield at;
  }
}
