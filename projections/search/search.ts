/**
 * Finding words in titles and messages: in any case, with or without accents, all of them in one place.
 * "Quoted words" are looked for as they stand together.
 */
import type { SearchHit } from "../shapes/views.ts";
import type { ConversationState } from "../shapes/folds.ts";
import { foldPlain, foldText } from "./folded_text.ts";

/** UTF-16 units of text around the first hit. */
const SNIPPET_UNITS = 160;
/** Units kept before the first hit, so that it is read in its sentence. */
const BEFORE_UNITS = 48;

/** UTF-16 units of a text of which three parts are looked at closely for a hit: before it, its own, behind. */
const PART_UNITS = 4_000;

/**
 * The words to look for, folded; empty for a query without any.
 * @outside
 */
export function searchWords(query: string): string[] {
  const found = [...query.matchAll(/"([^"]+)"|([^\s"]+)/g)].map((word) => word[1] ?? word[2] ?? "");
  const words = found.map((word) => foldPlain(word, true).trim()).filter((word) => word !== "");
  return [...new Set(words)];
}

/**
 * Null unless `text` has every one of `words` (of `searchWords`).
 * @outside
 */
export function matchText(
  text: string,
  words: readonly string[],
): Pick<SearchHit, "snippet" | "marks"> | null {
  if (words.length === 0) return null;
  const plain = foldPlain(text, true);
  if (!words.every((word) => plain.includes(word))) return null;
  const from = partOf(text, Math.min(...words.map((word) => plain.indexOf(word))));
  // Nothing behind the snippet is looked at closely: a message may have a million characters.
  const near = foldText(text.slice(from, from + 3 * PART_UNITS), true);
  const folded = near.text;
  const offsets = near.offsets.map((offset) => offset + from);
  const first = Math.min(...words.map((word) => folded.indexOf(word)).filter((at) => at >= 0));
  const anchor = offsets[first] ?? from;
  const [start, end] = cut(text, anchor);
  const marks = merged(hits(folded, words, offsets, start, end));
  const lead = start > 0 ? "…" : "";
  // One unit for one unit, so that the marks stay where they are.
  const line = text.slice(start, end).replace(/\s/g, " ");
  return {
    snippet: lead + line + (end < text.length ? "…" : ""),
    marks: marks.map(([from, to]) => [from - start + lead.length, to - start + lead.length]),
  };
}

/** Where the part of a text begins that has the unit `at` of its plain form, with room before it. */
function partOf(text: string, at: number): number {
  let [from, folded] = [0, 0];
  let before = 0;
  while (from + PART_UNITS < text.length) {
    // Never between a letter and its marks, or the halves of one.
    const end = partEnd(text, from + PART_UNITS);
    folded += foldPlain(text.slice(from, end), true).length;
    if (folded > at) break;
    [before, from] = [from, end];
  }
  return before;
}

function partEnd(text: string, end: number): number {
  const marks = /\p{M}{0,100}/uy;
  marks.lastIndex = /[\udc00-\udfff]/.test(text[end] ?? "") ? end + 1 : end;
  return marks.test(text) ? marks.lastIndex : end;
}

/** Start and end of the snippet: at blanks where they are near, never inside a surrogate pair. */
function cut(text: string, anchor: number): [number, number] {
  let start = Math.max(0, anchor - BEFORE_UNITS);
  let end = Math.min(text.length, start + SNIPPET_UNITS);
  if (start > 0) {
    const blank = text.slice(start, anchor).search(/\s\S/);
    start = blank >= 0 ? start + blank + 1 : start;
    if (/[\uDC00-\uDFFF]/.test(text[start] ?? "")) start++;
  }
  if (end < text.length && /[\uDC00-\uDFFF]/.test(text[end] ?? "")) end--;
  return [start, end];
}

function hits(
  folded: string,
  words: readonly string[],
  offsets: readonly number[],
  start: number,
  end: number,
): [number, number][] {
  const found: [number, number][] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      const from = offsets[at] ?? 0;
      if (from >= end) break;
      const to = Math.min(end, offsets[at + word.length] ?? end);
      if (from >= start && to > from) found.push([from, to]);
    }
  }
  return found.sort((a, b) => a[0] - b[0]);
}

function merged(marks: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of marks) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Hits in one conversation: its title first, then messages from the newest; notices are not searched. */
export function searchConversation(state: ConversationState, query: string, limit = Infinity): SearchHit[] {
  const words = searchWords(query);
  const place = { conversationId: state.id, title: state.title };
  const title = matchText(state.title, words);
  const found: SearchHit[] = title
    ? [{ ...place, messageId: null, seq: state.seq, at: state.updatedAt, ...title }]
    : [];
  for (let index = state.order.length - 1; index >= 0 && found.length < limit; index--) {
    const message = state.messages[state.order[index] ?? ""];
    if (!message || message.role === "system") continue;
    const match = matchText(state.bodies[message.id]?.content ?? "", words);
    if (match) found.push({ ...place, messageId: message.id, seq: message.seq, at: message.at, ...match });
  }
  return found;
}
