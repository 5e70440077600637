/** A log, or two, for the length of a test: closed behind it, however it ends. */
import { WHOLE } from "../../effort.ts";
import { memoryKv } from "../../sim/memory_kv.ts";
import { SimDisk } from "../../sim/sim_disk.ts";
import { type LogOptions, openLog, type StoreLog } from "../../../events/store/log.ts";

/**
 * A log in memory, simulated where not everything is done: the contract of the store holds of both.
 * @param options what is different
 */
export const openInMemory = (options: Partial<LogOptions> = {}): Promise<StoreLog> =>
  openLog({
    path: ":memory:",
    ...(WHOLE ? {} : { open: () => Promise.resolve(memoryKv(new SimDisk())) }),
    ...options,
  });

/** @param options where it lies, and what is different; in memory, if nothing is said */
export async function withLog<T>(
  body: (log: StoreLog) => Promise<T>,
  options: Partial<LogOptions> = {},
): Promise<T> {
  const { path } = options;
  const log = await (path === undefined ? openInMemory(options) : openLog({ ...options, path }));
  try {
    return await body(log);
  } finally {
    await log.close();
  }
}

/** Two stores that know nothing of one another. */
export const withLogs = <T>(body: (a: StoreLog, b: StoreLog) => Promise<T>): Promise<T> =>
  withLog((a) => withLog((b) => body(a, b)));
