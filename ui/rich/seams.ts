/**
 * Where a part of a text that is long by itself is cut, so that it is made a slice at a time: between items of a list,
 * between lines of a paragraph, and within a line that never ends. What is cut reads as it would uncut: what goes on
 * within its line is told, so that it is shown so.
 */

/** UTF-16 units of a slice: some milliseconds of work. */
export const SLICE_UNITS = 8_000;

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
/** A line that goes on with a paragraph, and begins nothing else. */
const PLAIN = /^[^\s>*+\-\d|#`~=_:]/;

/** A list at the margin: the mark of its items, and how they count. */
interface List {
  readonly mark: string;
  readonly first: number;
  items: number;
}

const markOf = (item: RegExpExecArray): string =>
  item[2] === undefined ? item[1] ?? "" : (item[1] ?? "").slice(-1);

/** Whether what is marked within a piece of a line is closed in it again, as far as counting tells. */
const isClosed = (piece: string): boolean =>
  (piece.split("`").length & 1) === 1 && (piece.split("*").length & 1) === 1 &&
  piece.split("[").length === piece.split("]").length;

/** Where a line of `length` units from `from` on is cut: behind a sentence, behind a word, or anywhere. */
function cutIn(text: string, from: number): number {
  const window = text.slice(from, from + 2 * SLICE_UNITS);
  for (const before of [". ", " "]) {
    for (let at = window.lastIndexOf(before); at > SLICE_UNITS / 2; at = window.lastIndexOf(before, at - 1)) {
      const end = at + before.length;
      if (PLAIN.test(window.slice(end, end + 1)) && isClosed(window.slice(0, end))) return from + end;
      // Where marks do not close it is not looked for much longer: each look reads all of it.
      if (at < window.length - SLICE_UNITS / 4) break;
    }
  }
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
  if (text.length <= 2 * SLICE_UNITS || FENCE.test(text)) return seams;
  let [from, at] = [0, 0];
  let [fenced, before] = [false, ""];
  const lists: List[] = [];
  for (const line of text.split("\n")) {
    const item = fenced ? null : ITEM.exec(line);
    const long = at - from >= SLICE_UNITS;
    if (item) {
      const list = lists.at(-1);
      const mark = markOf(item);
      if (list?.mark !== mark) lists.push({ mark, first: Number(item[2] ?? 1), items: 1 });
      else {
        if (long) seams.push({ at: from = at, ...(item[2] ? { start: list.first + list.items } : {}) });
        list.items++;
      }
    } else if (!fenced && lists.length === 0 && PLAIN.test(line)) {
      // What follows a plain line is plain too; anything else may end or change what stands before.
      if (long && PLAIN.test(before)) seams.push({ at: from = at });
      while (at + line.length - from > 2 * SLICE_UNITS && from + SLICE_UNITS < text.length) {
        const cut = cutIn(text, Math.max(from, at));
        if (cut >= at + line.length) break;
        seams.push({ at: from = cut, flows: true });
      }
    }
    if (FENCE.test(line)) fenced = !fenced;
    before = line;
    at += line.length + 1;
  }
  return seams;
}
