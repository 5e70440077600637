/** One thread of `deno task sim`: its share of the seeds, one history after the other. */
import type { Covered } from "./coverage.ts";
import { simulate } from "./simulate.ts";
import { COMPARING, MUTANTS, SOUND } from "./variants.ts";

/** The seeds `first`, `first + every`, … before `end`, and the engine they are run with. */
export interface Share {
  readonly first: number;
  readonly end: number;
  readonly every: number;
  readonly variant: string;
}

/** What a history came to. */
export interface Told {
  readonly seed: number;
  readonly complaints: readonly string[];
  readonly steps: number;
  readonly events: number;
  readonly covered: Covered;
}

interface Thread {
  onmessage: ((event: MessageEvent<Share>) => void) | null;
  postMessage(message: Told | "done"): void;
}

// The thread's own scope, where this file is loaded as one.
const thread = globalThis as unknown as Thread;

thread.onmessage = async ({ data: { first, end, every, variant } }) => {
  const engine = [COMPARING, ...MUTANTS].find(({ name }) => name === variant) ?? SOUND;
  for (let seed = first; seed < end; seed += every) {
    const { complaints, steps, events, covered } = await simulate(seed, engine);
    thread.postMessage({ seed, complaints, steps, events, covered });
  }
  thread.postMessage("done");
};
