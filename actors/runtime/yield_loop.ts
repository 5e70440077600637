/** Work that may be long gives up the loop as it goes: there is one thread, and everybody waits for it. */
import { setImmediate } from "node:timers";

/** Lets everything that waits have its turn. */
export const rest = (): Promise<void> => new Promise((done) => setImmediate(() => done()));

/** Counts steps of a long piece of work and rests after every `every` of them. */
export class Stepping {
  #steps = 0;

  /** @param every steps that take a few milliseconds at most */
  constructor(readonly every: number) {}

  /** True when it is time to `await rest()`: nothing is awaited where nothing has to be. */
  get tired(): boolean {
    return ++this.#steps % this.every === 0;
  }
}
