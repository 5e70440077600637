/**
 * Formulas in Markdown: `\(…\)` and `$…$` in a line, `\[…\]` and `$$…$$` on lines of their own, and the environments
 * that stand for themselves. Read before Markdown takes backslashes away, so that their source stays whole. A single
 * `$` is mostly money: it opens nothing after a letter or before a blank, and closes nothing before a letter or digit.
 */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import { FORMULA_UNITS } from "../state/formulas.ts";

const BACKSLASH = 0x5c;
const DOLLAR = 0x24;

interface Found {
  readonly tex: string;
  /** As it was opened: `\(`, `$`, `\[`, `$$`. */
  readonly markup: string;
  /** The unit behind it. */
  readonly end: number;
}

/** Where a text was looked through for closers: asked again from a place in between, the answer is the same. */
interface Looked {
  from: number;
  /** The closer's place; -1 for none up to the end. */
  at: number;
}
const looked = new WeakMap<StateInline, Map<string, Looked>>();

/** The first place from `from` on where `closes` is true; each text is looked through once for each closer. */
function nextCloser(
  state: StateInline,
  closer: string,
  from: number,
  closes: (at: number) => boolean,
): number {
  const known = looked.get(state) ?? new Map<string, Looked>();
  looked.set(state, known);
  const before = known.get(closer);
  if (before && from >= before.from && (before.at < 0 || from <= before.at)) return before.at;
  let at = state.src.indexOf(closer, from);
  while (at >= 0 && at < state.posMax && !closes(at)) at = state.src.indexOf(closer, at + 1);
  if (at >= state.posMax) at = -1;
  known.set(closer, { from, at });
  return at;
}

const isBlank = (char: string | undefined) => char === undefined || /\s/.test(char);
const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);

/** Whether braces close what they open, as in all TeX: `${HOME}/$` is no formula, `${a` neither. */
function isBalanced(tex: string): boolean {
  let open = 0;
  for (let at = 0; at < tex.length; at++) {
    const char = tex[at];
    if (char === "\\") at++;
    else if (char === "{") open++;
    else if (char === "}" && --open < 0) return false;
  }
  return open === 0;
}

/** Words behind a number are a price and what it is for. */
const MONEY = /^\d[\d.,]*(?:\s*[kKmMbB])?(?:\s+[A-Za-z]{2,}|\s*[-–—/]\s*$)/;

function inDollars(state: StateInline): Found | null {
  const { src, pos } = state;
  const inside = pos + 1;
  if (isWord(src[pos - 1]) || src[pos - 1] === "$" || isBlank(src[inside])) return null;
  const at = nextCloser(
    state,
    "$",
    inside,
    (one) => src[one - 1] !== "\\" && !isBlank(src[one - 1]) && !isWord(src[one + 1]) && src[one + 1] !== "$",
  );
  if (at <= inside || at - inside > FORMULA_UNITS) return null;
  const tex = src.slice(inside, at);
  if (/[`\n]/.test(tex) || MONEY.test(tex) || !isBalanced(tex)) return null;
  return { tex, markup: "$", end: at + 1 };
}

function between(state: StateInline, opener: string, closer: string): Found | null {
  const inside = state.pos + 2;
  const at = nextCloser(state, closer, inside, (one) => closer === "$$" || state.src[one - 1] !== "\\");
  if (at < 0 || at - inside > FORMULA_UNITS) return null;
  const tex = state.src.slice(inside, at);
  return tex.trim() === "" ? null : { tex, markup: opener, end: at + 2 };
}

function foundAt(state: StateInline): Found | null {
  const next = state.src[state.pos + 1];
  switch (state.src.charCodeAt(state.pos)) {
    case BACKSLASH:
      return next === "(" ? between(state, "\\(", "\\)") : next === "[" ? between(state, "\\[", "\\]") : null;
    case DOLLAR:
      return next === "$" ? between(state, "$$", "$$") : inDollars(state);
    default:
      return null;
  }
}

function inLine(state: StateInline, silent: boolean): boolean {
  const found = foundAt(state);
  if (!found) return false;
  if (!silent) {
    const token = state.push("formula", "", 0);
    token.content = found.tex;
    token.markup = found.markup;
  }
  state.pos = found.end;
  return true;
}

const OPENS = /^(?:\$\$|\\\[|\\begin\{((?:equation|align|gather|multline|alignat|eqnarray|CD)\*?)\})/;

const wordsOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

/** Where formulas that were begun have ended, by what they were looked for in; asked again from in between, it is the same. */
const ended = new WeakMap<StateBlock, Map<string, { from: number; at: number }>>();

/** The first line from `from` on that is blank or has the closer, at most `last`; each line is looked at once. */
function endOf(state: StateBlock, closer: string, from: number, last: number): number {
  const known = ended.get(state) ?? new Map<string, { from: number; at: number }>();
  ended.set(state, known);
  const name = `${state.level} ${last} ${closer}`;
  const before = known.get(name);
  if (before && before.from <= from && from <= before.at) return before.at;
  let at = from;
  for (; at < last; at++) {
    const line = wordsOf(state, at);
    if (line.trim() === "" || line.includes(closer)) break;
  }
  known.set(name, { from, at });
  return at;
}

/** A formula on lines of its own: up to its closer, before any blank line. */
function onLines(state: StateBlock, first: number, last: number, silent: boolean): boolean {
  if ((state.sCount[first] ?? 0) - state.blkIndent >= 4) return false;
  const begin = wordsOf(state, first);
  const [opener, environment] = OPENS.exec(begin) ?? [];
  if (opener === undefined) return false;
  const closer = environment ? `\\end{${environment}}` : opener === "$$" ? "$$" : "\\]";
  const inside = begin.slice(opener.length);
  const end = inside.includes(closer) ? first : endOf(state, closer, first + 1, last);
  if (end >= last || (state.eMarks[end] ?? 0) - (state.bMarks[first] ?? 0) > FORMULA_UNITS) return false;
  const lines = [inside];
  for (let line = first + 1; line <= end; line++) lines.push(wordsOf(state, line));
  const whole = lines.join("\n").trimEnd();
  // Words behind the closer: a formula in a line. None at all: the lines came to a blank.
  const closes = whole.indexOf(closer);
  if (closes < 0 || closes + closer.length !== whole.length) return false;
  const tex = whole.slice(0, -closer.length);
  if (tex.trim() === "") return false;
  if (!silent) push(state, [first, end + 1], environment ? `${opener}${tex}${closer}` : tex, opener);
  return true;
}

function push(state: StateBlock, map: [number, number], tex: string, opener: string): void {
  const token = state.push("formula", "", 0);
  token.block = true;
  token.content = tex;
  token.markup = opener.startsWith("\\begin") ? "" : opener;
  token.map = map;
  state.line = map[1];
}

export function maths(markdown: MarkdownIt): void {
  markdown.inline.ruler.before("escape", "formula", inLine);
  markdown.block.ruler.before("fence", "formulas", onLines, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
}
