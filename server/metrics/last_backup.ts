/**
 * When a sound copy of the store was last made, and how large it was. Whoever makes one tells the store itself, in a
 * row beside the log: so every process on it knows, on whatever machine, and what a restore brings back is never newer
 * than the copy. One that failed, or was found not to be sound, tells nothing.
 */
import { z } from "zod";
import type { StoreLog } from "../../events/store/log.ts";

const Row = z.object({ at: z.number(), bytes: z.number() });
/** `at`: milliseconds since the epoch, when it was begun; what was said since is not in it. */
export type LastBackup = z.infer<typeof Row>;

const LAST = "last";

/** Two programs may make backups; the one that was begun later counts. */
export async function noteBackup(log: Pick<StoreLog, "side">, made: LastBackup): Promise<void> {
  await log.side("backup").update(LAST, (known) => {
    const { data } = Row.safeParse(known);
    return data && data.at > made.at ? undefined : { at: made.at, bytes: made.bytes };
  });
}

/** Null where none was made, or nobody can read what was told of it. */
export async function lastBackup(log: Pick<StoreLog, "side">): Promise<LastBackup | null> {
  const row = await log.side("backup").get(LAST).catch(() => undefined);
  return Row.safeParse(row).data ?? null;
}
