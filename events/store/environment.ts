/** Time and chance, as the store takes them: parameters, so that a simulation can own them. */
import { setImmediate } from "node:timers";

/** Bytes of a salt. */
const SALT_BYTES = 16;

export interface Environment {
  /** Milliseconds on a clock that never jumps. */
  monotonic(): number;
  /** From 0 up to 1. */
  random(): number;
  /** 16 random bytes that nobody can guess, base64url. */
  salt(): string;
  /** Resolves after `ms` milliseconds, or earlier when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Lets everybody who was just answered ask again, so that their appends share the next commit. */
  breathe(): Promise<void>;
}

/** Who sleeps until a signal, told by one listener: many sleep often by the same one, and each listener costs as much as a timer. */
const sleeping = new WeakMap<AbortSignal, Set<() => void>>();

function sleepersOf(signal: AbortSignal): Set<() => void> {
  const known = sleeping.get(signal);
  if (known) return known;
  const sleepers = new Set<() => void>();
  sleeping.set(signal, sleepers);
  signal.addEventListener("abort", () => {
    for (const woken of sleepers) woken();
  });
  return sleepers;
}

/** Random bytes that nobody was given yet: to ask for a few at a time takes five times as long. */
const pool = new Uint8Array(4_096);
let given = pool.length;

/** So many random bytes, 4,096 at most, good until the next are asked for. */
export function randomBytes(count: number): Uint8Array {
  if (given + count > pool.length) {
    crypto.getRandomValues(pool);
    given = 0;
  }
  return pool.subarray(given, given += count);
}

/** The real clock. The only place of the store that reads it. */
export const realEnvironment: Environment = {
  monotonic: () => performance.now(),
  random: () => Math.random(),
  salt: () => randomBytes(SALT_BYTES).toBase64({ alphabet: "base64url", omitPadding: true }),
  sleep(ms, signal) {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      if (!signal) return void setTimeout(resolve, ms);
      const sleepers = sleepersOf(signal);
      const woken = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        sleepers.delete(woken);
        resolve();
      }, ms);
      sleepers.add(woken);
    });
  },
  breathe: () => new Promise((resolve) => setImmediate(() => resolve())),
};
