/** Migrating a store from one file, which nobody has open, to another. */
import { fromBytes } from "./codec.ts";
import type { Progress } from "./derived_rows.ts";
import { DiskFull, StoreCorrupt, StoreUnreadable, why } from "./errors.ts";
import { EPOCH_KEY, FORMAT_KEY } from "./keys.ts";
import { type Kv, trouble } from "./kv.ts";
import { openLog } from "./log.ts";
import { Mark, markFile } from "./mark.ts";
import { migrate } from "./migrate.ts";
import { openDenoKv } from "./open.ts";
import { endPosition } from "./order.ts";
import { parsePosition } from "./position.ts";
import { privateFile } from "./private_files.ts";

/**
 * The format of a closed store file; undefined where it says none.
 * @throws {StoreUnreadable | DiskFull} one line
 */
export async function formatOf(path: string): Promise<unknown> {
  let kv: Kv | null = null;
  try {
    kv = await openDenoKv(path);
    return fromBytes((await kv.get(FORMAT_KEY)).value);
  } catch (error) {
    if (trouble(error) === "full") throw new DiskFull();
    throw new StoreUnreadable(`The store cannot be opened: ${why(error)}`, { cause: error });
  } finally {
    kv?.close();
  }
}

/**
 * Migrates the file `from` of format 1 into the file `to`, which is new.
 * @throws {StoreError} one line; what is at `to` is then no store
 */
export async function migrateFile(from: string, to: string, progress?: Progress): Promise<void> {
  const former = await openDenoKv(from);
  try {
    await refuseLost(former, from);
    await privateFile(to, () => undefined);
    const fresh = await openLog({ path: to });
    try {
      await migrate(former, fresh, progress);
    } finally {
      await fresh.close();
    }
  } catch (error) {
    if (error instanceof DiskFull || error instanceof StoreUnreadable) throw error;
    throw new StoreCorrupt(
      `The store is not sound, so it was not migrated: ${
        why(error)
      } Run verify of the release that wrote it.`,
      { cause: error },
    );
  } finally {
    former.close();
  }
}

/** Refuses a store that ends before a place it had reached. */
async function refuseLost(kv: Kv, path: string): Promise<void> {
  const epoch = fromBytes<string>((await kv.get(EPOCH_KEY)).value) ?? "";
  const end = async () => ({ epoch, stamp: parsePosition(await endPosition({ kv, epoch }))?.stamp ?? "" });
  const mark = await Mark.open({ file: markFile(path), end, sleep: () => Promise.resolve() });
  const lost = await mark.lost();
  if (lost) throw new StoreCorrupt(lost);
}
