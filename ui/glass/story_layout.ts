/** Where the parts of the story and their rows stand: every height is known, but for details, which say theirs. */
import type { Section } from "./sections.ts";
import type { Row } from "./story_rows.ts";
import { offsetsOf } from "./windowed.ts";

/** Heights in pixels. */
export interface Sizes {
  readonly head: number;
  readonly row: number;
  /** Behind a part. */
  readonly gap: number;
  /** Of a detail that has not been seen yet. */
  readonly detail: number;
}
export const SIZES: Sizes = { head: 32, row: 30, gap: 8, detail: 240 };
/** For fingers. */
export const WIDE_SIZES: Sizes = { ...SIZES, head: 44, row: 44 };

/** A part as it is laid out. */
export interface Laid {
  readonly section: Section;
  /** Shows one sentence in place of its rows. */
  readonly folded: boolean;
  /** Empty where it is folded. */
  readonly rows: readonly Row[];
  /** Pixels from the top of the part to each row, and behind the last one. */
  readonly offsets: readonly number[];
  /** With what stands behind it. */
  readonly height: number;
}

/** Which rows show their details, and how high those are as far as they were seen. */
export type Details = ReadonlyMap<string, number | null>;

/** Lays a part out. `rows` is null where it is folded. */
export function laid(section: Section, rows: readonly Row[] | null, details: Details, sizes: Sizes): Laid {
  const heights = (rows ?? []).map(({ key }) =>
    sizes.row + (details.has(key) ? details.get(key) ?? sizes.detail : 0)
  );
  const offsets = offsetsOf([sizes.head, ...heights]).slice(1);
  const end = offsets.at(-1) ?? sizes.head;
  return {
    section,
    folded: rows === null,
    rows: rows ?? [],
    offsets,
    height: end + (rows === null ? sizes.row : 0) + sizes.gap,
  };
}

/** The exchange that was answered last: what belongs to it stays unfolded. */
export function lastExchange(sections: readonly Section[]): string | null {
  const last = sections.findLast((section) => section.kind === "answers");
  return last?.kind === "answers" ? last.exchange : null;
}

/**
 * Whether a part is folded while nobody has said otherwise: answers to earlier messages are, once they are over.
 * @param here seq of the event one looks at in the past; null in the present
 */
export function isFolded(
  section: Section,
  newest: string | null,
  here: number | null,
  isOver: () => boolean,
): boolean {
  if (section.kind === "acts" || section.exchange === newest) return false;
  const [first, last] = [section.events[0]?.seq ?? 0, section.events.at(-1)?.seq ?? 0];
  if (here !== null && here >= first && here <= last) return false;
  return isOver();
}

/** The row that an event stands in. */
export const rowAt = (rows: readonly Row[], seq: number): number =>
  rows.findIndex(({ events }) => events.some((event) => event.seq === seq));
