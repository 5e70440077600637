/**
 * Who is alive, seen from the work rows: a row that has not changed for 8 s of the observer's own monotonic
 * clock may be taken over. Wall clocks of other machines are never compared.
 */
import type { Work } from "../events/store/types.ts";

/** Milliseconds without a sign of life after which a turn may be taken over; owners beat every 2 s. */
export const DEAD_MS = 8_000;
/** Milliseconds that count at most between two looks: an observer that slept has not observed. */
const LOOK_MS = 2_000;

export interface Seen {
  /** Conversations with a turn that anyone may claim. */
  readonly claimable: string[];
  /** Rows whose owner shows no sign of life. */
  readonly dead: Work[];
}

export class Observer {
  readonly #rows = new Map<string, { stamp: string; unchangedMs: number }>();
  #lookedAt: number | null = null;

  /** Takes in what all rows are at `now` (monotonic). */
  look(rows: readonly Work[], now: number): Seen {
    const elapsed = this.#lookedAt === null ? 0 : Math.min(now - this.#lookedAt, LOOK_MS);
    this.#lookedAt = now;
    const claimable = new Set<string>();
    const dead: Work[] = [];
    const present = new Set<string>();
    for (const work of rows) {
      const key = `${work.conversationId}/${work.turnId}`;
      present.add(key);
      const known = this.#rows.get(key);
      const unchangedMs = known?.stamp === work.stamp ? known.unchangedMs + elapsed : 0;
      this.#rows.set(key, { stamp: work.stamp, unchangedMs });
      if (work.row.owner === null) claimable.add(work.conversationId);
      else if (unchangedMs >= DEAD_MS) dead.push(work);
    }
    for (const key of this.#rows.keys()) if (!present.has(key)) this.#rows.delete(key);
    return { claimable: [...claimable], dead };
  }
}
