/** Work that may be long gives up the loop as it goes: there is one thread, and everybody waits for it. */
import { setImmediate } from "node:timers/promises";

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
