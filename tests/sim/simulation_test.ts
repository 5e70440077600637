/** The whole system under everything that can go wrong. */
import assert from "node:assert/strict";
import { draws, FULL } from "../effort.ts";
import { ERASED, HAD_BACK, PACKED } from "./coverage.ts";
import { DIMENSIONS } from "./dimensions.ts";
import { simulate } from "./simulate.ts";

/** Histories of an ordinary test run; `deno task sim --seeds N` runs more. */
const SEEDS = Number(Deno.env.get("FISHBOWL_SIM_SEEDS") ?? draws(200));
const PANELS = ["panel completed", "panel stopped"];
const COMPARISONS = ["comparison judged", "comparison revealed"];
// That a process dies just then is seldom: its own tests have it die behind every write.
const HANDS = [
  "hands TurnCompleted",
  "hands TurnCancelled",
  ...(FULL ? ["hands calls", "hands TurnInterrupted"] : []),
];
/** How many times as many are run at most until each dimension was met. */
const MOST = 4;

// Shows M-5, P1, P2, S2-12, S2-13, S2-48.
Deno.test("whatever breaks, every turn ends once, nothing acknowledged or shown is lost", async () => {
  let events = 0;
  const covered = new Map<string, number>();
  const unmet = () =>
    [...DIMENSIONS.map((name) => `dimension ${name}`), HAD_BACK, ERASED, ...PANELS, ...HANDS, ...COMPARISONS]
      .filter((what) => !covered.has(what));
  for (let seed = 1; seed <= SEEDS || (unmet().length > 0 && seed <= MOST * SEEDS); seed++) {
    const run = await simulate(seed);
    assert.deepEqual(run.complaints, [], `seed ${seed}`);
    events += run.events;
    for (const [what, times] of run.covered) covered.set(what, (covered.get(what) ?? 0) + times);
  }
  assert.deepEqual(unmet(), [], "no history met these");
  assert.ok((covered.get(PACKED) ?? 0) > SEEDS / 2, `only ${covered.get(PACKED)} packed values`);
  assert.ok(events > 20 * SEEDS, `only ${events} events: the histories are too short to prove anything`);
});

Deno.test("the same seed twice is the same history, another seed is another", async () => {
  const traces = new Set<string>();
  for (const seed of [2, 9]) {
    const { trace } = await simulate(seed);
    assert.equal((await simulate(seed)).trace, trace);
    traces.add(trace);
  }
  assert.equal(traces.size, 2);
});
