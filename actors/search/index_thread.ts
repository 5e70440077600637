/** The index in a thread of its own, which is there while it is needed: an idle server has none. */
import { SQLITE_FILES } from "../../events/store/file/private_files.ts";
import { type Environment, WOKEN } from "../runtime/environment.ts";
import type { AnswerOf, ArgumentOf, CallName, Index } from "./index_calls.ts";
import type { Opened, Request, Response } from "./search_worker.ts";

/** The code of the thread: to start it, the program must be allowed to read this file. */
export const SEARCH_WORKER = new URL("./search_worker.ts", import.meta.url);
/** Milliseconds after the last call until the thread ends. */
const IDLE_MS = 60_000;

/** Who waits for an answer; of what kind it is, the name of the call says. */
interface Asking {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  readonly asking: Map<number, Asking>;
}

export class IndexThread implements Index {
  #thread: Thread | null = null;
  #last = 0;
  #idle = new AbortController();

  /** @param path the file; it need not be there */
  constructor(
    readonly path: string,
    readonly environment: Pick<Environment, "sleep">,
    readonly idleMs = IDLE_MS,
  ) {}

  ask<Name extends CallName>(name: Name, argument: ArgumentOf<Name>): Promise<AnswerOf<Name>> {
    const { promise, resolve, reject } = Promise.withResolvers<AnswerOf<Name>>();
    this.#send(this.#thread ??= this.#begin(), name, argument, { resolve, reject });
    return promise;
  }

  async discard(): Promise<void> {
    await this.close();
    // The file itself is the last: who opens it before then sees that it is gone.
    for (const end of [...SQLITE_FILES, ""]) await Deno.remove(this.path + end).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#idle.abort(WOKEN);
    const thread = this.#thread;
    if (!thread) return;
    const { promise, resolve, reject } = Promise.withResolvers<null>();
    this.#send(thread, "close", undefined, { resolve, reject });
    // Who asks from here on asks a new one, and is not turned away with this.
    this.#thread = null;
    await promise.catch(() => undefined);
    end(thread, "The search index was closed.");
  }

  #send(
    { worker, asking }: Thread,
    name: Request["name"],
    argument: Request["argument"],
    who: Asking,
  ): void {
    this.#idle.abort(WOKEN);
    const id = ++this.#last;
    asking.set(id, who);
    worker.postMessage({ id, name, argument } satisfies Request);
  }

  #begin(): Thread {
    const worker = new Worker(SEARCH_WORKER, { type: "module" });
    const thread: Thread = { worker, asking: new Map() };
    const { asking } = thread;
    worker.onmessage = ({ data }: MessageEvent<Response>) => {
      const who = asking.get(data.id);
      asking.delete(data.id);
      if ("wrong" in data) who?.reject(new Error(data.wrong));
      else who?.resolve(data.answer);
      if (asking.size === 0 && this.#thread === thread) this.#rest();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#thread === thread) this.#thread = null;
      end(thread, event.message);
    };
    worker.postMessage({ path: this.path } satisfies Opened);
    return thread;
  }

  #rest(): void {
    this.#idle.abort(WOKEN);
    this.#idle = new AbortController();
    const { signal } = this.#idle;
    void this.environment.sleep(this.idleMs, signal).then(() => signal.aborted ? undefined : this.close());
  }
}

function end({ worker, asking }: Thread, why: string): void {
  worker.terminate();
  for (const { reject } of asking.values()) reject(new Error(why));
  asking.clear();
}
