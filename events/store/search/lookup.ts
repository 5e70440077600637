/** What is kept of a text, how it is looked up, and where in time it stands: as the index of SQLite takes them. */

/** Ids of one second; what does not fit goes into seconds beside it. */
export const IDS_A_SECOND = 256;
/** Seconds by which a text stands behind its time at most: a quarter of a million said in one second. */
const SPILL_SECONDS = 2_048;

/** A text to be kept; an empty one is removed. */
export interface IndexedText {
  /** "": the title. */
  readonly message: string;
  readonly seq: number;
  /** ISO time. */
  readonly at: string;
  /** JSON. */
  readonly author: string;
  readonly text: string;
}

/** The words of a text and of its author's name, of letters and digits alone, and those that have `SIGNS` beside them. */
export interface WordsOf {
  readonly words: readonly string[];
  readonly author: readonly string[];
  readonly signs: readonly string[];
}

/** What may stand beside a word in `signs`. */
export const SIGNS = ".#@$+";

/** Words behind one another, the last of which may go on if it is open, and some of them with signs beside them. */
export interface Phrase {
  readonly words: readonly string[];
  readonly open: boolean;
  readonly signs: readonly { readonly text: string; readonly open: boolean }[];
}

export interface FoundText extends IndexedText {
  readonly conversationId: string;
  /** Number of its words. */
  readonly count: number;
}

/** What is looked up: every phrase. */
export interface Lookup {
  readonly phrases: readonly Phrase[];
  /** Beginnings of words of the author's name. */
  readonly author: readonly string[];
  readonly conversationId: string | null;
  /** In these conversations alone; absent: in all. */
  readonly among?: readonly string[] | undefined;
  /** Milliseconds since the epoch, or null: said then or later, and before then. */
  readonly after: number | null;
  readonly before: number | null;
}

/** The word by which texts of a conversation are looked up. */
export const placeOf = (n: number): string => `c${n}`;
/** The first id of the second of a time. */
export const firstId = (ms: number): number => Math.floor(Math.max(0, ms || 0) / 1_000) * IDS_A_SECOND;

/** Ids of a span of time; texts that had to make room may stand a little behind theirs. */
export const idsOf = ({ after, before }: Lookup): [number, number] => [
  after === null ? 0 : firstId(after),
  before === null ? Number.MAX_SAFE_INTEGER : firstId(before) + SPILL_SECONDS * IDS_A_SECOND,
];

/** In the language of the index; words are letters, digits and signs, so nothing in them can mean anything else. */
export function phraseOf({ words, open, signs }: Phrase): string {
  return [
    `words : "${words.join(" ")}"${open ? " *" : ""}`,
    ...signs.map(({ text, open }) => `signs : "${text}"${open ? " *" : ""}`),
  ].join(" AND ");
}

/**
 * All that is looked up at once; "" for nothing.
 * @param places of the conversations that are looked into; null: all
 */
export function matchOf({ phrases, author }: Lookup, places: readonly number[] | null): string {
  return [
    ...phrases.map(phraseOf),
    ...author.map((word) => `author : "${word}" *`),
    ...(places === null ? [] : [`place : (${places.map((n) => `"${placeOf(n)}"`).join(" OR ")})`]),
  ].map((part) => `(${part})`).join(" AND ");
}
