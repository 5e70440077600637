/** A bounded number of things that last: who comes when all places are taken is told so, and comes again. */
import { comeAgain } from "./problem.ts";

/** Requests under way at once in one process. */
export const REQUESTS = 256;
/**
 * Event streams and streamed answers at once in one process (every browser holds one, whatever it has open) where it has
 * little memory. With the requests they stay under the 1,024 open files that the sparest systems give a process, with room
 * for the store, the providers and the idle connections of browsers.
 */
export const STREAMS_LEAST = 600;
/** Bytes that a stream is counted as: Deno keeps some 60 KB for a connection that is written to, this program some 10. */
export const STREAM_BYTES = 96 * 1024;
/** Streams may take one part in so many of the memory. */
export const STREAMS_PART = 4;
/** One token's may be one part in so many of them: a program that forgets to close them does not take everybody's. */
export const TOKEN_PART = 6;

/**
 * Streams at once in a process that may use so much memory, in bytes. Files are no bound of their own: Deno raises what the
 * system gives it to all that it may have, and where that runs out the places become fewer.
 */
export function streamsIn(memory: number): number {
  return Math.max(STREAMS_LEAST, Math.floor(memory / STREAMS_PART / STREAM_BYTES));
}

/** The same where the system refused a connection while so many were open: with room for the requests. */
export const streamsLeft = (open: number): number => Math.max(STREAMS_LEAST, open - REQUESTS);

const BUSY = "The server is busy. Please come again in a moment.";
const TOO_MANY_STREAMS =
  "As many pages and programs listen to this server as its memory allows. Please close some, or come again in a moment.";

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

  #most: number;

  /** @param full said to who comes when all are taken */
  constructor(most: number, readonly mostOfOne = most, readonly full = BUSY) {
    this.#most = most;
  }

  /** There are no more from now on, whatever is taken. */
  lower(most: number): void {
    this.#most = Math.min(this.#most, most);
  }

  get most(): number {
    return this.#most;
  }

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
    if (this.#taken >= this.#most) {
      throw comeAgain("unavailable", this.full);
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
    return caller.startsWith("token:") ? this.mostOfOne : this.#most + 1;
  }
}

/** Of everything that streams to a reader. */
export const streamPlaces = (streams: number): Places =>
  new Places(streams, Math.floor(streams / TOKEN_PART), TOO_MANY_STREAMS);

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
