/**
 * The text of a file, for models that do not take the file itself. It is read once, when it is uploaded, in a thread of
 * its own (see guard_worker.ts), two files at a time, with an end to time, memory and what comes of it.
 */
import { EXTRACT_SECONDS } from "../../events/catalog/limits.ts";
import type { Clock } from "../runtime/environment.ts";
import { EXTRACTING } from "./threads.ts";
import type { Found, Unreadable } from "./refusal.ts";
import type { Reading, TimedRead, ToRead } from "./read_text.ts";

/** The code of the thread. */
const GUARD = new URL("./guard_worker.ts", import.meta.url);
/** Threads at once: each may take half a gigabyte. */
const AT_ONCE = 2;

export type Extracted =
  | ({ readonly ok: true; readonly text: string; readonly tokens: number; readonly words: boolean } & Found)
  | { readonly ok: false; readonly why: Unreadable };

/** Reads a file and says what it finds; whoever has heard enough ends it by what it gives. */
export type ReadsFile = (file: TimedRead, say: (reading: Reading) => void) => () => void;

export class Extractor {
  #free = AT_ONCE;
  readonly #waiting: (() => void)[] = [];
  readonly #running = new Set<AbortController>();

  /** @param reads in the place of a thread of its own */
  constructor(
    readonly clock: Pick<Clock, "sleep">,
    readonly seconds: number = EXTRACT_SECONDS,
    readonly reads: ReadsFile = inThread,
  ) {}

  /** Reads a file; what took too long is told as far as it came. */
  async read(file: ToRead): Promise<Extracted> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const end = new AbortController();
    this.#running.add(end);
    try {
      return await this.#read(file, end);
    } finally {
      this.#running.delete(end);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  stop(): void {
    for (const end of this.#running) end.abort();
  }

  async #read(file: ToRead, end: AbortController): Promise<Extracted> {
    const pieces: string[] = [];
    let tokens = 0, words = false;
    const said = Promise.withResolvers<Extracted>();
    const stop = this.reads({ ...file, seconds: this.seconds }, (reading) => {
      if ("text" in reading) {
        pieces.push(reading.text);
        ({ tokens, words } = reading);
      } else if ("why" in reading) said.resolve({ ok: false, why: reading.why });
      else {
        const { done: _, ...found } = reading;
        said.resolve({ ok: true, text: pieces.join(""), tokens, words, ...found });
      }
    });
    const late = this.clock.sleep(1_000 * this.seconds, end.signal).then((): Extracted =>
      pieces.length === 0
        ? { ok: false, why: "slow" }
        : { ok: true, text: pieces.join(""), tokens, words, cut: true }
    );
    const extracted = await Promise.race([said.promise, late]);
    stop();
    end.abort();
    return extracted;
  }
}

/** Of the thread that reads: the program’s code, and nothing else. */
export const RIGHTS = {
  read: EXTRACTING,
  write: false,
  net: false,
  env: false,
  run: false,
  ffi: false,
  sys: false,
  import: false,
} as const;

function inThread(file: TimedRead, say: (reading: Reading) => void): () => void {
  const worker = new Worker(GUARD, { type: "module", deno: { permissions: RIGHTS } });
  worker.onmessage = ({ data }: MessageEvent<Reading>) => say(data);
  worker.onerror = (event) => {
    event.preventDefault();
    say({ why: "damaged" });
  };
  worker.postMessage(file);
  return () => worker.terminate();
}
