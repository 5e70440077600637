/** A simulated store in real time: what is asked is answered in a later turn of the event loop, and nothing fails. */
import { setImmediate } from "node:timers";
import type { Kv } from "../../events/store/kv/kv.ts";
import type { SimDisk } from "./sim_disk.ts";
import { NO_FAULTS, SimKv } from "./sim_kv.ts";

const HOLDER: ConstructorParameters<typeof SimKv>[1] = {
  name: "memory",
  alive: true,
  scheduler: {
    random: { chance: () => false, between: () => 0 },
    after: (_delay, _label, run) => setImmediate(run),
  },
  only: (promise) => promise,
};

export const memoryKv = (disk: SimDisk): Kv => new SimKv(disk, HOLDER, NO_FAULTS);
