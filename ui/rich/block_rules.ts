/** What answers have beside plain Markdown: notes at the foot, tasks in lists, callouts. */
import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { noteAt } from "./outline.ts";

/** What a block is besides: read where its opening token becomes an element. */
export interface Meaning {
  /** An item of a list of tasks, and whether it is done. */
  readonly done?: boolean;
  readonly callout?: Callout;
  /** Words in the place of the callout's own name. */
  readonly title?: string;
  /** A cell of many words: it is broken into lines, others are not. */
  readonly long?: boolean;
  /** A heading's level on the page, whatever was written: none is left out on the way down. */
  readonly level?: number;
  /** Number of a note that is referred to. */
  readonly note?: number;
}
export const CALLOUTS = ["note", "tip", "important", "warning", "caution"] as const;
export type Callout = typeof CALLOUTS[number];

const TASK = /^\[([ xX])\](?:\s+|$)/;
const CALLOUT = /^\[!([a-z]{1,12})\][ \t]*(.*)$/i;
const REFERENCE = /\[\^([^\s\]]{1,60})\]/y;

/** UTF-16 units of a cell that stands on one line. */
const CELL_UNITS = 28;

const isCallout = (name: string): name is Callout => CALLOUTS.some((one) => one === name);

/** Marks `[ ]` and `[x]` at the beginning of an item, and takes them out of its words. */
function taskOf(item: Token, [first]: readonly Token[]): void {
  const [mark = "", sign] = first?.type === "text" ? TASK.exec(first.content) ?? [] : [];
  if (!first || sign === undefined) return;
  first.content = first.content.slice(mark.length);
  item.meta = { done: sign !== " " } satisfies Meaning;
}

/** Marks `[!NOTE]` on the first line of a quote, and takes that line out of it. */
function calloutOf(quote: Token, inline: Token): void {
  const words = inline.children ?? [];
  const [first, second] = words;
  const [, name = "", title = ""] = first?.type === "text" ? CALLOUT.exec(first.content) ?? [] : [];
  const kind = name.toLowerCase();
  if (!isCallout(kind)) return;
  // Other than plain words behind it: they are its title only where nothing else stands on that line.
  const alone = second === undefined || second.type === "softbreak" || second.type === "hardbreak";
  if (!alone) return;
  words.splice(0, 2);
  // Nor do its letters say from which side the callout is read.
  inline.content = inline.content.replace(/^.*\n?/, "");
  quote.meta = { callout: kind, title: title.trim() } satisfies Meaning;
}

/** A formula that stands on lines of its own needs no blanks around it. */
function aroundFormulas(words: readonly Token[]): void {
  for (const [index, { type, markup }] of words.entries()) {
    if (type !== "formula" || (markup !== "$$" && markup !== "\\[")) continue;
    const [before, behind] = [words[index - 1], words[index + 1]];
    if (before?.type === "text") before.content = before.content.trimEnd();
    if (behind?.type === "text") behind.content = behind.content.trimStart();
  }
}

function meanings({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const { type, children, content } = token;
    const before = tokens[index - 1];
    if (before && (before.type === "td_open" || before.type === "th_open")) {
      if (content.length > CELL_UNITS) before.meta = { long: true } satisfies Meaning;
    }
    if (type === "inline" && children) aroundFormulas(children);
    const around = tokens[index - 2];
    if (type !== "inline" || !children || tokens[index - 1]?.type !== "paragraph_open" || !around) continue;
    if (around.type === "list_item_open") taskOf(around, children);
    if (around.type === "blockquote_open") calloutOf(around, token);
  }
}

const notesOf = ({ ["notes"]: notes }: Env): ReadonlyMap<string, number> =>
  notes instanceof Map ? notes : new Map();

/** The words of a note stand at the foot, not where they are written. */
function noteWords(state: StateBlock, first: number, last: number, silent: boolean): boolean {
  if (state.level !== 0 || (state.sCount[first] ?? 0) - state.blkIndent >= 4) return false;
  const lineAt = (line: number) =>
    line < last ? state.src.slice(state.bMarks[line], state.eMarks[line]) : undefined;
  const note = noteAt(lineAt, first);
  if (!note || !notesOf(state.env).has(note.label)) return false;
  if (!silent) state.line = note.next;
  return true;
}

function noteReference(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "[" || state.src[state.pos + 1] !== "^") return false;
  REFERENCE.lastIndex = state.pos;
  const [whole = "", label = ""] = REFERENCE.exec(state.src) ?? [];
  const note = notesOf(state.env).get(label);
  if (note === undefined) return false;
  if (!silent) {
    const token = state.push("note", "", 0);
    token.content = label;
    token.meta = { note } satisfies Meaning;
  }
  state.pos += whole.length;
  return true;
}

export function blocks(markdown: MarkdownIt): void {
  markdown.core.ruler.push("meanings", meanings);
  markdown.block.ruler.before("reference", "notes", noteWords, { alt: ["paragraph", "reference"] });
  markdown.inline.ruler.before("link", "note", noteReference);
}
