/**
 * The event streams that are open, by the credential that opened them. A stream ends when its credential does:
 * at once where this process ends it, and within `STREAMS_CHECKED_MS` where time or another process does.
 */

/** Milliseconds between two looks at whether the credentials of open streams still hold. */
export const STREAMS_CHECKED_MS = 5_000;

export interface Held {
  /** Aborts when the credential ends. */
  readonly ended: AbortSignal;
  /** To be called when the stream is over, for whatever reason. Twice is fine. */
  readonly release: () => void;
}

interface StreamPorts {
  /** Whether the credential named so may still read. Rejects when nobody can say now: it is asked again. */
  readonly holds: (credential: string) => Promise<boolean>;
  /** Resolves after so many milliseconds, or when `signal` aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Open {
  readonly end: AbortController;
  streams: number;
}

export class OpenStreams {
  readonly #open = new Map<string, Open>();
  #watching: AbortController | null = null;

  constructor(readonly ports: StreamPorts) {}

  /** Credentials with open streams; never more than there are streams. */
  get size(): number {
    return this.#open.size;
  }

  hold(credential: string): Held {
    const open = this.#open.get(credential) ?? { end: new AbortController(), streams: 0 };
    open.streams++;
    this.#open.set(credential, open);
    void this.#watch();
    let released = false;
    return {
      ended: open.end.signal,
      release: () => {
        if (released) return;
        released = true;
        open.streams--;
        if (open.streams === 0 && this.#open.get(credential) === open) this.#forget(credential);
      },
    };
  }

  /** Ends the streams of one credential. */
  end(credential: string): void {
    const open = this.#open.get(credential);
    this.#forget(credential);
    open?.end.abort();
  }

  endAll(): void {
    for (const credential of [...this.#open.keys()]) this.end(credential);
  }

  /** Looks once at every credential, and ends what no longer holds. */
  async check(): Promise<void> {
    for (const credential of [...this.#open.keys()]) {
      // A store that does not answer now revokes nothing.
      if (!await this.ports.holds(credential).catch(() => true)) this.end(credential);
    }
  }

  #forget(credential: string): void {
    this.#open.delete(credential);
    if (this.#open.size === 0) this.#watching?.abort();
  }

  /** Runs while a stream is open: a server nobody watches has no timer. */
  async #watch(): Promise<void> {
    if (this.#watching) return;
    const stop = this.#watching = new AbortController();
    while (!stop.signal.aborted) {
      await this.ports.sleep(STREAMS_CHECKED_MS, stop.signal);
      if (!stop.signal.aborted) await this.check();
    }
    this.#watching = null;
    if (this.#open.size > 0) void this.#watch();
  }
}
