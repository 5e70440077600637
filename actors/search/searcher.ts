/** Looks words up in the index, finds the best of what has them, and shows where they stand. */
import type { IndexedText, Phrase, WordsOf } from "../../events/store/search/lookup.ts";
import type { SearchFile } from "../../events/store/search/search_file.ts";
import { foldPlain } from "../../projections/search/folded_text.ts";
import {
  countsIn,
  isAuthor,
  isWhen,
  LOOKED_UP,
  type Query,
  type Term,
} from "../../projections/search/query.ts";
import { type Corpus, score, weightOf } from "../../projections/search/rank.ts";
import { matchText } from "../../projections/search/search.ts";
import { besides } from "../../projections/search/spelling.ts";
import { signsIn, wordsOf, wordsOfFolded } from "../../projections/search/words.ts";
import type { SearchHit } from "../../projections/shapes/views.ts";

/** Texts of which the best are told: the newest that have everything. */
export const RANKED = 400;
/** UTF-16 units of texts that are looked at for one answer. */
export const LOOKED_AT_UNITS = 1_000_000;
/** Texts up to which it is counted how many have a word; one that more have is as common as any. */
export const COUNTED = 2_000;
/** Words with signs beside them that are looked up of one term. */
const SIGNS_OF_TERM = 4;
/** Words of a query whose spelling is looked into: each takes some hundred looks into the index. */
const SPELLED_WORDS = 3;
/** A title says in few words what all of it is about. */
const TITLE = 2;

export type Sort = "best" | "newest";

export interface Asked {
  readonly query: Query;
  readonly conversationId: string | null;
  /** In these conversations alone; absent: in all. */
  readonly among?: readonly string[] | undefined;
  readonly limit: number;
  readonly sort: Sort;
}

/** A hit without what changes: the title of the conversation, and of a hit in it how new that is. */
export type IndexHit = Omit<SearchHit, "title">;

/** What the index keeps of a text. */
export function indexedWords({ text, author }: IndexedText): WordsOf {
  const folded = foldPlain(text, true);
  return {
    words: wordsOfFolded(folded),
    author: wordsOf(authorOf(author)?.name ?? ""),
    signs: [...new Set(signsIn(folded).map(({ text }) => text))],
  };
}

/** What is looked up of a term; all of it is looked for in the texts that have this. */
function phraseOf({ text, words, begins }: Term): Phrase {
  return { words, open: begins, signs: [...signsIn(text, begins).take(SIGNS_OF_TERM)] };
}

/** As it was written into the index. */
export const authorOf = (json: string): SearchHit["author"] => JSON.parse(json);

/** The hits of a query, the best or the newest first. */
export function search(file: SearchFile, { query, conversationId, among, limit, sort }: Asked): IndexHit[] {
  const terms = query.terms;
  const phrases = terms.slice(0, LOOKED_UP).map(phraseOf);
  const { texts, words } = file.state();
  const corpus: Corpus = { texts, words };
  // Of one thing that is asked for there is nothing to weigh.
  const weights = terms.map((_, at) => {
    const phrase = phrases[at];
    return terms.length === 1 || !phrase ? 1 : weightOf(file.having(phrase, COUNTED), corpus);
  });
  const found: { text: IndexedText; conversationId: string; score: number }[] = [];
  const wanted = sort === "newest" ? limit : RANKED;
  let units = 0;
  for (const text of file.find({ ...query, phrases, conversationId, among })) {
    const counts = has(text, query);
    if (counts) {
      const title = text.message === "" ? TITLE : 1;
      found.push({
        text,
        conversationId: text.conversationId,
        score: title * score(counts, weights, text.count, corpus),
      });
    }
    units += text.text.length;
    if (found.length === wanted || units > LOOKED_AT_UNITS) break;
  }
  // By the second they come in order; within one by what they say themselves.
  found.sort(({ text: a }, { text: b }) => a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1);
  const best = sort === "newest" ? found : found.sort((a, b) => b.score - a.score);
  return best.slice(0, limit).flatMap(({ text, conversationId }) => hitOf(text, conversationId, terms) ?? []);
}

/**
 * Of words that no text has, the most common one that a slip makes of it; by the word. What phrases and signs say is
 * meant as it was typed.
 */
export function spell(file: SearchFile, { terms }: Pick<Query, "terms">): Readonly<Record<string, string>> {
  const having = (word: string, open: boolean, most: number) =>
    file.having({ words: [word], open, signs: [] }, most);
  const unknown = terms.flatMap(({ text, words: [word, ...more], begins }) =>
    word !== undefined && more.length === 0 && word === text && having(word, begins, 1) === 0 ? [word] : []
  );
  return Object.fromEntries(
    unknown.slice(0, SPELLED_WORDS).flatMap((word) => {
      let best = { word: "", count: 0 };
      for (const other of besides(word)) {
        const count = having(other, false, COUNTED);
        if (count > best.count) best = { word: other, count };
      }
      return best.count === 0 ? [] : [[word, best.word]];
    }),
  );
}

/** How often a text has each term; null where it is none of those that are asked for. */
function has(text: IndexedText, query: Query): number[] | null {
  if (!isWhen(text.at, query)) return null;
  if (query.author.length > 0 && !isAuthor(authorOf(text.author)?.name ?? "", query)) return null;
  return countsIn(foldPlain(text.text, true), query.terms);
}

function hitOf(text: IndexedText, conversationId: string, terms: readonly Term[]): IndexHit | null {
  const match = matchText(text.text, terms);
  const { message, seq, at, author } = text;
  return match && { conversationId, messageId: message || null, author: authorOf(author), seq, at, ...match };
}
