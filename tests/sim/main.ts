/** `deno task sim --seeds N [--from S] [--mutant NAME]`: runs many seeds, prints those that fail. */
import { parseArgs } from "node:util";
import { simulate } from "./simulate.ts";
import { MUTANTS, SOUND } from "./variants.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    mutant: { type: "string" },
  },
});
const from = Number(values.from);
const variant = values.mutant ? MUTANTS.find(({ name }) => name === values.mutant) : SOUND;
if (!variant) {
  throw new Error(`There is no mutant of this name: ${MUTANTS.map(({ name }) => name).join(", ")}.`);
}

const startedAt = performance.now();
let failed = 0;
let steps = 0;
let events = 0;
for (let seed = from; seed < from + Number(values.seeds); seed++) {
  const run = await simulate(seed, variant);
  steps += run.steps;
  events += run.events;
  if (run.complaints.length === 0) continue;
  failed++;
  console.log(`seed ${seed}:`);
  for (const complaint of run.complaints) console.log(`  ${complaint}`);
}
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
console.log(
  `${values.seeds} seeds, ${failed} failed, ${steps} steps, ${events} events, ${seconds} s (${variant.name})`,
);
Deno.exit(failed > 0 ? 1 : 0);
