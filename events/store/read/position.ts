/** Places in the order of all events: `<epoch>.<stamp>.<index>`, the index counting the events of a commit. */
import type { Position } from "../types.ts";

export interface Place {
  readonly epoch: string;
  readonly stamp: string;
  readonly index: number;
}

/** Smaller than the stamp of any commit. */
export const ORIGIN_STAMP = "00000000000000000000";

export const formatPosition = (place: Place): Position => `${place.epoch}.${place.stamp}.${place.index}`;

/**
 * The place a position names; null when it is none.
 * @outside
 */
export function parsePosition(position: Position): Place | null {
  const match = /^([0-9a-z]{1,32})\.([0-9a-f]{20})\.(\d{1,7})$/.exec(position);
  if (!match?.[1] || !match[2] || !match[3]) return null;
  return { epoch: match[1], stamp: match[2], index: Number(match[3]) };
}

/** Whether `a` stands behind `b`; one that is none stands behind everything. */
export function isAfter(a: Position, b: Position): boolean {
  const [x, y] = [parsePosition(a), parsePosition(b)];
  if (!x || !y) return true;
  return x.stamp === y.stamp ? x.index > y.index : x.stamp > y.stamp;
}

/** The place before the first commit. */
export const originPosition = (epoch: string): Position =>
  formatPosition({ epoch, stamp: ORIGIN_STAMP, index: 0 });
