/**
 * A server that listens again. When the system refuses a connection (no file descriptor is left, most often
 * because of idle connections), Deno stops accepting for good; the process would live on deaf. So the idle
 * connections are closed, which frees their descriptors, and the same port is opened anew.
 */
import { type Backoff, backoffMs } from "../../actors/runtime/retry.ts";

/** Before listening again. */
export const RELISTEN: Backoff = { firstMs: 100, mostMs: 1_000 };
/** Failures in a row, none served between them, after which nobody can be served here: the process ends, and who watches it starts it anew. */
export const LISTEN_FAILURES = 10;
/** Failures in a row after which the connections in use are closed as well. */
const CLOSE_ALL_AFTER = 3;
/** Milliseconds without a failure after which the next one is the first of a row again. */
const STEADY_MS = 10_000;

/** Listening failed `LISTEN_FAILURES` times in a row. */
export class Deaf extends Error {
  override readonly name = "Deaf";
}

interface ListenerPorts {
  /** Deno.serve, in effect: opens the port or throws. */
  readonly open: (port: number, signal: AbortSignal) => Opened;
  /** Milliseconds that only grow. */
  readonly monotonic: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told each time that it stopped listening, with how many times in a row. */
  readonly failed: (error: unknown, failures: number) => void;
}

/** What is used of a Deno.HttpServer. */
export interface Opened {
  readonly addr: { readonly port: number };
  /** Rejects when it stopped accepting. */
  readonly finished: Promise<void>;
  /** Takes no more connections, closes the idle ones, and resolves when those in use have ended. */
  shutdown(): Promise<void>;
}

export class Listener {
  readonly port: number;
  /** Rejects with `Deaf`; resolves once it was told to close. */
  readonly done: Promise<void>;
  readonly #ports: ListenerPorts;
  readonly #closing = new AbortController();
  /** Ends what is in use of everything opened since it was last used. */
  #all = new AbortController();
  readonly #ending = new Set<Promise<void>>();
  #open: Opened;
  #openedAt: number;
  #served = false;

  /** @throws what opening the port throws */
  constructor(port: number, ports: ListenerPorts) {
    this.#ports = ports;
    this.#open = ports.open(port, this.#all.signal);
    this.#openedAt = ports.monotonic();
    this.port = this.#open.addr.port;
    this.done = this.#keepListening();
    this.done.catch(() => undefined);
  }

  /** A request arrived: it is not deaf. */
  served(): void {
    this.#served = true;
  }

  /** Takes no more connections; resolves when those in use have ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#end(this.#open);
    await Promise.all(this.#ending);
  }

  #end(opened: Opened): void {
    const ending = opened.shutdown().catch(() => undefined).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closing;
    let failures = 0;
    let error: unknown = await ended(this.#open);
    while (!signal.aborted) {
      const steady = this.#served || this.#ports.monotonic() - this.#openedAt >= STEADY_MS;
      failures = steady ? 1 : failures + 1;
      this.#ports.failed(error, failures);
      if (failures >= LISTEN_FAILURES) {
        throw new Deaf("The server could not go on listening.", { cause: error });
      }
      this.#end(this.#open);
      if (failures >= CLOSE_ALL_AFTER) {
        this.#all.abort();
        this.#all = new AbortController();
      }
      await this.#ports.sleep(backoffMs(RELISTEN, failures), signal);
      if (signal.aborted) return;
      error = await this.#again();
    }
  }

  /** Listens until that fails; resolves with why. */
  async #again(): Promise<unknown> {
    this.#served = false;
    this.#openedAt = this.#ports.monotonic();
    try {
      this.#open = this.#ports.open(this.port, this.#all.signal);
    } catch (error) {
      return error;
    }
    return await ended(this.#open);
  }
}

/** Resolves with why it ended, or with nothing when it was told to. */
function ended(opened: Opened): Promise<unknown> {
  return opened.finished.then(() => undefined, (error) => error);
}
