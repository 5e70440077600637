/** The same with every conversation in one mode, and each mode really met: its turns end in every way they can. */
import assert from "node:assert/strict";
import { Mode } from "../../events/catalog/conversation.ts";
import { FULL } from "../effort.ts";
import { EXPECTED } from "../expected_of_modes.ts";
import { simulate } from "./simulate.ts";
import { SOUND } from "./variants.ts";

/** Histories in which every conversation is in one mode; the mixed ones reach some modes too rarely. */
const MODE_SEEDS = 60;
/** Of these the fewest; more are drawn only until everything expected has been met. */
const LEAST_SEEDS = FULL ? MODE_SEEDS : 3;
/** Seeds that met all of it last, run first. */
const MET: Readonly<Record<Mode, readonly number[]>> = {
  parallel: [17, 1, 9],
  round_robin: [17],
  manual: [1, 22],
  manager: [5, 13, 18],
};

for (const mode of Mode.options) {
  // Shows M-5.
  Deno.test(`every turn ends once also where all is in the mode ${mode}: stopped, cut, failed and finished`, async () => {
    const missing = new Set([
      ...EXPECTED[mode].met,
      /^completed$/,
      /^failed$/,
      /^cancelled stopped$/,
      /^cut after /,
    ]);
    const seeds = new Set([...MET[mode], ...Array.from({ length: MODE_SEEDS }, (_, index) => index + 1)]);
    for (const [run, seed] of [...seeds].entries()) {
      if (run >= LEAST_SEEDS && missing.size === 0) break;
      const { complaints, covered } = await simulate(seed, SOUND, mode);
      assert.deepEqual(complaints, [], `seed ${seed}`);
      for (const key of covered.keys()) {
        if (!key.startsWith(`${mode} `)) continue;
        for (const what of missing) if (what.test(key.slice(mode.length + 1))) missing.delete(what);
      }
    }
    assert.deepEqual([...missing], [], `not met in ${MODE_SEEDS} histories`);
  });
}
