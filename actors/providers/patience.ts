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

/** Told how a call ended, also where nobody waits for it any more. */
export interface Told {
  ended(): void;
  failed(error: unknown): void;
}

const OVER = { done: true, value: undefined } as const;

/**
 * The parts of a call, or a `timeout` when nothing comes within what is left of `patience`, or no sign of life
 * for its silence after that, or no part for `PARTLESS_MS`, or when the answer takes too long in all. When
 * `signal` aborts it ends at once, whatever the call does. No generator: it would make each part wait, and cost, three
 * times more, and there are forty a second of each answer.
 * @param open begins the call; it is given what to call at each sign of life that is no part
 */
export function patiently(
  clock: Clock,
  signal: AbortSignal,
  patience: Patience,
  open: (signal: AbortSignal, heard: () => void) => AsyncIterable<Part>,
  told?: Told,
): AsyncIterableIterator<Part, undefined> {
  const leave = new AbortController();
  const inner = AbortSignal.any([signal, leave.signal]);
  const wait = new Wait(clock, patience);
  const parts = open(inner, () => wait.heard())[Symbol.asyncIterator]();
  let wake = () => {};
  let late = false;
  // One alarm for the whole call, that only ever goes off later: one for each part would cost more than the part.
  void tooLate(clock, inner, () => wait.left()).then(() => {
    late = true;
    wake();
  });
  let over = false;
  const end = () => {
    if (!over) wait.end();
    over = true;
    wake = () => {};
    leave.abort(WOKEN);
  };
  const next = () => {
    if (over) return Promise.resolve(OVER);
    const coming = parts.next();
    wait.begin();
    return new Promise<IteratorResult<Part, undefined>>((resolve, reject) => {
      const fail = (error: unknown) => {
        end();
        reject(error);
      };
      wake = () => fail(signal.aborted ? providerError("aborted") : wait.over());
      coming.then((part) => {
        if (part.done) told?.ended();
        if (over) return;
        if (part.done) {
          end();
          resolve(OVER);
        } else if (signal.aborted || wait.tooLong) wake();
        else {
          wait.took();
          // What goes off while it is taken in is heard when the next is asked for.
          wake = () => {};
          resolve(part);
        }
      }, (error) => {
        told?.failed(error);
        if (!over) fail(error);
      });
      if (late) wake();
    });
  };
  const leaving = () => {
    end();
    return Promise.resolve(OVER);
  };
  const listening = { next, return: leaving, [Symbol.asyncIterator]: () => listening };
  return listening;
}

/** How long a call is waited for. */
class Wait {
  readonly #startedAt: number;
  readonly #endAt: number;
  #heardAt = -Infinity;
  #patienceMs: number;
  #since: number;
  #silent = true;
  #waiting = true;

  constructor(readonly clock: Clock, readonly patience: Patience) {
    this.#startedAt = clock.monotonic();
    this.#endAt = this.#startedAt + patience.answerMs;
    this.#patienceMs = patience.waitMs;
    this.#since = this.#startedAt;
  }

  /** A sign of life that is no part. */
  heard(): void {
    this.#alive();
    this.#heardAt = this.clock.monotonic();
  }

  /** One listens for the next part. */
  begin(): void {
    if (!this.#waiting) this.#since = this.clock.monotonic();
    this.#waiting = true;
  }

  /** A part came, and is taken in. */
  took(): void {
    this.#alive();
    this.#patienceMs = this.patience.silenceMs;
    this.#waiting = false;
  }

  end(): void {
    this.#alive();
    this.patience.answered(this.clock.monotonic() - this.#startedAt);
  }

  /** Whether the answer has had all its time. */
  get tooLong(): boolean {
    return this.clock.monotonic() >= this.#endAt;
  }

  /** Milliseconds left; while a part is taken in, only the whole answer's time runs out. */
  left(): number {
    const { silenceMs } = this.patience;
    const living = Math.min(this.#heardAt + silenceMs, this.#since + PARTLESS_MS);
    const quietAt = this.#waiting
      ? Math.max(this.#since + this.#patienceMs, living)
      : this.clock.monotonic() + silenceMs;
    return Math.min(quietAt, this.#endAt) - this.clock.monotonic();
  }

  /** Why nothing more is waited for. */
  over(): ProviderError {
    if (this.tooLong) return this.patience.tooLong();
    // Nobody who waited as long as they wanted to is made to wait again.
    this.patience.waited(Infinity);
    return providerError("timeout");
  }

  #alive(): void {
    if (this.#silent) this.patience.waited(this.clock.monotonic() - this.#startedAt);
    this.#silent = false;
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
