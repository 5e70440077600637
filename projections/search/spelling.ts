/** Words that were mistyped: what stands one slip beside a word, and a query with other words in their places. */
import { foldPlain } from "./folded_text.ts";

/** Characters of a word that is looked at: of a shorter one nearly every other is one slip away, and a longer one is no word. */
export const SPELLED = { min: 3, max: 20 } as const;

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/**
 * What a word would be without one slip: two letters in the wrong order, one too many, a wrong one, one too few, in the
 * order of how common these are. At most 54 a letter; none of what is shorter or longer than `SPELLED`.
 * @param word folded, as the index has it
 * @outside
 */
export function* besides(word: string): Generator<string> {
  const units = [...word.slice(0, 2 * SPELLED.max + 2)];
  if (units.length < SPELLED.min || units.length > SPELLED.max || word.length > units.join("").length) return;
  const seen = new Set([word]);
  for (const other of slips(units)) {
    if (seen.has(other)) continue;
    seen.add(other);
    yield other;
  }
}

function* slips(units: readonly string[]): Generator<string> {
  const put = (at: number, removed: number, ...added: string[]) =>
    [...units.slice(0, at), ...added, ...units.slice(at + removed)].join("");
  const places = [...units.keys()];
  for (const at of places.slice(1)) yield put(at - 1, 2, units[at] ?? "", units[at - 1] ?? "");
  for (const at of places) yield put(at, 1);
  for (const at of places) for (const letter of LETTERS) yield put(at, 1, letter);
  for (const at of [...places, units.length]) for (const letter of LETTERS) yield put(at, 0, letter);
}

/**
 * What was typed with other words in the places of some; the rest of it stays as it is.
 * @param spellings by the folded word
 * @outside
 */
export const respelled = (typed: string, spellings: Readonly<Record<string, string>>): string =>
  typed.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => {
    const folded = foldPlain(word, true);
    return Object.hasOwn(spellings, folded) ? spellings[folded] ?? word : word;
  });
