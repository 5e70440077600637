/**
 * When a command that ended by itself may be started again: at once after the first time, then after waits that double.
 * What held for a while counts as sound.
 */

/** Milliseconds of the first wait and of the longest. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** Milliseconds after which a command that ended was no failure to start. */
const SOUND_MS = 60_000;

export class Restarts {
  #failures = 0;
  #from = -Infinity;

  /** A command ended by itself at `now`, in milliseconds, that was started at `started`. */
  ended(started: number, now: number): void {
    this.#failures = now - started >= SOUND_MS ? 1 : this.#failures + 1;
    if (this.#failures === 1) return;
    this.#from = now + Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.#failures - 2, 20));
  }

  /** Milliseconds until the next start; 0: now. */
  wait(now: number): number {
    return Math.max(0, this.#from - now);
  }
}
