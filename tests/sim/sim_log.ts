/** Opens the real log on a simulated store, in a virtual process. */
import { type LogOptions, openLog, type StoreLog } from "../../events/store/log.ts";
import type { PackingBounds } from "../../events/store/upkeep/packing.ts";
import type { SimProcess } from "./scheduler.ts";
import type { SimDisk } from "./sim_disk.ts";
import { type SimFaults, SimKv } from "./sim_kv.ts";

/** Histories are short: what is older than a few events is old. */
const PACKING: PackingBounds = { keep: 12, events: 24, bytes: 64_000 };

export function openSimLog(
  disk: SimDisk,
  process: SimProcess,
  faults: SimFaults,
  options: Partial<LogOptions> = {},
): Promise<StoreLog> {
  return openLog({
    path: "simulated",
    kind: "file",
    environment: process.environment,
    open: () => Promise.resolve(new SimKv(disk, process, faults)),
    packing: PACKING,
    // Of a service nobody sees that.
    ...(options.kind === "remote" ? {} : { writtenSince: () => disk.writtenSince() }),
    ...options,
  });
}
