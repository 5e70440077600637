/**
 * What somebody types to search: words, the beginnings of words, "words as they stand together", and who said it and
 * when (`agent:Ada before:2026-11-22 after:2026-11`), and in which project (`project:Oven`).
 */
import { foldPlain } from "./folded_text.ts";
import { placesOf, wordsOf, wordsOfFolded } from "./words.ts";

/** Words that are looked up; what else was typed is looked for in the texts that have these. */
export const LOOKED_UP = 16;
/** Units of the shortest beginning of a word: of one letter nearly every text has a word. */
export const BEGINNING_UNITS = 2;

/** A part of what is looked for; a text has to have each. */
export interface Term {
  /** Folded, as it stands in a folded text. */
  readonly text: string;
  /** Its words: one behind the other in a text that has it. Never empty. */
  readonly words: readonly string[];
  /** The last of the words may go on. */
  readonly begins: boolean;
}

export interface Query {
  readonly terms: readonly Term[];
  /** Words of the name of who said it, each the beginning of one; empty: anybody. */
  readonly author: readonly string[];
  /** Words of the name of the project it was said in, each the beginning of one; absent: wherever. */
  readonly project?: readonly string[];
  /** Milliseconds since the epoch: said then or later, and before then. Null: whenever. */
  readonly after: number | null;
  readonly before: number | null;
}

const PARTS = /(agent|project|projekt|before|after|vor|nach):(?:"([^"]*)"|([^\s"]*))|"([^"]+)"|([^\s"]+)/giu;

/** When a day begins for who asks, in milliseconds since the epoch; a day beyond its month's last is one of the next. */
export type Dawn = (year: number, month: number, day: number) => number;
const inUtc: Dawn = (year, month, day) => Date.UTC(year, month - 1, day);

/**
 * @param dawn their days are meant
 * @outside
 */
export function parseQuery(typed: string, dawn = inUtc): Query {
  // Phones put the quotes of a language in place of straight ones.
  const text = typed.replace(/[“”„«»]/g, '"');
  const terms: Term[] = [];
  const author: string[] = [];
  const project: string[] = [];
  let after: number | null = null;
  let before: number | null = null;
  for (const part of text.matchAll(PARTS)) {
    const [, operator = "", quoted, bare, phrase, word = part[0]] = part;
    const value = quoted ?? bare ?? "";
    const name = operator.toLowerCase();
    const names = name === "agent" ? author : name === "project" || name === "projekt" ? project : null;
    const day = name === "" || names ? null : dayOf(value, dawn);
    if (names) names.push(...wordsOf(value));
    else if (day !== null && (name === "after" || name === "nach")) after = Math.max(after ?? day, day);
    else if (day !== null) before = Math.min(before ?? day, day);
    // Digits of a day that is being typed.
    else if (name !== "" && /^[\d-]*$/.test(value)) continue;
    else add(terms, phrase ?? word, phrase === undefined && (word.endsWith("*") || isLast(text, part)));
  }
  return {
    terms,
    author: author.slice(0, LOOKED_UP),
    ...(project.length > 0 ? { project: project.slice(0, LOOKED_UP) } : {}),
    after,
    before,
  };
}

/** Whether somebody may still be typing the word. */
const isLast = (text: string, part: RegExpExecArray): boolean => part.index + part[0].length === text.length;

function add(terms: Term[], typed: string, open: boolean): void {
  const text = foldPlain(typed.replace(/\*+$/, ""), true).trim();
  const words = wordsOfFolded(text);
  if (words.length === 0) return;
  const begins = open && (words.at(-1)?.length ?? 0) >= BEGINNING_UNITS;
  if (!terms.some((term) => term.text === text && term.begins === begins)) {
    terms.push({ text, words, begins });
  }
}

/** When the day, month or year begins that is named; null where none is. */
function dayOf(text: string, dawn: Dawn): number | null {
  const found = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text);
  if (!found) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2] ?? 1), Number(found[3] ?? 1)];
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return dawn(year, month, day);
}

/** Whether nothing is asked: no word, nobody, no project, no time. */
export const asksNothing = ({ terms, author, project, after, before }: Query): boolean =>
  terms.length === 0 && author.length === 0 && project === undefined && after === null && before === null;

/**
 * How often a folded text has each term; null unless it has every one.
 * @outside
 */
export function countsIn(folded: string, terms: readonly Term[]): number[] | null {
  const counts: number[] = [];
  for (const { text, begins } of terms) {
    let count = 0;
    for (const _ of placesOf(folded, text, begins)) count++;
    if (count === 0) return null;
    counts.push(count);
  }
  return counts;
}

/**
 * Whether somebody of this name is asked for.
 * @outside
 */
export function isAuthor(name: string, { author }: Pick<Query, "author">): boolean {
  if (author.length === 0) return true;
  const words = wordsOf(name);
  return author.every((part) => words.some((word) => word.startsWith(part)));
}

/**
 * Whether the project of this name is asked for.
 * @outside
 */
export const isProject = (name: string, { project }: Pick<Query, "project">): boolean =>
  isAuthor(name, { author: project ?? [] });

/** Whether something was said in the time that is asked for. */
export function isWhen(at: string, { after, before }: Pick<Query, "after" | "before">): boolean {
  if (after === null && before === null) return true;
  const time = Date.parse(at);
  return (after === null || time >= after) && (before === null || time < before);
}
