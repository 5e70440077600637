/** Long lists of which only what can be seen is in the page: heights are known beforehand, so nothing is measured. */

/** Where each thing begins, and behind the last one where all of them end. */
export function offsetsOf(heights: readonly number[]): number[] {
  const offsets = [0];
  let at = 0;
  for (const height of heights) offsets.push(at += height);
  return offsets;
}

/** The number of the thing at a place: the last that begins at or above it. */
export function indexAt(offsets: readonly number[], place: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? Infinity) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface View {
  /** Pixels from the start of the list to the first that is seen. */
  readonly top: number;
  /** Pixels that are seen. */
  readonly height: number;
}

/** Pixels beside what is seen that are in the page too, so that scrolling meets no gap. */
export const BESIDE = 240;

/** The things in sight and a little beside, as `[from, to)`. */
export function inSight(offsets: readonly number[], { top, height }: View): [from: number, to: number] {
  if (offsets.length < 2) return [0, 0];
  return [indexAt(offsets, top - BESIDE), indexAt(offsets, top + height + BESIDE) + 1];
}
