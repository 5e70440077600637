/**
 * Guesses at a secret. The first few are free, then each one that follows has to wait longer: a guesser gets
 * nowhere, and nobody is locked out. Attempts are counted by what is guessed at and by who asks, so that a
 * stranger's guesses cost the people who are signed in nothing.
 */

/** What is guessed at. */
export type Purpose = "login" | "password" | "set_up";

/** Attempts before the first wait: typos of a person. */
export const FREE_ATTEMPTS = 5;
/** Milliseconds to wait after the last free one; doubled with each further one. */
export const FIRST_WAIT_MS = 1_000;
/** Milliseconds of the longest wait: a guess a minute. */
export const LONGEST_WAIT_MS = 60_000;
/** Milliseconds without an attempt after which those before are forgotten. */
export const FORGOTTEN_MS = 15 * 60_000;
/** Callers remembered; the longest silent is forgotten. Each has a credential or a network, which strangers cannot make. */
export const CALLERS = 10_000;

interface Counted {
  readonly attempts: number;
  readonly at: number;
  readonly wait: number;
  /** Monotonic milliseconds before which no further attempt is looked at. */
  readonly until: number;
}

export class Attempts {
  readonly #counted = new Map<string, Counted>();

  /** @param monotonic milliseconds that never step back */
  constructor(readonly monotonic: () => number) {}

  /**
   * Counts an attempt before it is looked at, so that many at once are no way round.
   * @returns milliseconds to wait before one is looked at; 0: this one is
   */
  take(purpose: Purpose, caller: string): number {
    const key = `${purpose} ${caller}`;
    const at = this.monotonic();
    const known = this.#counted.get(key);
    if (known && at < known.until) return known.until - at;
    const attempts = known && at - known.at < FORGOTTEN_MS ? known.attempts + 1 : 1;
    const beyond = attempts - FREE_ATTEMPTS;
    const wait = beyond < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** Math.min(beyond, 30), LONGEST_WAIT_MS);
    this.#counted.delete(key);
    this.#counted.set(key, { attempts, at, wait, until: at + wait });
    const [oldest] = this.#counted.keys();
    if (this.#counted.size > CALLERS && oldest !== undefined) this.#counted.delete(oldest);
    return 0;
  }

  /** The attempt was wrong: the wait begins with the answer, however long it took to look at it. */
  wrong(purpose: Purpose, caller: string): void {
    const key = `${purpose} ${caller}`;
    const known = this.#counted.get(key);
    if (known) this.#counted.set(key, { ...known, until: this.monotonic() + known.wait });
  }

  /** The attempt was right: those before it were typos. */
  right(purpose: Purpose, caller: string): void {
    this.#counted.delete(`${purpose} ${caller}`);
  }

  get size(): number {
    return this.#counted.size;
  }
}
