/**
 * Where a part of a text that is long by itself is cut, so that it is made a slice at a time: between items of a list,
 * between lines of a paragraph, of a quote and of headings, and within a line that never ends. What is cut reads as it would
 * uncut: what goes on within its line is told, so that it is shown so.
 */

import { columnsOf, TABLE_CELLS } from "./long_table.ts";

/** Work of a slice, some milliseconds: of a text without lines and marks its UTF-16 units. */
export const SLICE_UNITS = 8_000;
/** What a line and a mark within one cost beside their units. */
const LINE_WORK = 40;
const MARK_WORK = 8;

/** The first unit behind a seam. */
export interface Seam {
  readonly at: number;
  /** The number of the item there, in a list that counts. */
  readonly start?: number;
  /** What stands behind it goes on in the same line. */
  readonly flows?: true;
}

const FENCE = /^ {0,3}(?:`{3}|~{3})/;
const ITEM = /^([-+*]|(\d{1,9})[.)])[ \t]/;
const QUOTE = /^ {0,3}> ?/;
/** What ends whatever stands before it, and is whole by itself. */
const HEADING = /^#{1,6}(?:[ \t]|$)/;
const RULE = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
/** A line that goes on with a paragraph, and begins nothing else. */
const PLAIN = /^[^\s>*+\-\d|#`~=_:]/;
/** A line of a paragraph, though it may begin with a mark or a number. */
const WORDS = /^(?:[^\s>*+\-\d|#`~=_:]|[*_`]\S|\d+(?![\d.)]))/;
const MARKS = /[*_`[\]$~<&:]/g;

/** A list at the margin: the mark of its items, and how they count. */
interface List {
  readonly mark: string;
  readonly first: number;
  items: number;
}

const markOf = (item: RegExpExecArray): string =>
  item[2] === undefined ? item[1] ?? "" : (item[1] ?? "").slice(-1);

const workOf = (line: string): number =>
  line.length + LINE_WORK + MARK_WORK * (line.match(MARKS)?.length ?? 0);

/** Quotes within quotes that are looked into. */
const QUOTES = 8;

/** What was read of a text line by line, as far as it decides where the next line may begin a slice. */
class Lines {
  #fenced = false;
  #before = "";
  #lists: List[] = [];
  #quote: Lines | null = null;

  constructor(readonly depth = 0) {}

  /** Whether a line of a paragraph may be cut within. */
  get flows(): boolean {
    return !this.#fenced && this.#lists.length === 0 && WORDS.test(this.#before);
  }

  /** Reads a line. Null: what stands before it goes on in it. */
  take(line: string): { readonly start?: number } | null {
    const before = this.#before;
    this.#before = line;
    if (FENCE.test(line)) {
      this.#fenced = !this.#fenced;
      return null;
    }
    if (this.#fenced) return null;
    const quote = QUOTE.exec(line);
    if (quote) return this.#quoted(line.slice(quote[0].length), before);
    this.#quote = null;
    const blank = before.trim() === "";
    if (HEADING.test(line) || (RULE.test(line) && (blank || RULE.test(before)))) {
      this.#lists = [];
      return {};
    }
    const item = ITEM.exec(line);
    if (item) return this.#listed(item);
    if (!PLAIN.test(line)) return null;
    if (blank) this.#lists = [];
    // What follows a plain line is plain too; anything else may end or change what stands before.
    return this.#lists.length === 0 && (blank || PLAIN.test(before) || HEADING.test(before)) ? {} : null;
  }

  #quoted(inner: string, before: string) {
    const begins = this.#quote === null;
    this.#quote ??= new Lines(this.depth + 1);
    this.#lists = [];
    const within = this.depth < QUOTES ? this.#quote.take(inner) : null;
    return begins ? (before.trim() === "" ? {} : null) : within;
  }

  #listed(item: RegExpExecArray) {
    const list = this.#lists.at(-1);
    const mark = markOf(item);
    if (list?.mark !== mark) {
      this.#lists.push({ mark, first: Number(item[2] ?? 1), items: 1 });
      return null;
    }
    return item[2] ? { start: list.first + list.items++ } : (list.items++, {});
  }
}

/** Whether what is marked within a piece of a line is closed in it again, as far as counting tells. */
const isClosed = (piece: string): boolean =>
  (piece.split("`").length & 1) === 1 && (piece.split("*").length & 1) === 1 &&
  piece.split("[").length === piece.split("]").length;

/** Places at which closed marks are looked for: each look reads all that is before it. */
const LOOKS = 8;
/** Units of a line by which it is told how many marks it has. */
const SAMPLE = 1_000;

/** Units of a line, from `from` on, that are a slice's work. */
const unitsOf = (line: string, from: number): number => {
  const sample = line.slice(from, from + SAMPLE);
  return Math.floor(SLICE_UNITS * SAMPLE / (SAMPLE + MARK_WORK * (sample.match(MARKS)?.length ?? 0)));
};

/** Where a line is cut, about `units` from `from` on: behind a sentence, behind a word, or anywhere. */
function cutIn(text: string, from: number, units: number): number {
  const window = text.slice(from, from + 2 * units);
  let word = 0;
  for (const before of [". ", " "]) {
    let looks = 0;
    for (let at = window.lastIndexOf(before); at > units / 2; at = window.lastIndexOf(before, at - 1)) {
      const end = at + before.length;
      if (PLAIN.test(window.slice(end, end + 1))) {
        word ||= end;
        if (isClosed(window.slice(0, end))) return from + end;
      }
      if (++looks > LOOKS) break;
    }
  }
  if (word > 0) return from + word;
  const high = window.charCodeAt(window.length - 1);
  return from + window.length - (high >= 0xd800 && high < 0xdc00 ? 1 : 0);
}

/**
 * Seams of one part of a text, ascending; none of what is short, of code, and of tables. Text that comes later moves
 * none of them.
 * @outside
 */
export function seamsOf(text: string): readonly Seam[] {
  const seams: Seam[] = [];
  if (text.length <= SLICE_UNITS / LINE_WORK || FENCE.test(text)) return seams;
  const lines = new Lines();
  let [at, work, all] = [0, 0, 0];
  for (const line of text.split("\n")) {
    const begins = lines.take(line);
    if (begins && work >= SLICE_UNITS) {
      seams.push({ at, ...begins });
      work = 0;
    }
    const own = workOf(line);
    work += own;
    all += own;
    if (lines.flows) {
      for (let from = 0, units = unitsOf(line, 0); line.length - from > 2 * units;) {
        const cut = cutIn(line, from, units);
        if (cut >= line.length) break;
        seams.push({ at: at + cut, flows: true });
        from = cut;
        units = unitsOf(line, from);
        work = workOf(line.slice(from));
      }
    }
    at += line.length + 1;
  }
  return all > 2 * SLICE_UNITS ? seams : [];
}

/** UTF-16 units of what cannot be cut that are formatted; beyond, it stands as it was written. */
export const UNCUT_UNITS = 24_000;
const CODE = /^(?: {0,3}(?:`{3}|~{3})| {4}|\t)/;

/**
 * Whether to make a slice would hold the page: a table of too many columns, or text without a seam. Code is shown as it is.
 * @outside
 */
export function isOverlong(slice: string): boolean {
  const columns = columnsOf(slice);
  return columns > TABLE_CELLS || (columns === 0 && slice.length > UNCUT_UNITS && !CODE.test(slice));
}
