/** Where a server reads the time, and what it took. */
import process from "node:process";

/** The clocks of the program; a test brings its own. */
export const CLOCKS = { now: () => Date.now(), monotonic: () => performance.now() };
/** With what the process has used of the processor, in milliseconds. */
export const MEASURES = {
  ...CLOCKS,
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};
