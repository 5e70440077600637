/** The whole system under everything that can go wrong, and the mutants that the same histories must catch. */
import assert from "node:assert/strict";
import { simulate } from "./simulate.ts";
import { MUTANTS } from "./variants.ts";

/** Histories of an ordinary test run; `deno task sim --seeds N` runs more. */
const SEEDS = Number(Deno.env.get("FISHBOWL_SIM_SEEDS") ?? 150);
/** Histories within which every mutant must have been caught. */
const MUTANT_SEEDS = 150;

Deno.test("M-5 P1 P2 S2-12 S2-13 S2-48 whatever breaks, every turn ends once, nothing acknowledged or shown is lost", async () => {
  let events = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const run = await simulate(seed);
    assert.deepEqual(run.complaints, [], `seed ${seed}`);
    events += run.events;
  }
  assert.ok(events > 20 * SEEDS, `only ${events} events: the histories are too short to prove anything`);
});

/** Seeds that once failed, and what they found. */
const FOUND: Readonly<Record<number, string>> = {
  52: "a process that stalls twice is not stalled for ever",
  24450: "a deletion lets no waiting message have its turn",
  100884: "a command that landed in a try that broke is not stored again",
};
for (const [seed, what] of Object.entries(FOUND)) {
  Deno.test(`seed ${seed}: ${what}`, async () => {
    assert.deepEqual((await simulate(Number(seed))).complaints, []);
  });
}

Deno.test("the same seed twice is the same history, another seed is another", async () => {
  for (const seed of [2, 9]) {
    assert.equal((await simulate(seed)).trace, (await simulate(seed)).trace);
  }
  assert.notEqual((await simulate(2)).trace, (await simulate(9)).trace);
});

for (const mutant of MUTANTS) {
  Deno.test(`the simulation notices an engine with ${mutant.name}`, async () => {
    for (let seed = 1; seed <= MUTANT_SEEDS; seed++) {
      if ((await simulate(seed, mutant)).complaints.length > 0) return;
    }
    assert.fail(`not noticed in ${MUTANT_SEEDS} histories`);
  });
}
