/** Words as people count them, whatever the writing puts between them. */
import { whenNeeded } from "../words/when_needed.ts";

/** Writing that puts no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const segments = whenNeeded(() => new Intl.Segmenter(undefined, { granularity: "word" }));

/** A word, and what holds it together: it's, well-known, 1.1, 12,000. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’.,\-_][\p{L}\p{N}\p{M}]+)*/gu;

/**
 * The words of a text, in order.
 * @outside
 */
export function saidWords(text: string): string[] {
  if (!UNSPACED.test(text)) return text.match(WORD) ?? [];
  const words: string[] = [];
  for (const { segment, isWordLike } of segments().segment(text)) if (isWordLike) words.push(segment);
  return words;
}

/**
 * How many words a text has: counted, not gathered, for a long answer's are told as it ends.
 * @outside
 */
export function wordCount(text: string): number {
  if (UNSPACED.test(text)) return saidWords(text).length;
  let count = 0;
  for (WORD.lastIndex = 0; WORD.test(text);) count++;
  return count;
}
