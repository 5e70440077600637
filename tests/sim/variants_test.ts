/** Engines with one safeguard left out, which the same histories must catch. */
import assert from "node:assert/strict";
import { simulate } from "./simulate.ts";
import { draws, FULL } from "../effort.ts";
import { MUTANTS, SOUND } from "./variants.ts";

/** Histories within which every mutant must have been caught. */
const MUTANT_SEEDS = 400;
/**
 * Seeds that showed a mutant last, of the shortest histories, tried first. Where none of them does any more another is
 * looked for, and told: it belongs in here. In full that is a fault: every day nobody sees what tests say.
 */
const SHOWED: Readonly<Record<string, readonly number[]>> = {
  "no fence": [6, 11],
  "no head check": [13, 6],
  "no comparison of ids": [3, 6],
  "reading before arming": [21, 10],
  "showing before storing": [30, 16],
  "drafts without the work row": [1, 18],
  "claim ids without a nonce": [14, 13],
  "events handed out beside the reading": [7, 17],
  "tools that ask nobody": [30, 11],
  "tools that run again after a crash": [126, 31],
  "time by the clock on the wall": [6, 32],
  "the settings' actor held past its idle end": [2, 26],
};

Deno.test("in a store at its worst the engine as it is loses nothing: what shows a mutant there is the mutant", async () => {
  for (let seed = 1; seed <= draws(32); seed++) {
    assert.deepEqual((await simulate(seed, { ...SOUND, worst: true })).complaints, [], `seed ${seed}`);
  }
});

for (const mutant of MUTANTS) {
  Deno.test(`the simulation notices an engine with ${mutant.name}`, async () => {
    const showed = SHOWED[mutant.name] ?? [];
    const all = Array.from({ length: MUTANT_SEEDS }, (_, index) => index + 1);
    for (const seed of [...showed, ...all]) {
      if ((await simulate(seed, mutant)).complaints.length === 0) continue;
      if (showed.includes(seed)) return;
      console.log(`${mutant.name}: seed ${seed} shows it now`);
      assert.ok(!FULL, `seed ${seed} belongs into SHOWED`);
      return;
    }
    assert.fail(`not noticed in ${MUTANT_SEEDS} histories`);
  });
}
