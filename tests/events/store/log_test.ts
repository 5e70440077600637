/** The contract on every store there is. */
import assert from "node:assert/strict";
import type { Atomic } from "../../../events/store/kv/kv.ts";
import { openLog } from "../../../events/store/log.ts";
import { memoryKv } from "../../sim/memory_kv.ts";
import { SeededRandom } from "../../sim/random.ts";
import { Scheduler, SimProcess } from "../../sim/scheduler.ts";
import { SimDisk } from "../../sim/sim_disk.ts";
import { NO_FAULTS, type SimFaults } from "../../sim/sim_kv.ts";
import { openSimLog } from "../../sim/sim_log.ts";
import { logContract, type Open } from "./contract.ts";
import { appended, said } from "./given.ts";
import { name, onFile } from "./on_file.ts";
import { withLog } from "./with_log.ts";

const random = crypto.randomUUID().slice(0, 8);

logContract("memory", (body) => withLog((log) => body({ log, name }), { path: ":memory:" }), {
  alone: "no other process sees the memory of this one",
  share: [4, 1],
});

logContract("a file", onFile, { share: [2, 1] });

/** One history for each case, with everything going wrong that can. */
function simulated(seed: number, faults: SimFaults, kind: "file" | "remote"): Open {
  return async (body) => {
    const scheduler = new Scheduler(seed);
    const disk = new SimDisk();
    if (kind === "remote") disk.checks = 10;
    const run = async () => {
      const options = { kind };
      const log = await openSimLog(disk, new SimProcess(scheduler, "a"), faults, options);
      const second = () => openSimLog(disk, new SimProcess(scheduler, "b"), faults, options);
      await body({ log, name, second });
      await log.close();
    };
    await scheduler.run(run(), { ms: 36_000_000 });
  };
}
const seed = new SeededRandom(Number(Deno.env.get("FISHBOWL_SEED") ?? 1)).below(1e9);
logContract("a simulated store", simulated(seed, NO_FAULTS, "file"));
const trouble: SimFaults = {
  locked: 0.2,
  failed: 0.05,
  unacknowledged: 0.15,
  late: 0,
  unread: 0,
  delay: [0.1, 5],
};
logContract("a simulated store with trouble", simulated(seed, trouble, "file"), { share: [3, 1] });
const farTrouble: SimFaults = {
  locked: 0,
  failed: 0.1,
  unacknowledged: 0.15,
  late: 0.05,
  unread: 0,
  delay: [1, 50],
};
logContract("a simulated remote store with trouble", simulated(seed, farTrouble, "remote"), {
  share: [3, 1],
});

const url = Deno.env.get("FISHBOWL_TEST_KV");
logContract("a KV Connect service", async (body) => {
  const path = url ?? "";
  const log = await openLog({ path });
  try {
    await body({ log, name: () => `${random}-${name()}`, second: () => openLog({ path }) });
  } finally {
    await log.close();
  }
}, { ignore: url === undefined, together: true });

Deno.test("a log that is closed ends first what is being committed", async () => {
  const kv = memoryKv(new SimDisk());
  const { atomic } = kv;
  const done: string[] = [];
  const [begun, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slowly = (): Atomic => {
    const made = atomic.call(kv);
    const { commit } = made;
    return Object.assign(made, {
      commit: async () => {
        begun.resolve();
        await allowed.promise;
        const result = await commit.call(made);
        done.push("committed");
        return result;
      },
    });
  };
  const log = await openLog({ path: ":memory:", open: () => Promise.resolve(kv) });
  Object.assign(kv, { atomic: slowly, close: () => void done.push("closed") });
  const appending = appended(log, "a", [said("a/0")]);
  await begun.promise;
  const closing = log.close();
  setTimeout(allowed.resolve, 0);
  await Promise.all([appending, closing]);
  assert.deepEqual(done, ["committed", "closed"]);
});
