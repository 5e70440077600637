/**
 * How long a call may be silent. An SDK's own timeout covers only the time to the headers (PROVIDERS.md 4), and
 * an answer may be alive without giving a part of itself: arguments of a tool come whole at its end, a model
 * thinks behind comments or pings.
 */
import type { Clock } from "../providers/clock.ts";
import { providerError } from "../providers/error_codes.ts";
import type { Part } from "../providers/types.ts";

/** Milliseconds between two signs of life of an answer. */
export const SILENCE_MS = 30_000;
/** Milliseconds that an answer may be alive without giving a part: longer than models think or write arguments. */
export const PARTLESS_MS = 10 * 60_000;

/**
 * The parts of a call, or a `timeout` when nothing comes within `firstMs`, or no sign of life for `SILENCE_MS`
 * after that, or no part for `PARTLESS_MS`. When `signal` aborts it ends at once, whatever the call does.
 * @param open begins the call; it is given what to call at each sign of life that is no part
 */
export async function* patiently(
  clock: Clock,
  signal: AbortSignal,
  firstMs: number,
  open: (signal: AbortSignal, heard: () => void) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const leave = new AbortController();
  const inner = AbortSignal.any([signal, leave.signal]);
  let heardAt = -Infinity;
  const parts = open(inner, () => (heardAt = clock.monotonic()))[Symbol.asyncIterator]();
  let since = clock.monotonic();
  let patienceMs = firstMs;
  const left = () => {
    const alive = Math.min(heardAt + SILENCE_MS, since + PARTLESS_MS);
    return Math.max(since + patienceMs, alive) - clock.monotonic();
  };
  try {
    while (true) {
      const came = new AbortController();
      const late = tooLate(clock, AbortSignal.any([signal, came.signal]), left);
      const next = parts.next();
      const part = await Promise.race([next, late]);
      came.abort();
      if (part === null) {
        next.catch(() => undefined);
        throw providerError(signal.aborted ? "aborted" : "timeout");
      }
      if (part.done) return;
      yield part.value;
      patienceMs = SILENCE_MS;
      since = clock.monotonic();
    }
  } finally {
    leave.abort();
  }
}

/** Resolves when no time is left, or when `signal` aborts. */
async function tooLate(clock: Clock, signal: AbortSignal, left: () => number): Promise<null> {
  for (let ms = left(); ms > 0 && !signal.aborted; ms = left()) {
    // A timer may fire a little early, never endlessly often.
    await clock.sleep(Math.max(1, ms), signal);
  }
  return null;
}
