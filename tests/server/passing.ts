/** Time that passes by itself, and as much more as a test lets pass: who sleeps through that wakes, as if it had. */
import type { Clock } from "../../actors/runtime/environment.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";

export class Passing implements Clock {
  #passed = 0;
  /** Who sleeps, by how it is woken, and until when. */
  readonly #sleeping = new Map<() => void, number>();

  monotonic = (): number => realEnvironment.monotonic() + this.#passed;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        this.#sleeping.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal?.addEventListener("abort", wake);
      this.#sleeping.set(wake, this.monotonic() + ms);
    });
  };

  advance(ms: number): void {
    this.#passed += ms;
    const now = this.monotonic();
    for (const [wake, due] of this.#sleeping) if (due <= now) wake();
  }
}
