/** The thread in which words are looked up and kept: neither takes a moment from people who chat. */
import type { ArgumentOf, CallName } from "./index_calls.ts";
import { OpenIndex } from "./open_index.ts";

/** The first message: the file. */
export interface Opened {
  readonly path: string;
}
export interface Request {
  readonly id: number;
  readonly name: CallName | "close";
  readonly argument: ArgumentOf<CallName>;
}
export type Response = { readonly id: number } & ({ readonly answer: unknown } | { readonly wrong: string });

let index: OpenIndex | null = null;

function answer({ name, argument }: Request): unknown {
  if (name !== "close") return index?.answer(name, argument);
  index?.close();
  return null;
}

self.addEventListener("message", ({ data }: MessageEvent<Opened | Request>) => {
  if ("path" in data) {
    index = new OpenIndex(data.path);
    return;
  }
  try {
    self.postMessage({ id: data.id, answer: answer(data) } satisfies Response);
  } catch (error) {
    const wrong = error instanceof Error ? error.message : String(error);
    self.postMessage({ id: data.id, wrong } satisfies Response);
  }
});
