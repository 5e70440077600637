/** The same with every conversation in one mode, and each mode really met: its turns end in every way they can. */
import assert from "node:assert/strict";
import { Mode } from "../../events/catalog/conversation.ts";
import { EXPECTED } from "../expected_of_modes.ts";
import { simulate } from "./simulate.ts";
import { SOUND } from "./variants.ts";

/** Histories in which every conversation is in one mode; the mixed ones reach some modes too rarely. */
const MODE_SEEDS = 60;

for (const mode of Mode.options) {
  // Shows M-5.
  Deno.test(`every turn ends once also where all is in the mode ${mode}: stopped, cut, failed and finished`, async () => {
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= MODE_SEEDS; seed++) {
      const { complaints, covered } = await simulate(seed, SOUND, mode);
      assert.deepEqual(complaints, [], `seed ${seed}`);
      for (const [what, times] of covered) seen.set(what, (seen.get(what) ?? 0) + times);
    }
    const times = (what: RegExp) =>
      [...seen].filter(([key]) => key.startsWith(`${mode} `) && what.test(key.slice(mode.length + 1)))
        .reduce((sum, [, n]) => sum + n, 0);
    for (
      const what of [...EXPECTED[mode].met, /^completed$/, /^failed$/, /^cancelled stopped$/, /^cut after /]
    ) {
      assert.ok(times(what) > 0, `${what}: ${times(what)} times in ${MODE_SEEDS} histories`);
    }
  });
}
