/** Time, as providers take it: a parameter, so that a test or a simulation can own it. */
export interface Clock {
  /** Milliseconds on a clock that never jumps. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Resolves when `signal` aborts; for a wait that nothing else can end. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
