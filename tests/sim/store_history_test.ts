/** Histories of the store under everything that can go wrong, and the mutants that they must catch. */
import { draws } from "../effort.ts";
import assert from "node:assert/strict";
import type { StoreLog } from "../../events/store/log.ts";
import { originPosition } from "../../events/store/read/position.ts";
import { armedTooLate, MUTANTS } from "./mutants.ts";
import { Scheduler, SimProcess } from "./scheduler.ts";
import { SimDisk } from "./sim_disk.ts";
import { NO_FAULTS } from "./sim_kv.ts";
import { openSimLog } from "./sim_log.ts";
import { storeHistory } from "./store_history.ts";
import { appended, noise, said } from "../events/store/given.ts";

const SEEDS = Number(Deno.env.get("FISHBOWL_STORE_SEEDS") ?? draws(200));
/** Seeds in which every mutant must have been caught. */
const MUTANT_SEEDS = 60;
/** The same for a follower that arms too late: one in 25 histories of one append after another shows it. */
const LATE_SEEDS = 400;

Deno.test("nothing acknowledged is lost or doubled, followers miss nothing, shown text stays, in every history", async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { broken } = await storeHistory(seed);
    assert.deepEqual(broken, [], `seed ${seed}`);
  }
});

Deno.test("the same seed twice is the same history", async () => {
  for (const seed of [3, 4]) {
    assert.equal((await storeHistory(seed)).trace, (await storeHistory(seed)).trace);
  }
  assert.notEqual((await storeHistory(3)).trace, (await storeHistory(4)).trace);
});

for (const [name, mutant] of Object.entries(MUTANTS)) {
  Deno.test(`a store ${name} is caught`, async () => {
    for (let seed = 1; seed <= MUTANT_SEEDS; seed++) {
      const caught = await storeHistory(seed, mutant).then(({ broken }) => broken.length > 0, () => true);
      if (caught) return;
    }
    assert.fail(`not caught in ${MUTANT_SEEDS} histories`);
  });
}

/** Events that a follower of the only process has not seen a second after the last append. */
async function missed(seed: number, wrap: (log: StoreLog) => StoreLog): Promise<number> {
  const scheduler = new Scheduler(seed);
  const process = new SimProcess(scheduler, "p");
  return await scheduler.run((async () => {
    const log = wrap(await openSimLog(new SimDisk(), process, NO_FAULTS, { kind: "memory" }));
    let seen = 0;
    const stop = new AbortController();
    void (async () => {
      for await (const commit of log.order.follow(originPosition(log.epoch), stop.signal)) {
        seen += commit.events.length;
      }
    })();
    for (let i = 0; i < 5; i++) {
      // Too long for an event, it lies beside it: such events are in no memory, and to read one takes time.
      await appended(log, "c", [said(`e/${i}`, noise(50_000, i))]);
      await scheduler.sleep(scheduler.random.between(0, 2));
    }
    await scheduler.sleep(1_000);
    stop.abort();
    return 5 - seen;
  })());
}

Deno.test("a follower that arms before it reads misses no wake-up; one that arms after is caught", async () => {
  for (let seed = 1; seed <= 50; seed++) assert.equal(await missed(seed, (log) => log), 0, `seed ${seed}`);
  for (let seed = 1; seed <= LATE_SEEDS; seed++) if (await missed(seed, armedTooLate) > 0) return;
  assert.fail(`not caught in ${LATE_SEEDS} histories`);
});
