/** What a test waits for, bounded: what never comes fails with the words for it, instead of hanging. */
import assert from "node:assert/strict";

/** Milliseconds: far longer than anything takes that a test waits for, on a machine that is busy too. */
const PATIENCE_MS = 40_000;

export class Patience {
  readonly #until = performance.now() + PATIENCE_MS;

  /** @param what is waited for, as a person would say it */
  constructor(readonly what: string) {}

  /** @throws where it took too long; for loops that look again and again */
  look(): void {
    if (performance.now() > this.#until) assert.fail(`waited in vain ${this.what}`);
  }

  /** What is waited for, or the failure where it does not come. */
  async for<T>(coming: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new assert.AssertionError({ message: `waited in vain ${this.what}` })),
      this.#until - performance.now(),
    );
    try {
      return await Promise.race([coming, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The same for one promise. */
export const patiently = <T>(what: string, coming: Promise<T>): Promise<T> => new Patience(what).for(coming);
