/** Engines with one safeguard left out, which the same histories must catch. */
import assert from "node:assert/strict";
import { simulate } from "./simulate.ts";
import { MUTANTS } from "./variants.ts";

/** Histories within which every mutant must have been caught. */
const MUTANT_SEEDS = 400;
/** Seeds that showed a mutant last, tried first; one that no longer does costs the time to find another. */
const SHOWED: Readonly<Record<string, number>> = {
  "no fence": 34,
  "no head check": 12,
  "no comparison of ids": 5,
  "reading before arming": 2,
  "showing before storing": 21,
  "drafts without the work row": 21,
  "claim ids without a nonce": 15,
  "tools that ask nobody": 2,
  "tools that run again after a crash": 169,
  "time by the clock on the wall": 3,
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
