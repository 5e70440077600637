/** The whole system under everything that can go wrong, and the mutants that the same histories must catch. */
import assert from "node:assert/strict";
import { Mode } from "../../events/conversation.ts";
import { simulate } from "./simulate.ts";
import { MUTANTS, SOUND } from "./variants.ts";

/** Histories of an ordinary test run; `deno task sim --seeds N` runs more. */
const SEEDS = Number(Deno.env.get("FISHBOWL_SIM_SEEDS") ?? 150);
/** Histories within which every mutant must have been caught. */
const MUTANT_SEEDS = 400;

Deno.test("M-5 P1 P2 S2-12 S2-13 S2-48 whatever breaks, every turn ends once, nothing acknowledged or shown is lost", async () => {
  let events = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const run = await simulate(seed);
    assert.deepEqual(run.complaints, [], `seed ${seed}`);
    events += run.events;
  }
  assert.ok(events > 20 * SEEDS, `only ${events} events: the histories are too short to prove anything`);
});

/** Histories in which every conversation is in one mode; the mixed ones reach some modes too rarely. */
const MODE_SEEDS = 60;

/** What must have happened to turns of a mode, so that the histories say something about it. */
const MUST: Readonly<Record<Mode, readonly RegExp[]>> = {
  parallel: [/^enabled$/, /^retried$/],
  round_robin: [/^in_turn$/, /^passed$/],
  manual: [/^asked$/, /^retried$/],
  manager: [/^managing$/, /^addressed$/, /^repaired$/, /^capped$/],
};

for (const mode of Mode.options) {
  Deno.test(`M-5 every turn ends once also where all is in the mode ${mode}: stopped, cut, failed and finished`, async () => {
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= MODE_SEEDS; seed++) {
      const { complaints, covered } = await simulate(seed, SOUND, mode);
      assert.deepEqual(complaints, [], `seed ${seed}`);
      for (const [what, times] of covered) seen.set(what, (seen.get(what) ?? 0) + times);
    }
    const times = (what: RegExp) =>
      [...seen].filter(([key]) => key.startsWith(`${mode} `) && what.test(key.slice(mode.length + 1)))
        .reduce((sum, [, n]) => sum + n, 0);
    for (const what of [...MUST[mode], /^completed$/, /^failed$/, /^cancelled stopped$/, /^cut after /]) {
      assert.ok(times(what) > 0, `${what}: ${times(what)} times in ${MODE_SEEDS} histories`);
    }
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
