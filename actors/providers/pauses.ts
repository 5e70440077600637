/** Models that asked to be left alone for a while: each for itself, the provider's others go on (S0-61, S2-57). */
import type { Environment } from "../runtime/environment.ts";

/** Models remembered; those whose time is over are forgotten first. */
const PAUSES = 1_000;

export class Pauses {
  /** Monotonic times, by model. */
  readonly #until = new Map<string, number>();

  constructor(readonly time: Pick<Environment, "monotonic" | "sleep">) {}

  /** The model asked for this much quiet, in milliseconds; a shorter wish does not shorten a longer one. */
  pause(model: string, ms: number): void {
    const until = this.time.monotonic() + ms;
    if (until <= (this.#until.get(model) ?? -Infinity)) return;
    this.#until.delete(model);
    this.#until.set(model, until);
    for (const other of this.#until.keys()) this.left(other);
    const [oldest] = this.#until.keys();
    if (this.#until.size > PAUSES && oldest !== undefined) this.#until.delete(oldest);
  }

  /** Milliseconds until the model may be called. */
  left(model: string): number {
    const until = this.#until.get(model);
    if (until === undefined) return 0;
    const left = until - this.time.monotonic();
    if (left <= 0) this.#until.delete(model);
    return Math.max(0, left);
  }

  /** Whether any model waits. */
  get any(): boolean {
    return [...this.#until.keys()].some((model) => this.left(model) > 0);
  }

  /** Waits until the model may be called, and says how long that will take, as often as it grows. */
  async wait(model: string, signal: AbortSignal, waiting: (ms: number) => void): Promise<void> {
    for (let left = this.left(model); left > 0 && !signal.aborted; left = this.left(model)) {
      waiting(left);
      await this.time.sleep(left, signal);
    }
  }
}
