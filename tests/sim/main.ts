/**
 * `deno task sim --seeds N [--from S] [--jobs J] [--mutant NAME]`: runs many seeds over all cores and prints those
 * that fail. A seed is a whole history by itself, so each core has its own and they share nothing.
 */
import { parseArgs } from "node:util";
import { CUT_VERDICTS, HAD_BACK, PACKED } from "./coverage.ts";
import { COMPARED } from "./sim_comparisons.ts";
import { DIMENSIONS } from "./dimensions.ts";
import { COMPARING, MUTANTS, SOUND } from "./variants.ts";
import type { Share, Told } from "./worker.ts";

/** Seeds between two lines that say how far it is. */
const TELL_EVERY = 5_000;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    jobs: { type: "string", default: `${navigator.hardwareConcurrency}` },
    mutant: { type: "string" },
  },
});

function whole(name: "seeds" | "from" | "jobs", least: number): number {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < least) {
    throw new Error(`--${name} is a whole number from ${least}.`);
  }
  return value;
}
const [from, seeds, jobs] = [whole("from", 0), whole("seeds", 1), whole("jobs", 1)];
const name = values.mutant ?? SOUND.name;
const variants = [COMPARING, ...MUTANTS];
if (values.mutant !== undefined && !variants.some((variant) => variant.name === name)) {
  throw new Error(`There is no mutant of this name: ${variants.map(({ name }) => name).join(", ")}.`);
}

const startedAt = performance.now();
const covered = new Map<string, number>();
const sum = { done: 0, failed: 0, steps: 0, events: 0 };

function hear({ seed, complaints, steps, events, covered: met }: Told): void {
  for (const [what, times] of met) covered.set(what, (covered.get(what) ?? 0) + times);
  sum.done++;
  sum.steps += steps;
  sum.events += events;
  if (complaints.length > 0) {
    sum.failed++;
    console.log(`seed ${seed}:`);
    for (const complaint of complaints) console.log(`  ${complaint}`);
  }
  if (sum.done % TELL_EVERY === 0 && sum.done < seeds) console.log(`${sum.done} seeds, ${sum.failed} failed`);
}

/** Every `every`-th seed from `first` on, in a thread of its own. */
function run(share: Share): Promise<void> {
  const worker = new Worker(import.meta.resolve("./worker.ts"), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.onmessage = ({ data }: MessageEvent<Told | "done">) => {
    if (data === "done") resolve();
    else hear(data);
  };
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage(share);
  return promise.finally(() => worker.terminate());
}

const shares = Array.from({ length: Math.min(jobs, seeds) }, (_, index): Share => ({
  first: from + index,
  end: from + seeds,
  every: Math.min(jobs, seeds),
  variant: name,
}));
await Promise.all(shares.map(run));
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
console.log(
  `${sum.done} seeds, ${sum.failed} failed, ${sum.steps} steps, ${sum.events} events, ${seconds} s (${name})`,
);
console.log(
  `${covered.get(PACKED) ?? 0} packed values, ${covered.get(HAD_BACK) ?? 0} conversations had back, ` +
    `${covered.get("run ended") ?? 0} runs of checks with ${
      covered.get(CUT_VERDICTS) ?? 0
    } verdicts cut short`,
);
console.log(COMPARED.map((what) => `${what} ${covered.get(what) ?? 0}`).join(", "));
console.log(DIMENSIONS.map((name) => `${name} ${covered.get(`dimension ${name}`) ?? 0}`).join(", "));
Deno.exit(sum.failed > 0 || sum.done !== seeds ? 1 : 0);
