/**
 * The event stream, reopened with jitter from where it broke. It begins "now", and says where that is: whoever listens
 * fetches folds that stand there or later; what is in a fold already is recognised by its seq.
 *
 * Of what is being written it has only what is looked at. Where that is more than the open connection was asked for,
 * another one is opened and takes its place once it has caught up: until then the old one is heard, and each event
 * of which both tell is told once.
 */
import { LOOKED_AT } from "../../events/catalog/limits.ts";
import { Connection, REAL, type StreamPorts } from "./connection.ts";
import type { Frame } from "./frames.ts";

export type StreamMessage =
  | {
    readonly type: "frame";
    readonly name: "event" | "draft" | "wait" | "progress" | "read" | "disk";
    readonly data: unknown;
  }
  /** Caught up to `position` in the log; `again`: after a break. */
  | { readonly type: "ready"; readonly again: boolean; readonly position: string }
  /** The place is lost: fetch every fold again. */
  | { readonly type: "reset" }
  /** The connection broke; in so many milliseconds the server is asked for again. */
  | { readonly type: "down"; readonly againMs: number };

/** Milliseconds before the first new try, and at most. */
const RETRY_MS = 500;
const RETRY_MAX_MS = 10_000;
/** What the server takes for the id of a conversation; an address may say anything. */
const ID = /^[\w-]{1,64}$/;
/** An id that no conversation has. */
const NONE = "none";

/** Conversations whose answers are told while they are written; null: all. */
type Looked = readonly string[] | null;

const covers = (has: Looked, wanted: Looked): boolean =>
  has === null || (wanted?.every((id) => has.includes(id)) ?? false);

export class StreamSource {
  #now: Connection | null = null;
  /** What is to take its place, and what that was asked for. */
  #next: Connection | null = null;
  #asked: Looked = null;
  /** Events heard since that was asked for, by their ids. */
  readonly #told = new Set<string>();
  #looked: Looked = null;
  /** What of it the open connection tells. */
  #covered: Looked = null;
  #after = "";
  #tries = 0;
  #ready = false;
  #wasReady = false;
  #cancelTimer = () => {};

  constructor(readonly tell: (message: StreamMessage) => void, readonly ports: StreamPorts = REAL) {}

  /** What was handed on last, as a place in the log; "" before anything was. */
  get position(): string {
    return this.#after;
  }

  /** Connects anew, from where it was. */
  open(): void {
    this.close();
    this.#covered = this.#looked;
    this.#now = this.#connect((frame) => this.#hear(frame));
  }

  close(): void {
    this.#cancelTimer();
    this.#leave();
    this.#now?.close();
    this.#now = null;
    this.#ready = false;
  }

  /** From now on these conversations are looked at; of too many, as of all, everything is told. */
  look(ids: Iterable<string>): void {
    const looked = [...new Set(ids)].filter((id) => ID.test(id));
    this.#looked = looked.length > LOOKED_AT ? null : looked;
    if (this.#next && covers(this.#asked, this.#looked)) return;
    this.#leave();
    if (!this.#now || covers(this.#covered, this.#looked)) return;
    if (this.#ready) this.#follow();
    else this.open();
  }

  /** Opens what is to take the place of the open connection. */
  #follow(): void {
    const held: Frame[] = [];
    const asked = this.#asked = this.#looked;
    this.#told.clear();
    const next = this.#next = this.#connect((frame) => {
      if (this.#next !== next || frame.name === "reset") return this.#hear(frame);
      if (frame.name !== "sync") return void held.push(frame);
      this.#next = null;
      this.#now?.close();
      this.#now = next;
      this.#covered = asked;
      for (const one of held) this.#hear(one);
      this.#hear(frame);
    });
  }

  /** Gives up what was to take the place. */
  #leave(): void {
    this.#next?.close();
    this.#next = null;
  }

  #connect(hear: (frame: Frame) => void): Connection {
    const query = new URLSearchParams();
    if (this.#after) query.set("after", this.#after);
    if (this.#looked) query.set("drafts", this.#looked.join() || NONE);
    const path = query.size > 0 ? `/api/events?${query}` : "/api/events";
    return new Connection(this.ports, path, hear, () => this.#broke());
  }

  #hear({ name, id, data }: Frame): void {
    switch (name) {
      case "event":
      case "draft":
      case "wait":
      case "progress":
      case "disk":
      case "read": {
        const known = id !== "" && this.#told.has(id);
        if (id && this.#next) this.#told.add(id);
        if (!known) this.tell({ type: "frame", name, data: JSON.parse(data) });
        // Only what was handed on is behind us.
        if (id) this.#after = id;
        return;
      }
      case "sync": {
        const { position } = JSON.parse(data);
        if (typeof position === "string") this.#after = position;
        this.#tries = 0;
        // What took another's place broke nothing.
        if (this.#ready) return;
        this.#ready = true;
        this.tell({ type: "ready", again: this.#wasReady, position: this.#after });
        this.#wasReady = true;
        return;
      }
      case "reset":
        this.#after = "";
        this.#wasReady = false;
        this.#told.clear();
        this.tell({ type: "reset" });
        return this.open();
    }
  }

  #broke(): void {
    this.close();
    const wait = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** this.#tries++);
    const againMs = wait * (0.5 + this.ports.random() / 2);
    this.tell({ type: "down", againMs });
    this.#cancelTimer = this.ports.after(againMs, () => this.open());
  }
}
