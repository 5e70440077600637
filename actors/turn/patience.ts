/** How long a call may be silent. An SDK's own timeout covers only the time to the headers (PROVIDERS.md 4). */
import type { Clock } from "../providers/clock.ts";
import { providerError } from "../providers/error_codes.ts";
import type { Part } from "../providers/types.ts";

/** Milliseconds between two pieces of an answer. */
export const SILENCE_MS = 30_000;

/**
 * The parts of a call, or a `timeout` when the first takes longer than `firstMs` or a later one than
 * `SILENCE_MS`. When `signal` aborts it ends at once, whatever the call does.
 */
export async function* patiently(
  clock: Clock,
  signal: AbortSignal,
  firstMs: number,
  open: (signal: AbortSignal) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const leave = new AbortController();
  const inner = AbortSignal.any([signal, leave.signal]);
  const parts = open(inner)[Symbol.asyncIterator]();
  let patienceMs = firstMs;
  try {
    while (true) {
      const came = new AbortController();
      const late = clock.sleep(patienceMs, AbortSignal.any([signal, came.signal])).then(() => null);
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
    }
  } finally {
    leave.abort();
  }
}
