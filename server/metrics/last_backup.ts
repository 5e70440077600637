/**
 * When a sound copy of the store was last made, and how large it was. Whoever makes one tells the store itself, in a
 * row beside the log: so every process on it knows, on whatever machine, and what a restore brings back is never newer
 * than the copy. One that failed, or was found not to be sound, tells nothing.
 */
import { z } from "zod";
import type { StoreLog } from "../../events/store/log.ts";

/** Milliseconds since the epoch of the last moment that a date can tell. */
const LAST_MOMENT = 8.64e15;
const Row = z.object({ at: z.number().min(0).max(LAST_MOMENT), bytes: z.number().min(0) });
/** `at`: milliseconds since the epoch, when it was begun; what was said since is not in it. */
export type LastBackup = z.infer<typeof Row>;

const LAST = "last";

/**
 * Two programs may make backups; the one that was begun later counts. What is told of a time that is still to come was
 * told by a clock that ran ahead: it must not hide each one until then.
 */
export async function noteBackup(log: Pick<StoreLog, "side">, made: LastBackup, now: number): Promise<void> {
  await log.side("backup").update(LAST, (known) => {
    const { data } = Row.safeParse(known);
    return data && data.at > made.at && data.at <= now ? undefined : { at: made.at, bytes: made.bytes };
  });
}

/** Null where none was made, or nobody can read what was told of it. */
export async function lastBackup(log: Pick<StoreLog, "side">): Promise<LastBackup | null> {
  const row = await log.side("backup").get(LAST).catch(() => undefined);
  return Row.safeParse(row).data ?? null;
}
