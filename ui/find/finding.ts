/**
 * Finding words in one conversation: how often each message has them, and the way from one hit to the next. Marks
 * of Markdown divide no words.
 */
import { foldPlain, foldText } from "../../projections/search/folded_text.ts";
import { wordsOf } from "../parts/plain_text.ts";

/** Hits counted in one message; beyond, a number says nothing any more. */
export const MOST_IN_ONE = 500;

/** What is looked for; "" where nothing is. */
export const wantedOf = (query: string): string => foldPlain(query, true).replace(/\s+/g, " ").trim();

/**
 * How often `wanted` (of `wantedOf`) is in a text, hits that overlap counted once.
 * @outside
 */
export function hitsIn(text: string, wanted: string): number {
  if (wanted === "") return 0;
  const plain = foldPlain(text, true).replace(/\s/g, " ");
  let count = 0;
  for (let at = plain.indexOf(wanted); at !== -1 && count < MOST_IN_ONE; count++) {
    at = plain.indexOf(wanted, at + wanted.length);
  }
  return count;
}

/**
 * Where they are, as UTF-16 start and end in the text as it is written.
 * @outside
 */
export function placesIn(text: string, wanted: string): [number, number][] {
  if (wanted === "") return [];
  const { text: folded, offsets } = foldText(text, true);
  const plain = folded.replace(/\s/g, " ");
  const places: [number, number][] = [];
  for (let at = plain.indexOf(wanted); at !== -1 && places.length < MOST_IN_ONE;) {
    const [start = 0, end = text.length] = [offsets[at], offsets[at + wanted.length]];
    // Of a letter that stands for two, such as a ligature, half cannot be marked.
    places.push([start, Math.max(end, start + 1)]);
    at = plain.indexOf(wanted, at + wanted.length);
  }
  return places;
}

/** The messages that have hits, in reading order, and how many. */
export interface Hits {
  readonly ids: readonly string[];
  readonly counts: readonly number[];
  readonly total: number;
}

export const NONE: Hits = { ids: [], counts: [], total: 0 };

/** UTF-16 units looked through before others have their turn: some two milliseconds. */
const SLICE_UNITS = 200_000;
/** A text without any of these has no marks that divide words. */
const MARKED = /[*_~`[]/;

/**
 * How often a message has what is wanted: as it is written, or, where marks divide words, as it is read.
 * @outside
 */
export function hitsInMarkdown(markdown: string, wanted: string): number {
  const written = hitsIn(markdown, wanted);
  return MARKED.test(markdown) ? Math.max(written, hitsIn(wordsOf(markdown), wanted)) : written;
}

/**
 * Looks through a conversation. `textOf`: the Markdown of a message; null where it is not known. `pause` gives others
 * their turn; false ends the search, which then has no result.
 */
export async function hitsOf(
  order: readonly string[],
  textOf: (id: string) => string | null,
  wanted: string,
  pause: () => Promise<boolean>,
): Promise<Hits | null> {
  const [ids, counts]: [string[], number[]] = [[], []];
  let [total, units] = [0, 0];
  for (const id of order) {
    const text = textOf(id) ?? "";
    units += text.length;
    if (units > SLICE_UNITS) {
      if (!await pause()) return null;
      units = text.length;
    }
    const count = hitsInMarkdown(text, wanted);
    if (count === 0) continue;
    ids.push(id);
    counts.push(count);
    total += count;
  }
  return { ids, counts, total };
}

/** One hit: the `nth` (from 0) of a message. */
export interface Hit {
  readonly id: string;
  readonly nth: number;
}

/** The hit with a number from 0; null where there are none. Both ends meet. */
export function hitAt({ ids, counts, total }: Hits, number: number): Hit | null {
  if (total === 0) return null;
  let rest = (number % total + total) % total;
  for (const [at, id] of ids.entries()) {
    const count = counts[at] ?? 0;
    if (rest < count) return { id, nth: rest };
    rest -= count;
  }
  return null;
}

/** The number of a hit, or of the last one before where it would stand; -1 where there is none. */
export function numberOf(hits: Hits, { id, nth }: Hit, order: readonly string[]): number {
  const counts = new Map(hits.ids.map((other, at) => [other, hits.counts[at] ?? 0]));
  let number = -1;
  for (const other of order) {
    const count = counts.get(other) ?? 0;
    if (other === id) return count === 0 ? number : number + 1 + Math.min(nth, count - 1);
    number += count;
  }
  return number;
}
