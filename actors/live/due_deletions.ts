/**
 * Which deleted conversations go for good now, and which were never made whole. What was due when this process began to
 * look goes at once; everything else when its time has passed on this process's own clock, so that a clock that is set
 * cuts nobody's time short.
 */
import { BRINGING_MINUTES, UNDO_SECONDS } from "../../events/catalog/limits.ts";

/** Milliseconds that are left at least, and at most, to what is seen first while this process looks. */
const LEFT_MS = { least: 1_000 * UNDO_SECONDS, most: 60_000 * BRINGING_MINUTES } as const;

/** Rows looked at at once: what is deleted beyond them has its turn when these are gone. */
export const DUE_AT_ONCE = 100;

interface Due {
  readonly stream: string;
  /** Milliseconds since the epoch; null where the row does not tell. */
  readonly at: number | null;
}

export class DueDeletions {
  /** Monotonic time at which a row that is still there goes. */
  #goes = new Map<string, number>();
  #looked = false;

  /**
   * Ids of those of `rows` that are due.
   * @param now milliseconds on a clock that only grows
   * @param wall milliseconds since the epoch
   */
  look(rows: readonly Due[], now: number, wall: number): string[] {
    const first = !this.#looked;
    this.#looked = true;
    // Deleted, had back and deleted again is another deletion.
    const nameOf = ({ stream, at }: Due) => `${stream} ${at}`;
    const leftTo = ({ at }: Due) => Math.min(Math.max((at ?? 0) - wall, LEFT_MS.least), LEFT_MS.most);
    const goes = new Map(rows.map((row) => [nameOf(row), this.#goes.get(nameOf(row)) ?? now + leftTo(row)]));
    this.#goes = goes;
    return rows.filter((row) =>
      (first && row.at !== null && row.at <= wall) || (goes.get(nameOf(row)) ?? Infinity) <= now
    ).map(({ stream }) => stream);
  }
}
