/**
 * One request for the event stream. Read with `fetch` and not with an EventSource, which is blind to heartbeats: a
 * connection that died without a word (sleep, a lost network) would look alive for minutes.
 */
import { type Frame, Frames } from "./frames.ts";
import { after } from "./timer.ts";

/** Milliseconds without a byte after which a connection is dead: the server's heart beats every 15 s. */
export const SILENCE_MS = 35_000;

/** What it takes from the world. */
export interface StreamPorts {
  fetch(path: string, init: RequestInit): Promise<Response>;
  readonly after: typeof after;
  random(): number;
}

export const REAL: StreamPorts = {
  fetch: (path, init) => fetch(path, init),
  after,
  random: Math.random,
};

export class Connection {
  readonly #gone = new AbortController();
  #cancelTimer = () => {};

  /** `hear` is given each frame until it is closed or `broke` was called, which happens once. */
  constructor(
    readonly ports: StreamPorts,
    path: string,
    readonly hear: (frame: Frame) => void,
    readonly broke: () => void,
  ) {
    void this.#read(path);
  }

  close(): void {
    this.#cancelTimer();
    this.#gone.abort();
  }

  async #read(path: string): Promise<void> {
    const { signal } = this.#gone;
    this.#awaitBytes();
    try {
      const headers = { accept: "text/event-stream" };
      const response = await this.ports.fetch(path, { headers, cache: "no-store", signal });
      if (!response.ok || !response.body) throw new Error(`${response.status}`);
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      const frames = new Frames();
      while (true) {
        const { done, value } = await reader.read();
        if (signal.aborted) return;
        if (done) break;
        this.#awaitBytes();
        for (const frame of frames.push(decoder.decode(value, { stream: true }))) {
          this.hear(frame);
          if (signal.aborted) return;
        }
      }
    } catch {
      // Broken is broken, whatever the reason.
    }
    this.#break();
  }

  #awaitBytes(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.ports.after(SILENCE_MS, () => this.#break());
  }

  #break(): void {
    if (this.#gone.signal.aborted) return;
    this.close();
    this.broke();
  }
}
