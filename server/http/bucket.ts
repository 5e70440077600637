/** A token bucket per caller for writes: a program in a loop is slowed down, a person never notices. */

/** Writes a caller may make at once: an import of settings, fifty parallel calls and then some. */
export const BURST = 1_000;
/** Writes a second after that; the store takes ten times as many. */
export const PER_SECOND = 200;
/** Callers remembered; the longest silent are forgotten, which costs them nothing. */
const CALLERS = 10_000;

export class Buckets {
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  /** @param monotonic milliseconds that only grow: a clock set back would leave callers without tokens */
  constructor(readonly monotonic: () => number) {}

  /** Takes one token; false when there is none left. */
  take(caller: string): boolean {
    const at = this.monotonic();
    const known = this.#buckets.get(caller);
    const refilled = known ? known.tokens + ((at - known.at) / 1_000) * PER_SECOND : BURST;
    const tokens = Math.min(BURST, refilled);
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { tokens: Math.max(0, tokens - 1), at });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > CALLERS && oldest !== undefined) this.#buckets.delete(oldest);
    return tokens >= 1;
  }
}
