/** Which words of two texts differ. A text comes in pieces, as its elements hold it; no word goes over the end of one. */
import { diffArrays } from "diff";

/** From and to, in UTF-16 units of a piece. */
export type Range = readonly [from: number, to: number];

/** Words to be changed at most: texts with less in common are simply different, and every word would be marked. */
const EDITS = 300;

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’.,\-_][\p{L}\p{N}\p{M}]+)*/gu;

interface Token {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
  /** The word without its case: a sentence that begins otherwise is no other word. */
  readonly word: string;
}

const tokensOf = (pieces: readonly string[]): Token[] =>
  pieces.flatMap((text, piece) =>
    [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
      piece,
      from: index,
      to: index + word.length,
      word: word.toLowerCase(),
    }))
  );

/** Letters between two marks that are marked with them: an "a" that is the same makes one mark of two, not three. */
const BETWEEN = 4;

/** The ranges of `tokens` in each piece, those that nearly touch as one. */
function rangesOf(pieces: readonly string[], tokens: readonly Token[]): Range[][] {
  const ranges: Range[][] = pieces.map(() => []);
  for (const { piece, from, to } of tokens) {
    const own = ranges[piece];
    const last = own?.at(-1);
    if (own && last && from - last[1] <= BETWEEN) own[own.length - 1] = [last[0], to];
    else own?.push([from, to]);
  }
  return ranges;
}

/**
 * The words that only one of two texts has, piece by piece; none where they have too little in common.
 * @outside
 */
export function differing(
  left: readonly string[],
  right: readonly string[],
): { readonly left: Range[][]; readonly right: Range[][] } {
  const [a, b] = [tokensOf(left), tokensOf(right)];
  const changes = diffArrays(a.map(({ word }) => word), b.map(({ word }) => word), { maxEditLength: EDITS });
  const [gone, come]: [Token[], Token[]] = [[], []];
  let [i, j] = [0, 0];
  for (const { added, removed, count } of changes ?? []) {
    if (removed) gone.push(...a.slice(i, i + count));
    if (added) come.push(...b.slice(j, j + count));
    if (!added) i += count;
    if (!removed) j += count;
  }
  return { left: rangesOf(left, gone), right: rangesOf(right, come) };
}

/** For each beginning of `wanted`, how long the longest shorter one is that it ends with: what is looked for again. */
function overlapsOf(wanted: readonly string[]): number[] {
  const overlaps = [0];
  for (let at = 1, length = 0; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = overlaps[length - 1] ?? 0;
    if (wanted[at] === wanted[length]) length++;
    overlaps.push(length);
  }
  return overlaps;
}

/**
 * Where a text says the words of `quote`, one after the other and whatever stands between them: the first time, as
 * ranges of each of its pieces; null where it does not.
 * @outside
 */
export function quotedIn(pieces: readonly string[], quote: string): Range[][] | null {
  const wanted = tokensOf([quote]).map(({ word }) => word);
  if (wanted.length === 0) return null;
  const tokens = tokensOf(pieces);
  const overlaps = overlapsOf(wanted);
  let length = 0;
  for (const [at, { word }] of tokens.entries()) {
    while (length > 0 && word !== wanted[length]) length = overlaps[length - 1] ?? 0;
    if (word === wanted[length]) length++;
    if (length === wanted.length) return spansOf(pieces, tokens.slice(at + 1 - length, at + 1));
  }
  return null;
}

/** Words that follow one another as one range in each piece, with what stands between them. */
function spansOf(pieces: readonly string[], tokens: readonly Token[]): Range[][] {
  const spans: Range[][] = pieces.map(() => []);
  for (const { piece, from, to } of tokens) spans[piece] = [[spans[piece]?.[0]?.[0] ?? from, to]];
  return spans;
}

/** Ranges of the same pieces from several places, in their order; what overlaps is one. */
export function joinedRanges(all: readonly (readonly (readonly Range[])[])[]): Range[][] {
  const [first = []] = all;
  return first.map((_, piece) => {
    const joined: Range[] = [];
    for (const [from, to] of all.flatMap((ranges) => ranges[piece] ?? []).toSorted(([a], [b]) => a - b)) {
      const last = joined.at(-1);
      if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
      else joined.push([from, to]);
    }
    return joined;
  });
}
