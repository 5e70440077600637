/** How fast a provider is called, in requests a minute (S0-61, S2-57). Time comes in as a parameter. */
import type { Environment } from "./environment.ts";

const MINUTE_MS = 60_000;
/** Times that are kept without a look at how old they are. */
const SOME = 64;
/** Failures in a row from which the status page calls a provider failing. */
const FAILING = 3;

type Time = Pick<Environment, "monotonic" | "sleep">;

export class RateLimit {
  /** When calls were let through, oldest first: those of the last minute, and perhaps older ones. */
  #times: number[] = [];
  /** How many there may be before the older ones are dropped. */
  #most = SOME;
  #failures = 0;

  constructor(readonly perMinute: number, readonly time: Time) {}

  get state(): "ok" | "limited" | "failing" {
    if (this.#failures >= FAILING) return "failing";
    return this.#delay() > 0 ? "limited" : "ok";
  }

  /** Counts a call that may go out now; false when it would have to wait. */
  passes(): boolean {
    if (this.#delay() > 0) return false;
    const now = this.time.monotonic();
    this.#times.push(now);
    // Dropped together, a call costs the same however many there were.
    if (this.#times.length > this.#most) {
      this.#times = this.#times.filter((at) => now - at < MINUTE_MS);
      this.#most = 2 * this.#times.length + SOME;
    }
    return true;
  }

  /** Waits until a call may go out, and counts it. False when `signal` aborts first. */
  async wait(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (this.passes()) return true;
      await this.time.sleep(this.#delay(), signal);
    }
    return false;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures++;
  }

  /** Milliseconds until the next call may go out. */
  #delay(): number {
    const oldest = this.#times[this.#times.length - this.perMinute];
    return oldest === undefined ? 0 : Math.max(oldest + MINUTE_MS - this.time.monotonic(), 0);
  }
}
