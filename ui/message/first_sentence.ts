/** An answer in one line: what a folded row, a rail and a tile say of it. */

/** UTF-16 units of an answer that are looked at for its first sentence: it stands near the beginning. */
const LOOKED_AT = 2_000;
/** UTF-16 units of a line at most: more is never seen. */
const LINE = 240;

const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;
/** What begins a block without being a word of it: quotes, marks of lists and of headings, boxes of tasks. */
const MARKS = /^(?:\s|>|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|\[[ xX]\]\s)+/;
const HEADING = /^\s{0,3}#{1,6}\s/;
/** Rules, and rows of tables. */
const NO_WORDS = /^[\s|:*_=-]*$|^\s*\|/;
/** The end of a sentence, and what closes with it. */
const END = /[.!?…]["'”’)\]]*(?=\s)|[。！？][」』”’]*/;

/** Words without the signs that make them bold, code or links. */
const plain = (text: string): string =>
  text.replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1").replace(/`+|\*\*|__|~~/g, "")
    .replace(/(^|[\s(])[*_](?=\S)|(?<=\S)[*_](?=[\s.,;:!?)]|$)/g, "$1");

/** The lines of the first paragraph, or of the first heading where there is no paragraph. */
function opening(text: string): string {
  let heading = "";
  let fenced = false;
  const found: string[] = [];
  for (const line of text.slice(0, LOOKED_AT).split("\n")) {
    if (FENCE.test(line)) {
      if (found.length > 0) break;
      fenced = !fenced;
      continue;
    }
    if (fenced) continue;
    const begins = MARKS.test(line);
    if (found.length > 0 && (begins || NO_WORDS.test(line))) break;
    if (NO_WORDS.test(line)) continue;
    const words = line.replace(MARKS, "").trim();
    if (!HEADING.test(line)) found.push(words);
    else heading ||= words;
  }
  return found.join(" ") || heading;
}

const cut = (text: string): string => text.length > LINE ? `${text.slice(0, LINE).trimEnd()}…` : text;

/**
 * The first paragraph of an answer as plain words on one line, as far as a line is long; "" where it has none yet.
 * @outside
 */
export const firstLine = (text: string): string => cut(plain(opening(text)).replace(/\s+/g, " ").trim());

/**
 * Its first sentence.
 * @outside
 */
export function firstSentence(text: string): string {
  const words = firstLine(text);
  const end = END.exec(words);
  return end ? words.slice(0, end.index + end[0].length) : words;
}
