/**
 * One connection to the event stream, reopened with jitter from where it broke. It begins "now": whoever
 * listens waits for `ready`, then fetches folds; what is in a fold already is recognised by its seq.
 */
export type StreamMessage =
  | { readonly type: "frame"; readonly name: "event" | "draft"; readonly data: unknown }
  /** Caught up; `again`: after a break. */
  | { readonly type: "ready"; readonly again: boolean }
  /** The place is lost: fetch every fold again. */
  | { readonly type: "reset" }
  | { readonly type: "down" };

/** Milliseconds before the first new try, and at most. */
const RETRY_MS = 500;
const RETRY_MAX_MS = 10_000;

export class StreamSource {
  #source: EventSource | null = null;
  #after = "";
  #tries = 0;
  #wasReady = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly tell: (message: StreamMessage) => void) {}

  open(): void {
    this.close();
    const source = new EventSource(
      `/api/events${this.#after ? `?after=${encodeURIComponent(this.#after)}` : ""}`,
    );
    this.#source = source;
    const frame = (name: "event" | "draft") => (message: Event) => {
      const { data, lastEventId } = message as MessageEvent<string>;
      if (lastEventId) this.#after = lastEventId;
      this.tell({ type: "frame", name, data: JSON.parse(data) });
    };
    source.addEventListener("event", frame("event"));
    source.addEventListener("draft", frame("draft"));
    source.addEventListener("sync", (message) => {
      const { position } = JSON.parse((message as MessageEvent<string>).data);
      if (typeof position === "string") this.#after = position;
      this.#tries = 0;
      this.tell({ type: "ready", again: this.#wasReady });
      this.#wasReady = true;
    });
    source.addEventListener("reset", () => {
      this.#after = "";
      this.#wasReady = false;
      this.tell({ type: "reset" });
      this.open();
    });
    source.addEventListener("error", () => {
      this.tell({ type: "down" });
      this.close();
      const wait = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** this.#tries++);
      this.#timer = setTimeout(() => this.open(), wait * (0.5 + Math.random() / 2));
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }
}
