/** Engines with one safeguard left out, which the same histories must catch. */
import assert from "node:assert/strict";
import { simulate } from "./simulate.ts";
import { MUTANTS } from "./variants.ts";

/** Histories within which every mutant must have been caught. */
const MUTANT_SEEDS = 400;

for (const mutant of MUTANTS) {
  Deno.test(`the simulation notices an engine with ${mutant.name}`, async () => {
    for (let seed = 1; seed <= MUTANT_SEEDS; seed++) {
      if ((await simulate(seed, mutant)).complaints.length > 0) return;
    }
    assert.fail(`not noticed in ${MUTANT_SEEDS} histories`);
  });
}
