/** When something happened, told alike by all processes of a machine. */

/** Where a server that was started with `stamping.ts` tells what it noted. */
export const STAMPS_PATH = "/bench/stamps";

/** By the name of a hop, when it happened first. */
export type Stamps = Readonly<Record<string, number>>;

/** Milliseconds since the epoch, to the microsecond, the same on every thread and in every process. */
export const sharedNow = (): number => performance.timeOrigin + performance.now();
