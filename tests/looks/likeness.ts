/**
 * How alike two pictures are to somebody who squints: both are blurred to blocks, and blocks are compared. How letters
 * are smoothed, or a time that reads otherwise, makes no difference; a column that is missing does.
 */

/** A picture as its red, green, blue and alpha, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** Side of a block, in pixels of the small pictures: a third as much as on the screen. */
const BLOCK = 12;
/** By how much, of 255, the mean of a colour may differ within a block. */
const NEAR = 12;
/** Blocks along a side of one part of a picture: some three hundred pixels of the screen. */
const PART = 8;
/** Share of blocks of one part that may differ: a broken layout differs in more, another agent's mark in fewer. */
export const MAY_DIFFER = 0.15;

/** Mean red, green and blue of the block that begins at `left`, `top`. */
function meanOf({ width, height, data }: Pixels, left: number, top: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let y = top; y < Math.min(top + BLOCK, height); y++) {
    for (let x = left; x < Math.min(left + BLOCK, width); x++) {
      const at = 4 * (y * width + x);
      for (const channel of [0, 1, 2] as const) sum[channel] += data[at + channel] ?? 0;
      count++;
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** Which blocks differ, row by row. */
function differing(one: Pixels, other: Pixels): boolean[][] {
  const rows: boolean[][] = [];
  for (let top = 0; top < one.height; top += BLOCK) {
    const row: boolean[] = [];
    for (let left = 0; left < one.width; left += BLOCK) {
      const [a, b] = [meanOf(one, left, top), meanOf(other, left, top)];
      row.push(Math.max(...a.map((value, channel) => Math.abs(value - (b[channel] ?? 0)))) > NEAR);
    }
    rows.push(row);
  }
  return rows;
}

/**
 * Share of blocks that differ in that part of the pictures in which most do, from 0 to 1: what is broken is often broken
 * in one place. Parts overlap by half. 1 for pictures of different sizes.
 */
export function difference(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  const rows = differing(one, other);
  const half = PART / 2;
  let most = 0;
  for (let top = 0; top < Math.max(1, rows.length - half); top += half) {
    const part = rows.slice(top, top + PART);
    for (let left = 0; left < Math.max(1, (rows[0]?.length ?? 0) - half); left += half) {
      const differ = part.flatMap((row) => row.slice(left, left + PART)).filter((differs) => differs).length;
      most = Math.max(most, differ / PART ** 2);
    }
  }
  return most;
}
