/** Which text is most about what is looked for: BM25, of few figures. */

/** How soon more of the same word counts no more, and how much a long text counts less. */
const K1 = 1.2;
const B = 0.75;

export interface Corpus {
  readonly texts: number;
  readonly words: number;
}

/**
 * What a term weighs that `having` of the texts have: a rare one more.
 * @returns above 0
 */
export const weightOf = (having: number, { texts }: Corpus): number =>
  Math.log(1 + (Math.max(texts, having) - having + 0.5) / (having + 0.5));

/** @param counts how often the text has each term, in the order of `weights` */
export function score(
  counts: readonly number[],
  weights: readonly number[],
  words: number,
  corpus: Corpus,
): number {
  const average = Math.max(1, corpus.words / Math.max(1, corpus.texts));
  const length = K1 * (1 - B + B * words / average);
  return counts.reduce(
    (sum, count, term) => sum + (weights[term] ?? 0) * count * (K1 + 1) / (count + length),
    0,
  );
}
