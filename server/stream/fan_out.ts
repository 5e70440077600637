/**
 * Telling many readers the same: some of them at a time, so that whoever asks for something meanwhile is answered between
 * two parts and does not wait for all. What comes for a reader before its part has come is sent to it in one piece, so the
 * more happens the less of it each event costs. One timer looks after all of them.
 */
import { setImmediate } from "node:timers";

/** Readers that are sent something before others have their turn: some 2 ms of the loop. */
export const READERS_AT_ONCE = 128;
/** Milliseconds between two looks at each reader: does it read, is it to be given a sign of life? */
export const LOOK_MS = 5_000;

/** Calls `run` every `ms` milliseconds; returns the way to stop. */
export type Every = (ms: number, run: () => void) => () => void;

export const realEvery: Every = (ms, run) => {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
};

/** Resolves when what else there is to do has had its turn. */
export type Breathe = () => Promise<void>;

export const realBreathe: Breathe = () => new Promise((resolve) => setImmediate(() => resolve()));

export interface Fanned {
  /** Sends all that it was to be sent. */
  flush(): void;
  /** Looks whether it is still read, and whether it heard nothing for long. */
  look(): void;
}

export class FanOut {
  readonly #readers = new Set<Fanned>();
  /** Those that have something to be sent, in the order in which it came. */
  readonly #waiting = new Set<Fanned>();
  #going = false;
  #stopLooking: (() => void) | null = null;
  #joined: { readonly parts: readonly Uint8Array[]; readonly bytes: Uint8Array } | null = null;

  constructor(readonly every: Every = realEvery, readonly breathe: Breathe = realBreathe) {}

  /** Readers that are there. */
  get size(): number {
    return this.#readers.size;
  }

  /** One more, who is looked at from now on; returns the way to leave. */
  join(reader: Fanned): () => void {
    this.#readers.add(reader);
    this.#stopLooking ??= this.every(LOOK_MS, () => {
      for (const one of [...this.#readers]) one.look();
      this.go();
    });
    return () => {
      this.#waiting.delete(reader);
      if (!this.#readers.delete(reader) || this.#readers.size > 0) return;
      this.#stopLooking?.();
      this.#stopLooking = null;
    };
  }

  /** It has something to be sent: with the next `go`, or when its part comes. */
  add(reader: Fanned): void {
    this.#waiting.add(reader);
  }

  /** Sends: to the first at once, unless some still wait from before; to the others part by part. */
  go(): void {
    if (this.#going) return;
    this.#some();
    if (this.#waiting.size > 0) void this.#rest();
  }

  /** Several pieces as one: the same bytes for all who are sent the same pieces. */
  joined(parts: readonly Uint8Array[]): Uint8Array {
    const known = this.#joined;
    if (known?.parts.length === parts.length && parts.every((part, at) => part === known.parts[at])) {
      return known.bytes;
    }
    const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    this.#joined = { parts, bytes };
    return bytes;
  }

  async #rest(): Promise<void> {
    this.#going = true;
    while (this.#waiting.size > 0) {
      await this.breathe();
      this.#some();
    }
    this.#going = false;
    this.#joined = null;
  }

  #some(): void {
    let left = READERS_AT_ONCE;
    for (const reader of this.#waiting) {
      if (left-- === 0) return;
      this.#waiting.delete(reader);
      reader.flush();
    }
  }
}
