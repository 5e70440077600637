/**
 * How long a call may be silent, and a whole answer may take. An SDK's own timeout covers only the time to the
 * headers (PROVIDERS.md row 4), and an answer may be alive without giving a part of itself: arguments of a tool come
 * whole at its end, a model thinks behind comments or pings.
 */
import { type Clock, WOKEN } from "../runtime/environment.ts";
import { providerError } from "./error_messages.ts";
import type { Part, ProviderError } from "./types.ts";

/** Milliseconds that an answer may be alive without giving a part: longer than models think or write arguments. */
export const PARTLESS_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
/** Milliseconds by which an alarm is late where this process stood still: it was paused, or had no processor. */
const STOOD_STILL_MS = 5_000;
/** Milliseconds in which what came meanwhile is read: alarms go off before it. */
const AWAKE_MS = 1_000;

/** How long an attempt's calls may still be waited for. */
export class Patience {
  #waitMs: number;
  #answerMs: number;

  /**
   * @param timeoutSeconds to the first sign of a call, over all its tries, and for each silence after it
   * @param maxMinutes for all calls of the attempt together
   */
  constructor(readonly timeoutSeconds: number, readonly maxMinutes: number) {
    this.#waitMs = timeoutSeconds * 1_000;
    this.#answerMs = maxMinutes * MINUTE_MS;
  }

  /** Milliseconds for a silence. */
  get silenceMs(): number {
    return this.timeoutSeconds * 1_000;
  }

  /** Milliseconds left of this call's wait; 0: it is not tried again. */
  get waitMs(): number {
    return this.#waitMs;
  }

  /** Milliseconds left of the whole answer. */
  get answerMs(): number {
    return this.#answerMs;
  }

  /** Another call begins. */
  begin(): void {
    this.#waitMs = this.silenceMs;
  }

  /** Milliseconds in which nothing came, or in which we waited to try again. */
  waited(ms: number): void {
    this.#waitMs = Math.max(0, this.#waitMs - ms);
  }

  /** Milliseconds that a try took. */
  answered(ms: number): void {
    this.#answerMs = Math.max(0, this.#answerMs - ms);
  }

  /** Why an answer ended that took longer than its agent may. */
  tooLong(): ProviderError {
    const { maxMinutes } = this;
    return providerError("timeout", {
      retryable: false,
      sentence: `The answer took longer than ${maxMinutes} ${maxMinutes === 1 ? "minute" : "minutes"}, ` +
        "the most this agent may take, and was stopped. What it said until then is kept.",
    });
  }
}

/**
 * The parts of a call, or a `timeout` when nothing comes within what is left of `patience`, or no sign of life
 * for its silence after that, or no part for `PARTLESS_MS`, or when the answer takes too long in all. When
 * `signal` aborts it ends at once, whatever the call does.
 * @param open begins the call; it is given what to call at each sign of life that is no part
 */
export async function* patiently(
  clock: Clock,
  signal: AbortSignal,
  patience: Patience,
  open: (signal: AbortSignal, heard: () => void) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const leave = new AbortController();
  const inner = AbortSignal.any([signal, leave.signal]);
  const startedAt = clock.monotonic();
  const endAt = startedAt + patience.answerMs;
  const { silenceMs } = patience;
  let heardAt = -Infinity;
  let patienceMs = patience.waitMs;
  let silent = true;
  const alive = () => {
    if (silent) patience.waited(clock.monotonic() - startedAt);
    silent = false;
  };
  const parts = open(inner, () => {
    alive();
    heardAt = clock.monotonic();
  })[Symbol.asyncIterator]();
  let since = startedAt;
  let waiting = true;
  const left = () => {
    // While a part is taken in, only the whole answer's time runs out.
    const living = Math.min(heardAt + silenceMs, since + PARTLESS_MS);
    const quietAt = waiting ? Math.max(since + patienceMs, living) : clock.monotonic() + silenceMs;
    return Math.min(quietAt, endAt) - clock.monotonic();
  };
  let wake: (late: null) => void = () => {};
  let late = false;
  // One alarm for the whole call, that only ever goes off later: one for each part would cost more than the part.
  void tooLate(clock, inner, left).then(() => {
    late = true;
    wake(null);
  });
  try {
    while (true) {
      const next = parts.next();
      waiting = true;
      const part = await new Promise<IteratorResult<Part> | null>((resolve, reject) => {
        wake = resolve;
        next.then(resolve, reject);
        if (late) resolve(null);
      });
      waiting = false;
      if (part?.done) return;
      if (signal.aborted || part === null || clock.monotonic() >= endAt) {
        next.catch(() => undefined);
        if (signal.aborted) throw providerError("aborted");
        if (clock.monotonic() >= endAt) throw patience.tooLong();
        // Nobody who waited as long as they wanted to is made to wait again.
        patience.waited(Infinity);
        throw providerError("timeout");
      }
      alive();
      yield part.value;
      patienceMs = silenceMs;
      since = clock.monotonic();
    }
  } finally {
    if (silent) patience.waited(clock.monotonic() - startedAt);
    patience.answered(clock.monotonic() - startedAt);
    leave.abort(WOKEN);
  }
}

/** Resolves when no time is left, or when `signal` aborts. */
async function tooLate(clock: Clock, signal: AbortSignal, left: () => number): Promise<null> {
  for (let ms = left(); ms > 0 && !signal.aborted; ms = left()) {
    // A timer may fire a little early, never endlessly often.
    const dueAt = clock.monotonic() + Math.max(1, ms);
    await clock.sleep(Math.max(1, ms), signal);
    if (clock.monotonic() - dueAt > STOOD_STILL_MS) await clock.sleep(AWAKE_MS, signal);
  }
  return null;
}
