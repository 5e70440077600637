/** Doing something again because it failed, and how long to wait before that: said once for everything that tries again. */
import type { Clock } from "./environment.ts";

/** Milliseconds to wait after a failure: `firstMs`, doubled with each further one in a row, up to `mostMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}
export interface RetryPolicy extends Backoff {
  /** In all, the first one too. */
  readonly tries: number;
}

/** A store that broke: what is asked of it may be repeated safely. About three seconds in all. */
export const STORE_RETRY: RetryPolicy = { tries: 6, firstMs: 100, mostMs: 1_600 };
/** The same for work that goes on for as long as the program does. */
export const ENDLESS_RETRY: RetryPolicy = { tries: Infinity, firstMs: 250, mostMs: 250 };

/** What is gone for people and has yet to leave the store: again until it has, the store may be full or broken for hours. */
export const PURGE_RETRY: RetryPolicy = { tries: Infinity, firstMs: 250, mostMs: 60_000 };

/** @param failures in a row, from 1 */
export function backoffMs({ firstMs, mostMs }: Backoff, failures: number): number {
  return Math.min(mostMs, firstMs * 2 ** (failures - 1));
}

interface RetryOptions {
  /** @default STORE_RETRY */
  readonly policy?: RetryPolicy;
  /**
   * Told of a failure, and of the same again a minute later: a store may be broken for hours, and is asked four times a second.
   * So it only tells: what is done for each failure is `action`'s.
   */
  readonly failed?: (error: unknown) => void;
}

/** Milliseconds for which the same failure is not told again. */
export const UNTOLD_MS = 60_000;

const causeOf = (error: unknown): string => error instanceof Error ? `${error.name} ${error.message}` : "";

/** What `action` gives. Throws its last error, or the first after `signal` aborts. */
export async function retry<T>(
  clock: Clock,
  signal: AbortSignal,
  action: () => Promise<T>,
  { policy = STORE_RETRY, failed }: RetryOptions = {},
): Promise<T> {
  let told = { cause: "", at: -Infinity };
  for (let tries = 1;; tries++) {
    try {
      return await action();
    } catch (error) {
      const [cause, at] = [causeOf(error), clock.monotonic()];
      if (told.cause !== cause || at - told.at >= UNTOLD_MS) {
        told = { cause, at };
        failed?.(error);
      }
      if (tries >= policy.tries || signal.aborted) throw error;
      await clock.sleep(backoffMs(policy, tries), signal);
    }
  }
}

/** `action`, of which the first try is already under way. */
export function begun<T>(first: Promise<T> | null, action: () => Promise<T>): () => Promise<T> {
  let next = first;
  return () => {
    const coming = next ?? action();
    next = null;
    return coming;
  };
}
