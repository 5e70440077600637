/**
 * What is made of another product's file, whichever it is: conversations of words with their authors and times, and a
 * count of what was left out and why. Plain values; who sends them on is not asked here.
 */
import { clearText, firstCharacters } from "../../events/catalog/clear_text.ts";
import { MOVED_MESSAGE_UNITS, NAME_CODE_POINTS, TITLE_CODE_POINTS } from "../../events/catalog/limits.ts";

/** Why something of a file is not taken in. */
export const LEFT = [
  /** Instructions, profiles and what the other product hid itself. */
  "hidden",
  /** Calls of tools, and what these gave. */
  "tools",
  /** What a model thought. */
  "thoughts",
  /** Messages that say nothing. */
  "empty",
  /** Messages over `MOVED_MESSAGE_UNITS`. */
  "long",
  /** Other branches, where they were not asked for or are too many. */
  "branches",
  /** Files that a message names and that are not in the archive. */
  "lost_files",
  /** Files of a kind that cannot be attached, such as sound. */
  "other_files",
  /** Files over the size or the number that one message takes. */
  "large_files",
  /** Conversations in which nobody said anything. */
  "blank_talks",
  /** Conversations that are too long for one import. */
  "long_talks",
  /** What is no conversation of a product that is known. */
  "unknown",
] as const;
export type LeftOut = typeof LEFT[number];
export type Counts = Partial<Record<LeftOut, number>>;

/** Adds what was counted elsewhere. */
export function addCounts(counts: Counts, more: Counts): void {
  for (const why of LEFT) count(counts, why, more[why] ?? 0);
}

/** Counts what is left out. */
export function count(counts: Counts, why: LeftOut, times = 1): void {
  if (times > 0) counts[why] = (counts[why] ?? 0) + times;
}

/** A file that a message names. */
export interface NamedFile {
  /** By what it is found in the archive. */
  readonly id: string;
  readonly name: string;
  /** Its content, as the address that holds it: it stands in the message itself. */
  readonly held?: string;
}
export interface Said {
  readonly role: "user" | "assistant";
  /** Absent: the person whose account it was. */
  readonly name?: string;
  readonly at: string;
  readonly content: string;
  readonly files: readonly NamedFile[];
}
export interface Talk {
  /** The product, as it is called. */
  readonly from: string;
  readonly id: string;
  /** The last message. */
  readonly head: string;
  readonly title: string;
  readonly at: string;
  readonly messages: readonly Said[];
  /** It begins as another one of the same file does. */
  readonly fork?: { readonly id: string; readonly head: string; readonly messages: number };
}
export interface Reading {
  readonly talks: readonly Talk[];
  readonly left: Counts;
}

export type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** What is no object has no fields. */
export const fieldsOf = (value: unknown): Fields => isFields(value) ? value : {};
export const listOf = (value: unknown): readonly unknown[] => Array.isArray(value) ? value : [];
export const textOf = (value: unknown): string => typeof value === "string" ? value : "";

/** Characters of an id of theirs. */
const ID_UNITS = 200;
/** An id as it is sent on; "" for none, or one that nobody makes. */
export function idOf(value: unknown): string {
  const text = typeof value === "number" ? String(value) : textOf(value);
  return text.length <= ID_UNITS && text.isWellFormed() ? text : "";
}

/**
 * A name or title as it may be shown; "" where nothing of it can be seen.
 * @outside
 */
export function clean(text: string, codePoints: number): string {
  return clearText(firstCharacters(text.trim(), codePoints), "").trim();
}
export const nameOf = (value: unknown): string => clean(textOf(value), NAME_CODE_POINTS);
export const titleOf = (value: unknown): string => clean(textOf(value), TITLE_CODE_POINTS);

/** Milliseconds from which on, and up to which, a time is one: before there were such products, a clock was wrong. */
const TIMES = { from: 0, to: Date.parse("9999-01-01T00:00:00Z") } as const;
/** Numbers above it are milliseconds: as seconds it is the year 5138. */
const SECONDS_MOST = 1e11;

/** Characters of a time: no product writes so many, and a clock is read in all of a text. */
const TIME_UNITS = 60;

/** A time as products write it: a text of ISO 8601, or a number of seconds or milliseconds; null for none. */
export function timeOf(value: unknown): string | null {
  const ms = typeof value === "string"
    ? value.length > TIME_UNITS ? NaN : Date.parse(value)
    : typeof value === "number"
    ? value > SECONDS_MOST ? value : value * 1_000
    : NaN;
  return ms > TIMES.from && ms < TIMES.to ? new Date(ms).toISOString() : null;
}
/** Where a file of no product is from: who says what in it is a guess. */
export const MARKDOWN = "Markdown";
/** Where no time is told. */
export const NO_TIME = "1970-01-01T00:00:00.000Z";

/** A message as it is taken in, with well-formed words; null for one that is not worth it, which is counted. */
export function saidOf(
  { files = [], ...said }: Omit<Said, "files"> & Partial<Said>,
  left: Counts,
): Said | null {
  const content = said.content.toWellFormed();
  if (content.length > MOVED_MESSAGE_UNITS) count(left, "long");
  else if (!/\S/.test(content) && files.length === 0) count(left, "empty");
  else return { ...said, content, files };
  return null;
}
