/** The story laid out, and the places in it: what is filtered, what is folded, where each row stands. */
import { type Row, rowSentence, rowsOf, writingIn } from "./story_rows.ts";
import { isRunning, type Section } from "./sections.ts";
import { type Details, isFolded, type Laid, laid, lastExchange, rowAt, type Sizes } from "./story_layout.ts";
import type { Told } from "./telling.ts";
import { indexAt } from "./windowed.ts";

export interface Wanted {
  /** Oldest first. */
  readonly sections: readonly Section[];
  readonly told: Told;
  /** Seq of the event one looks at in the past; null in the present. */
  readonly here: number | null;
  /** Lower-case words that rows must have; "": all rows. */
  readonly wanted: string;
  /** What somebody folded or unfolded. */
  readonly folds: ReadonlyMap<string, boolean>;
  readonly details: Details;
  readonly sizes: Sizes;
}

/** What was found out of parts that nobody writes in any more: a part never changes. */
interface Rested {
  rows?: readonly Row[];
  open?: Laid;
  folded?: Laid;
  isOver?: true;
}
const rested = new WeakMap<Section, Rested>();

function restOf(section: Section): Rested {
  const known = rested.get(section) ?? {};
  rested.set(section, known);
  return known;
}

const restingRows = (section: Section, { state }: Told): readonly Row[] =>
  restOf(section).rows ??= rowsOf(section, state);

/** Whether no answer of the part is being given: once that is so it stays so. */
function isOver(section: Section, { state }: Told): boolean {
  const known = restOf(section);
  if (!known.isOver && !isRunning(section, state)) known.isOver = true;
  return known.isOver === true;
}

/** A part at rest, laid out once while no detail of it is open. */
function resting(section: Section, folded: boolean, { told, details, sizes }: Wanted): Laid {
  const known = restOf(section);
  if (folded) return known.folded ??= laid(section, null, details, sizes);
  const rows = restingRows(section, told);
  if (details.size > 0 && rows.some(({ key }) => details.has(key))) {
    return laid(section, rows, details, sizes);
  }
  return known.open ??= laid(section, rows, new Map(), sizes);
}

/** Whether a row has the words: in its sentence, or in the name of its type for those who know it. */
const matches = (row: Row, wanted: string, told: Told): boolean =>
  row.events.length > 0 &&
  (rowSentence(row, told).text.toLowerCase().includes(wanted) ||
    row.events.some(({ type }) => type.toLowerCase().includes(wanted)));

/** Events that are looked through for words in one go. */
export const LOOKED_THROUGH = 1_500;

/** What a filter found so far, and kept for as long as its words stay the same. */
export class Found {
  #words = "";
  #rows = new WeakMap<Section, readonly Row[]>();
  #left = 0;

  /** Begins another go. */
  begin(words: string): void {
    if (words !== this.#words) this.#rows = new WeakMap();
    this.#words = words;
    this.#left = LOOKED_THROUGH;
  }

  /** The rows of a part that have the words; null where this go has looked through enough. */
  of(section: Section, rows: () => readonly Row[], told: Told): readonly Row[] | null {
    const known = this.#rows.get(section);
    if (known) return known;
    if (this.#left <= 0) return null;
    this.#left -= section.events.length;
    const found = rows().filter((row) => matches(row, this.#words, told));
    this.#rows.set(section, found);
    return found;
  }
}

/** The story laid out. */
export interface LaidOut {
  /** Every part that has a row to show, newest first. */
  readonly parts: readonly Laid[];
  /** Older parts are still to be looked through: laying out once more goes on. */
  readonly more: boolean;
}

/** Lays the story out; with words to be found, as far as one go leads. */
export function layOut(asked: Wanted, found: Found = new Found()): LaidOut {
  const { sections, told, here, wanted, folds, details, sizes } = asked;
  const newest = lastExchange(sections);
  const writing = here === null ? writingIn(sections, told.state) : new Map<Section, ReadonlySet<string>>();
  const parts: Laid[] = [];
  found.begin(wanted);
  for (let index = sections.length - 1; index >= 0; index--) {
    const section = sections[index];
    if (!section) break;
    const inIt = writing.get(section);
    if (wanted !== "") {
      const rows = found.of(section, () => restingRows(section, told), told);
      if (rows === null) return { parts, more: true };
      if (rows.length > 0) parts.push(laid(section, rows, details, sizes));
      continue;
    }
    const folded = folds.get(section.key) ?? isFolded(section, newest, here, () => isOver(section, told));
    parts.push(
      inIt && !folded
        ? laid(section, rowsOf(section, told.state, inIt), details, sizes)
        : resting(section, folded, asked),
    );
  }
  return { parts, more: false };
}

/** The row that shows an event; undefined where it is folded away or not there. The newest part stands first. */
export function rowOf(parts: readonly Laid[], seq: number): Row | undefined {
  const part = parts.find(({ section: { events } }) => (events[0]?.seq ?? Infinity) <= seq);
  return part?.rows[rowAt(part.rows, seq)];
}

/** What the arrows stop at in a part, in order: its head where it can be folded, and its rows. */
export function keysIn({ section, rows }: Laid): string[] {
  const keys = rows.filter(({ events }) => events.length > 0).map(({ key }) => key);
  return section.kind === "answers" ? [section.key, ...keys] : keys;
}

/** Where a row or the head of a part stands; null for one that is not there. */
export function placeOf(
  parts: readonly Laid[],
  offsets: readonly number[],
  key: string,
): { top: number; height: number } | null {
  for (const [index, part] of parts.entries()) {
    const top = offsets[index] ?? 0;
    const [head = 0] = part.offsets;
    if (part.section.key === key) return { top, height: head };
    const row = part.rows.findIndex((one) => one.key === key);
    const at = part.offsets[row];
    if (row >= 0 && at !== undefined) return { top: top + at, height: (part.offsets[row + 1] ?? at) - at };
  }
  return null;
}

/** What stands at the top of what is seen, and how far above it begins. */
export interface Anchor {
  readonly part: string;
  /** Null: its head. */
  readonly row: string | null;
  readonly above: number;
}

/** What to hold on to; null at the very top, where one follows what happens. */
export function anchorAt(parts: readonly Laid[], offsets: readonly number[], top: number): Anchor | null {
  const index = indexAt(offsets, top);
  const part = parts[index];
  if (top <= 1 || !part) return null;
  const inside = top - (offsets[index] ?? 0);
  const row = part.rows.length === 0 || inside < (part.offsets[0] ?? 0) ? -1 : indexAt(part.offsets, inside);
  const begins = row < 0 ? 0 : part.offsets[row] ?? 0;
  return { part: part.section.key, row: part.rows[row]?.key ?? null, above: inside - begins };
}

/** Pixels to scroll to, so that what was held on to stands where it stood; null where it is gone. */
export function topOf(parts: readonly Laid[], offsets: readonly number[], anchor: Anchor): number | null {
  const index = parts.findIndex(({ section }) => section.key === anchor.part);
  const part = parts[index];
  if (!part) return null;
  const row = part.rows.findIndex(({ key }) => key === anchor.row);
  const begins = row < 0 ? 0 : part.offsets[row] ?? 0;
  return (offsets[index] ?? 0) + begins + anchor.above;
}
