/** Comparisons beside everything else, in each of these histories: asked, judged, revealed, erased and copied while processes die. */
import assert from "node:assert/strict";
import { FULL } from "../effort.ts";
import { COMPARED } from "./sim_comparisons.ts";
import { simulate } from "./simulate.ts";
import { COMPARING } from "./variants.ts";

/** Comparisons of a full run, and seeds of any other at most until each thing was met. */
const MANY = 1_000;
const MOST = 60;
/** Seeds that showed what was once wrong, or a mutant, and one that meets what they do not: these are run every day. */
const SHOWED: readonly number[] = [5, 7, 8, 14, 16, 22, 28, 29, 31, 32, 38, 42, 56];

Deno.test("comparisons are sealed until they are revealed, verify then, are judged once, and lose nothing, whatever is killed when", async () => {
  const covered = new Map<string, number>();
  const met = (what: string) => covered.get(what) ?? 0;
  const run = async (seed: number) => {
    const { complaints, covered: here } = await simulate(seed, COMPARING);
    assert.deepEqual(complaints, [], `seed ${seed}`);
    for (const [what, times] of here) covered.set(what, met(what) + times);
  };
  for (const seed of SHOWED) await run(seed);
  const missing = () => COMPARED.filter((what) => met(what) === 0);
  const isEnough = (seed: number) =>
    FULL ? met("comparison asked") >= MANY : missing().length === 0 || seed > MOST;
  for (let seed = 1; !isEnough(seed); seed++) await run(seed);
  assert.deepEqual(missing(), [], "not met");
});
