/**
 * The calls that run on one connection, and whose a question of the server is: questions name no call, so a call is known
 * by the stream its question came along. Time in which a person is asked is no silence.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { GivenInput } from "../tools/toolbox.ts";

/** Milliseconds of silence of a call, and of all of it: news of its progress is no silence. */
const SILENCE_MS = 60_000;
const MOST_MS = 10 * 60_000;

/**
 * Asks a person for what a server wants, as it was sent; null: it is of a form that is not taken.
 * @param again the call was refused until somebody has been at an address, and is made again then
 */
export type Ask = (sent: unknown, gone: AbortSignal, again?: true) => Promise<GivenInput | null>;

/** Ends a call that takes too long. */
class Patience {
  readonly #over = new AbortController();
  #left = MOST_MS;
  #since = 0;
  #held = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#go();
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  #go(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#over.abort("too late"), Math.min(SILENCE_MS, this.#left));
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#since;
  }

  heard(): void {
    if (this.#held > 0) return;
    this.#pause();
    this.#go();
  }

  /** No time passes meanwhile. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    if (this.#held++ === 0) this.#pause();
    try {
      return await work();
    } finally {
      if (--this.#held === 0) this.#go();
    }
  }

  end(): void {
    this.#held = Infinity;
    clearTimeout(this.#timer);
  }
}

class RunningCall {
  readonly patience = new Patience();
  readonly #asked = new Set<Promise<unknown>>();
  readonly #gone = new AbortController();

  constructor(readonly ask: Ask) {}

  async asks(sent: unknown, withdrawn: AbortSignal, again?: true): Promise<GivenInput | null> {
    const gone = AbortSignal.any([withdrawn, this.#gone.signal]);
    const asked = this.patience.hold(() => this.ask(sent, gone, again));
    this.#asked.add(asked);
    return await asked.finally(() => this.#asked.delete(asked));
  }

  /** What it asked and nobody answered is wanted no more: told before the call is over. */
  async end(): Promise<void> {
    this.patience.end();
    this.#gone.abort("over");
    await Promise.allSettled(this.#asked);
  }
}

export class RunningCalls {
  readonly #here = new AsyncLocalStorage<RunningCall>();
  readonly #running = new Set<RunningCall>();

  /** @param work gets what to call when news come, and a signal that ends it when there are none for too long */
  async run<T>(ask: Ask, work: (heard: () => void, late: AbortSignal) => Promise<T>): Promise<T> {
    const call = new RunningCall(ask);
    this.#running.add(call);
    try {
      const { patience } = call;
      return await this.#here.run(call, () => work(() => patience.heard(), patience.signal));
    } finally {
      this.#running.delete(call);
      await call.end();
    }
  }

  /** A server asks. Where it cannot be told for which of several calls, nobody is asked: it might be somebody else. */
  async asked(sent: unknown, withdrawn: AbortSignal, again?: true): Promise<GivenInput | null> {
    const [only, ...others] = this.#running;
    const call = this.#here.getStore() ?? (others.length === 0 ? only : undefined);
    return call && this.#running.has(call) ? await call.asks(sent, withdrawn, again) : { action: "cancel" };
  }
}
