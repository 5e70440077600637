/**
 * How alike answers are, and whether two groups of them differ by more than equals do. Every measure is plain arithmetic
 * on words: none asks a model, and each takes time by the length of what it reads.
 */
import { wordsOf } from "../search/words.ts";

/** UTF-16 units of an answer that are looked at: ten pages. */
export const MEASURED_UNITS = 20_000;

/** What is measured of one answer. */
export interface Measured {
  readonly words: number;
  /** The answer was longer than what was looked at. */
  readonly cut: boolean;
  /** Its pairs of neighbouring words, and its single word where it has but one. */
  readonly pairs: ReadonlySet<string>;
}

/**
 * The words of an answer, and the pairs of neighbours among them.
 * @outside
 */
export function measured(text: string): Measured {
  const words = wordsOf(text.slice(0, MEASURED_UNITS));
  const pairs = new Set<string>();
  if (words.length === 1) pairs.add(words[0] ?? "");
  for (let at = 1; at < words.length; at++) pairs.add(`${words[at - 1]} ${words[at]}`);
  return { words: words.length, cut: text.length > MEASURED_UNITS, pairs };
}

/** The share of pairs of words that two answers have in common (Jaccard): 1 of the same words, 0 of nothing in common. */
export function agreement({ pairs: a }: Measured, { pairs: b }: Measured): number {
  if (a.size === 0 && b.size === 0) return 1;
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let both = 0;
  for (const pair of small) if (large.has(pair)) both++;
  return both / (a.size + b.size - both);
}

export const mean = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Standard deviation of a sample; null of fewer than two. */
export function deviation(numbers: readonly number[]): number | null {
  const middle = mean(numbers);
  if (middle === null || numbers.length < 2) return null;
  return Math.sqrt(numbers.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (numbers.length - 1));
}

/** How two groups differ. */
export interface Difference {
  /** Mean agreement of two answers of the same group: the noise between equals. Null where no group has two. */
  readonly within: number | null;
  /** Mean agreement of two answers of different groups. Null where one group is empty. */
  readonly between: number | null;
  /**
   * Of the ways to divide the same answers into groups of these sizes: how many there are, and how many set the groups at
   * least as far apart as they are. Null where there is nothing to compare with.
   */
  readonly ways: { readonly all: number; readonly asFar: number } | null;
}

/** Agreement of each answer with each; after every row whoever asked may do something else. */
export function* agreements(all: readonly Measured[]): Generator<void, number[][]> {
  const table: number[][] = [];
  for (const [at, one] of all.entries()) {
    // Of two the agreement is the same either way.
    table.push(all.map((other, to) => to < at ? table[to]?.[at] ?? 0 : agreement(one, other)));
    yield;
  }
  return table;
}

/** Sum of agreement over the pairs of which one is among `chosen`, as bits, and one is not. */
function across(table: readonly (readonly number[])[], chosen: number): number {
  let sum = 0;
  for (let a = 0; a < table.length; a++) {
    const row = table[a];
    if (!row || (chosen & (1 << a)) === 0) continue;
    for (let b = 0; b < row.length; b++) if ((chosen & (1 << b)) === 0) sum += row[b] ?? 0;
  }
  return sum;
}

/** Differences smaller than this are rounding. */
const ROUNDING = 1e-9;
/** Answers of which every division can be looked at in a moment: of two halves of eight there are 12,870. */
const DIVIDED = 16;

/**
 * The first `size` of these answers against the others, by a permutation test: groups are the farther apart the less they
 * agree across.
 */
export function difference(table: readonly (readonly number[])[], size: number): Difference {
  const [count, rest] = [table.length, table.length - size];
  const [betweens, withins] = [size * rest, (size * (size - 1) + rest * (rest - 1)) / 2];
  let all = 0;
  table.forEach((row, a) => row.forEach((one, b) => (all += a < b ? one : 0)));
  const found = count > DIVIDED ? NaN : across(table, (1 << size) - 1);
  const between = betweens === 0 || count > DIVIDED ? null : found / betweens;
  const within = withins === 0 || count > DIVIDED ? null : (all - found) / withins;
  if (within === null || between === null) return { within, between, ways: null };
  let [ways, asFar] = [0, 0];
  for (let chosen = 0; chosen < 1 << count; chosen++) {
    if (ones(chosen) !== size) continue;
    ways++;
    if (across(table, chosen) <= found + ROUNDING) asFar++;
  }
  return { within, between, ways: { all: ways, asFar } };
}

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
