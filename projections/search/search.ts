/** Finding what is looked for in titles and messages: in any case, with or without accents, all of it in one place. */
import type { SearchHit } from "../shapes/views.ts";
import type { ConversationState } from "../shapes/folds.ts";
import { foldPlain, foldText } from "./folded_text.ts";
import { asksNothing, isAuthor, isWhen, type Query, type Term } from "./query.ts";
import { placesOf } from "./words.ts";

/** UTF-16 units of text around the first hit. */
const SNIPPET_UNITS = 160;
/** Units kept before the first hit, so that it is read in its sentence. */
const BEFORE_UNITS = 48;

type Found = Pick<SearchHit, "snippet" | "marks">;

/** UTF-16 units of a text of which three parts are looked at closely for a hit: before it, its own, behind. */
const PART_UNITS = 4_000;

/**
 * Null unless `text` has every one of `terms`; without terms, how it begins.
 * @outside
 */
export function matchText(text: string, terms: readonly Term[]): Found | null {
  const plain = foldPlain(text, true);
  const firsts = terms.map(({ text, begins }) => placesOf(plain, text, begins).next().value);
  if (!firsts.every((at) => at !== undefined)) return null;
  const from = terms.length === 0 ? 0 : partOf(text, Math.min(...firsts));
  // Nothing behind the snippet is looked at closely: a message may have a million characters.
  const near = foldText(text.slice(from, from + 3 * PART_UNITS), true);
  const folded = near.text;
  const offsets = near.offsets.map((offset) => offset + from);
  const first = Math.min(
    ...terms.flatMap(({ text, begins }) => placesOf(folded, text, begins).next().value ?? []),
  );
  const anchor = offsets[first] ?? from;
  const [start, end] = cut(text, anchor);
  const marks = merged(hits(folded, terms, offsets, start, end));
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
  terms: readonly Term[],
  offsets: readonly number[],
  start: number,
  end: number,
): [number, number][] {
  const found: [number, number][] = [];
  for (const { text, begins } of terms) {
    for (const at of placesOf(folded, text, begins)) {
      const from = offsets[at] ?? 0;
      if (from >= end) break;
      const to = Math.min(end, offsets[at + text.length] ?? end);
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

/** What can be found in a conversation: its title, and what each message says; notices are not searched. */
export interface Text {
  /** Null: the title. */
  readonly messageId: string | null;
  readonly author: SearchHit["author"];
  readonly seq: number;
  readonly at: string;
  readonly text: string;
}

/** The title: what is begun at a time is looked for by that time. */
export const titleText = ({ createdAt, title }: Pick<ConversationState, "createdAt" | "title">): Text => ({
  messageId: null,
  author: null,
  seq: 1,
  at: createdAt,
  text: title,
});

/** One message; null for what is not searched. */
export function textOf(state: ConversationState, messageId: string): Text | null {
  const message = state.messages[messageId];
  if (!message || message.role === "system" || message.trial) return null;
  const { author, seq, at } = message;
  return { messageId, author, seq, at, text: state.bodies[messageId]?.content ?? "" };
}

/** Where the text has what is looked for; null where it has not. */
export function matching({ text, author, at }: Text, query: Query): Found | null {
  const asked = isAuthor(author?.name ?? "", query) && isWhen(at, query);
  return asked ? matchText(text, query.terms) : null;
}

/** UTF-16 units that are looked at in a row: a millisecond or two. */
const UNITS_AT_ONCE = 200_000;

/**
 * Hits in one conversation as it is when this begins: its title first, then messages from the newest. Others have their
 * turn where it yields, and the fold may go on meanwhile.
 */
export function* searchConversation(
  state: ConversationState,
  query: Query,
  limit = Infinity,
): Generator<void, SearchHit[]> {
  if (asksNothing(query)) return [];
  const { id: conversationId, title, seq, updatedAt: at } = state;
  const found: SearchHit[] = [];
  const look = ({ text: _, ...text }: Text, match: Found | null) => {
    if (match) found.push({ conversationId, title, ...text, ...match });
  };
  const named = titleText(state);
  const texts = state.order.map((id) => textOf(state, id));
  // Its hit leads to the end of the conversation, and is as new as that.
  look({ ...named, seq, at }, matching(named, query));
  let units = 0;
  for (let text = texts.pop(); text !== undefined && found.length < limit; text = texts.pop()) {
    if (!text?.text) continue;
    if (units > UNITS_AT_ONCE) {
      yield;
      units = 0;
    }
    units += text.text.length;
    look(text, matching(text, query));
  }
  return found;
}
