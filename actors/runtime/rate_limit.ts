/** How fast a provider is called, in requests a minute (S0-61, S2-57). Time comes in as a parameter. */
import type { Environment } from "./environment.ts";

const MINUTE_MS = 60_000;
/** Failures in a row from which the status page calls a provider failing. */
const FAILING = 3;

type Time = Pick<Environment, "monotonic" | "sleep">;

export class RateLimit {
  /** When the calls of the last minute were let through. */
  #times: number[] = [];
  #failures = 0;

  constructor(readonly perMinute: number, readonly time: Time) {}

  get state(): "ok" | "limited" | "failing" {
    if (this.#failures >= FAILING) return "failing";
    return this.#delay() > 0 ? "limited" : "ok";
  }

  /** Counts a call that may go out now; false when it would have to wait. */
  passes(): boolean {
    if (this.#delay() > 0) return false;
    this.#times.push(this.time.monotonic());
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
    const now = this.time.monotonic();
    this.#times = this.#times.filter((at) => now - at < MINUTE_MS);
    const oldest = this.#times[this.#times.length - this.perMinute];
    return oldest === undefined ? 0 : Math.max(oldest + MINUTE_MS - now, 0);
  }
}
