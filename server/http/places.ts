/** A bounded number of things that last: who comes when all places are taken is told so, and comes again. */
import { comeAgain } from "./problem.ts";

/**
 * Requests under way at once in one process. Together with the streams it stays under the 1,024 open files that
 * many systems give a process, with room for the store, the providers and the idle connections of browsers.
 */
export const REQUESTS = 256;
/** Event streams and streamed answers at once in one process: every browser holds one, whatever it has open. */
export const STREAMS = 600;
/** Of these, for one token: a program that forgets to close them does not take everybody's. */
export const STREAMS_OF_TOKEN = 100;
/** Requests under way of one token: a program that sends a batch at once does not shut people out. */
export const REQUESTS_OF_TOKEN = 100;
/**
 * Bodies awaited at once of callers who show nothing. Without a credential a body is a password or a code and comes
 * with its headers, so the one waited for longest makes room: strangers who send slowly stop nobody.
 */
export const STRANGERS = 64;

export class Places {
  #taken = 0;
  readonly #by = new Map<string, number>();

  constructor(readonly most: number, readonly mostOfOne = most) {}

  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes a place for `caller` and returns the way to give it back; several times is once.
   * @throws {Problem} 503 when all are taken, 429 when this caller has its share
   */
  take(caller: string): () => void {
    const own = this.#by.get(caller) ?? 0;
    if (own >= this.#share(caller)) {
      throw comeAgain("too_many_requests", "This token has too many of these open already.");
    }
    if (this.#taken >= this.most) {
      throw comeAgain("unavailable", "The server is busy. Please come again in a moment.");
    }
    this.#taken++;
    this.#by.set(caller, own + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#taken--;
      const left = (this.#by.get(caller) ?? 1) - 1;
      if (left > 0) this.#by.set(caller, left);
      else this.#by.delete(caller);
    };
  }

  /** People share one password and so one name: only a program can be told from the others. */
  #share(caller: string): number {
    return caller.startsWith("token:") ? this.mostOfOne : this.most + 1;
  }
}

/** Places of which there is always one: when all are taken, who has had one longest is told to leave. */
export class Latest {
  readonly #taken = new Set<AbortController>();

  constructor(readonly most: number) {}

  get taken(): number {
    return this.#taken.size;
  }

  /** `signal` aborts when the place is needed; `leave` gives it back, several times is once. */
  take(): { readonly signal: AbortSignal; readonly leave: () => void } {
    const [longest] = this.#taken;
    if (longest && this.#taken.size >= this.most) {
      this.#taken.delete(longest);
      longest.abort();
    }
    const own = new AbortController();
    this.#taken.add(own);
    return { signal: own.signal, leave: () => void this.#taken.delete(own) };
  }
}
