/** The words of a Markdown text on one line: what a list, a tooltip or a sentence shows of it. */

/** UTF-16 units that are looked at for each character wanted: marks and white space fall away. */
const UNITS_PER_CHARACTER = 12;

/** What is taken away, in this order; every pattern ends at the end of its line. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  // Fences, rules and the second lines of tables are lines of their own.
  [/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, " "],
  [/^[-*_=:|\t ]{3,}$/gm, " "],
  // Heads of lines: headings, quotes, bullets, boxes of tasks.
  [/^[ \t]{0,8}(?:#{1,6}|>)[ \t]+/gm, ""],
  [/^[ \t]{0,12}[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/gm, ""],
  [/\|/g, " "],
  // Pictures and links are what they are called.
  [/!?\[([^\]\n[]{0,200})\]\([^()\n]{0,400}\)/g, "$1"],
  [/\*\*|__|~~|`/g, ""],
  [/(?<![\p{L}\p{N}*])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}*])/gu, ""],
  [/(?<![\p{L}\p{N}_])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}_])/gu, ""],
  [/\s+/g, " "],
];

/**
 * The words of a Markdown text.
 * @outside
 */
export const wordsOf = (markdown: string): string =>
  MARKS.reduce((said, [mark, by]) => said.replace(mark, by), markdown).trim();

/**
 * At most `most` code points of the words, with an ellipsis where more follow.
 * @outside
 */
export function plainText(markdown: string, most: number): string {
  const start = markdown.slice(0, UNITS_PER_CHARACTER * most).toWellFormed();
  const text = [...wordsOf(start)];
  if (text.length <= most && markdown.length <= start.length) return text.join("");
  return `${text.slice(0, most).join("").trimEnd()}…`;
}
