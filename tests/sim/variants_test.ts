/** Engines with one safeguard left out, which the same histories must catch. */
import assert from "node:assert/strict";
import { simulate } from "./simulate.ts";
import { MUTANTS } from "./variants.ts";

/** Histories within which every mutant must have been caught. */
const MUTANT_SEEDS = 400;
/** Seeds that showed a mutant last, tried first; one that no longer does costs the time to find another. */
const SHOWED: Readonly<Record<string, number>> = {
  "no fence": 10,
  "no comparison of ids": 8,
  "showing before storing": 10,
  "drafts without the work row": 71,
  "claim ids without a nonce": 7,
  "tools that run again after a crash": 301,
};

for (const mutant of MUTANTS) {
  Deno.test(`the simulation notices an engine with ${mutant.name}`, async () => {
    const all = Array.from({ length: MUTANT_SEEDS }, (_, index) => index + 1);
    for (const seed of [SHOWED[mutant.name] ?? 1, ...all]) {
      if ((await simulate(seed, mutant)).complaints.length > 0) return;
    }
    assert.fail(`not noticed in ${MUTANT_SEEDS} histories`);
  });
}
