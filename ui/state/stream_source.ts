/**
 * One connection to the event stream, reopened with jitter from where it broke. It begins "now": whoever
 * listens waits for `ready`, then fetches folds; what is in a fold already is recognised by its seq.
 *
 * Read with `fetch` and not with an EventSource, which is blind to heartbeats: a connection that died without
 * a word (sleep, a lost network) would look alive for minutes.
 */
import { type Frame, Frames } from "./frames.ts";
import { after } from "./timer.ts";

export type StreamMessage =
  | { readonly type: "frame"; readonly name: "event" | "draft" | "wait" | "read"; readonly data: unknown }
  /** Caught up; `again`: after a break. */
  | { readonly type: "ready"; readonly again: boolean }
  /** The place is lost: fetch every fold again. */
  | { readonly type: "reset" }
  | { readonly type: "down" };

/** Milliseconds before the first new try, and at most. */
const RETRY_MS = 500;
const RETRY_MAX_MS = 10_000;
/** Milliseconds without a byte after which a connection is dead: the server's heart beats every 15 s. */
export const SILENCE_MS = 35_000;

/** What it takes from the world. */
export interface StreamPorts {
  fetch(path: string, init: RequestInit): Promise<Response>;
  readonly after: typeof after;
  random(): number;
}

const REAL: StreamPorts = { fetch: (path, init) => fetch(path, init), after, random: Math.random };

export class StreamSource {
  #open = new AbortController();
  #after = "";
  #tries = 0;
  #wasReady = false;
  #cancelTimer = () => {};

  constructor(readonly tell: (message: StreamMessage) => void, readonly ports: StreamPorts = REAL) {}

  /** Connects anew, from where it was. */
  open(): void {
    this.close();
    this.#open = new AbortController();
    void this.#read(this.#open.signal);
  }

  close(): void {
    this.#cancelTimer();
    this.#open.abort();
  }

  async #read(signal: AbortSignal): Promise<void> {
    this.#awaitBytes();
    try {
      const after = this.#after ? `?after=${encodeURIComponent(this.#after)}` : "";
      const response = await this.ports.fetch(`/api/events${after}`, {
        headers: { accept: "text/event-stream" },
        cache: "no-store",
        signal,
      });
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
          this.#hear(frame);
          if (signal.aborted) return;
        }
      }
    } catch {
      // Broken is broken, whatever the reason.
    }
    if (!signal.aborted) this.#broke();
  }

  #hear({ name, id, data }: Frame): void {
    switch (name) {
      case "event":
      case "draft":
      case "wait":
      case "read":
        this.tell({ type: "frame", name, data: JSON.parse(data) });
        // Only what was handed on is behind us.
        if (id) this.#after = id;
        return;
      case "sync": {
        const { position } = JSON.parse(data);
        if (typeof position === "string") this.#after = position;
        this.#tries = 0;
        this.tell({ type: "ready", again: this.#wasReady });
        this.#wasReady = true;
        return;
      }
      case "reset":
        this.#after = "";
        this.#wasReady = false;
        this.tell({ type: "reset" });
        return this.open();
    }
  }

  #awaitBytes(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.ports.after(SILENCE_MS, () => this.#broke());
  }

  #broke(): void {
    this.close();
    this.tell({ type: "down" });
    const wait = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** this.#tries++);
    this.#cancelTimer = this.ports.after(wait * (0.5 + this.ports.random() / 2), () => this.open());
  }
}
