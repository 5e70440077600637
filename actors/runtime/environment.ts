/** Time and chance, as the actors take them: parameters, so that a test or a simulation can own them. */
import type { Clock } from "../providers/clock.ts";

export interface Environment extends Clock {
  /** Wall clock, ISO 8601 UTC: shown to people, never used for order. */
  now(): string;
  /** From 0 up to 1. */
  random(): number;
  /** 12 random hex digits. */
  hex(): string;
}

/** The real clock and real chance. The only place of the actors that reads them. */
export const realEnvironment: Environment = {
  monotonic: () => performance.now(),
  now: () => new Date().toISOString(),
  random: () => Math.random(),
  hex: () => crypto.getRandomValues(new Uint8Array(6)).toHex(),
  sleep(ms, signal) {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener("abort", done);
    });
  },
};
