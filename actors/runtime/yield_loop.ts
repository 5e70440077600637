/** Work that may be long gives up the loop as it goes: there is one thread, and everybody waits for it. */
import { setImmediate } from "node:timers/promises";
import type { Environment } from "./environment.ts";

/** Lets everything that waits have its turn. */
export const yieldLoop = (): Promise<void> => setImmediate();

/** Counts steps of a long piece of work: after every `every` of them it is time to yield. */
export class Steps {
  #steps = 0;

  /** @param every steps that take a few milliseconds at most */
  constructor(readonly every: number) {}

  /** True when it is time to `await yieldLoop()`: nothing is awaited where nothing has to be. */
  get due(): boolean {
    return ++this.#steps % this.every === 0;
  }
}

/**
 * Takes one after the other, and gives up the loop behind every `every`.
 * @param rest lets others have their turn
 */
export async function inTurns<T>(
  all: readonly T[],
  every: number,
  take: (one: T, index: number) => void,
  rest: () => Promise<void> = yieldLoop,
): Promise<void> {
  for (let at = 0; at < all.length; at++) {
    if (at > 0 && at % every === 0) await rest();
    const one = all[at];
    if (one !== undefined) take(one, at);
  }
}

/**
 * Takes work to its end that says itself where others may have their turn.
 * @param rest lets them
 */
export async function inPieces<T>(
  pieces: Generator<void, T>,
  rest: () => Promise<void> = yieldLoop,
): Promise<T> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    await rest();
  }
}

/** Pieces of work that are ready in the same moment, each in a turn of the loop of its own. */
export class OneByOne {
  #last: Promise<void> = Promise.resolve();

  constructor(readonly ports: Pick<Environment, "breathe">) {}

  /** Resolves in a turn of the loop that is nobody else's of these. */
  next(): Promise<void> {
    return this.#last = this.#last.then(() => this.ports.breathe());
  }
}

/** Milliseconds of work in a row: others wait no longer for their turn. */
const SLICE_MS = 4;

/** A long piece of work in slices by time, for work of which nobody knows how long a step takes. */
export class Slices {
  #since: number;

  constructor(readonly ports: Pick<Environment, "monotonic" | "breathe">) {
    this.#since = ports.monotonic();
  }

  /** True when it is time to `await rest()`: nothing is awaited where nothing has to be. */
  get due(): boolean {
    return this.ports.monotonic() - this.#since >= SLICE_MS;
  }

  /** Lets everything that waits have its turn. */
  async rest(): Promise<void> {
    await this.ports.breathe();
    this.#since = this.ports.monotonic();
  }
}
