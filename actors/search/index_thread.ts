/** The index in a thread of its own, which is there while it is needed: an idle server has none. */
import { SQLITE_FILES } from "../../events/store/file/private_files.ts";
import type { Environment } from "../runtime/environment.ts";
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

export class IndexThread implements Index {
  #worker: Worker | null = null;
  #last = 0;
  readonly #asking = new Map<number, Asking>();
  #idle = new AbortController();

  /** @param path the file; it need not be there */
  constructor(
    readonly path: string,
    readonly environment: Pick<Environment, "sleep">,
    readonly idleMs = IDLE_MS,
  ) {}

  ask<Name extends CallName>(name: Name, argument: ArgumentOf<Name>): Promise<AnswerOf<Name>> {
    const { promise, resolve, reject } = Promise.withResolvers<AnswerOf<Name>>();
    this.#send(name, argument, { resolve, reject });
    return promise;
  }

  async discard(): Promise<void> {
    await this.close();
    // The file itself is the last: who opens it before then sees that it is gone.
    for (const end of [...SQLITE_FILES, ""]) await Deno.remove(this.path + end).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#idle.abort();
    if (!this.#worker) return;
    const { promise, resolve, reject } = Promise.withResolvers<null>();
    this.#send("close", undefined, { resolve, reject });
    await promise.catch(() => undefined);
    this.#idle.abort();
    this.#end("The search index was closed.");
  }

  #send(name: Request["name"], argument: Request["argument"], asking: Asking): void {
    this.#idle.abort();
    const worker = this.#worker ??= this.#begin();
    const id = ++this.#last;
    this.#asking.set(id, asking);
    worker.postMessage({ id, name, argument } satisfies Request);
  }

  #begin(): Worker {
    const worker = new Worker(SEARCH_WORKER, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Response>) => {
      const asking = this.#asking.get(data.id);
      this.#asking.delete(data.id);
      if ("wrong" in data) asking?.reject(new Error(data.wrong));
      else asking?.resolve(data.answer);
      if (this.#asking.size === 0) this.#rest();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#end(event.message);
    };
    worker.postMessage({ path: this.path } satisfies Opened);
    return worker;
  }

  #rest(): void {
    this.#idle.abort();
    this.#idle = new AbortController();
    const { signal } = this.#idle;
    void this.environment.sleep(this.idleMs, signal).then(() => signal.aborted ? undefined : this.close());
  }

  #end(why: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#asking.values()) reject(new Error(why));
    this.#asking.clear();
  }
}
