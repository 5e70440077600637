/** Doing something again because the store broke: a read or a blob, which may be repeated safely. */
import type { Environment } from "./environment.ts";

/** How often, and milliseconds before the next try, growing. */
const TRIES = 6;
const WAIT_MS = 50;

/** What `action` gives. Throws its last error, or the first after `signal` aborts. */
export async function retry<T>(
  environment: Environment,
  signal: AbortSignal,
  action: () => Promise<T>,
): Promise<T> {
  for (let tries = 1;; tries++) {
    try {
      return await action();
    } catch (error) {
      if (tries >= TRIES || signal.aborted) throw error;
      await environment.sleep(WAIT_MS * 2 ** tries, signal);
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
