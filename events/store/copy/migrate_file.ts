/** Migrating a store from one file, which nobody has open, to another. */
import { Buffer } from "node:buffer";
import { DatabaseSync } from "node:sqlite";
import { fromBytes, toBytes } from "../kv/codec.ts";
import { copyRows } from "./compact.ts";
import type { Progress } from "../derived_rows.ts";
import { DiskFull, StoreCorrupt, StoreUnreadable, why } from "../errors.ts";
import { EPOCH_KEY, FORMAT_KEY } from "../kv/keys.ts";
import { type Kv, trouble } from "../kv/kv.ts";
import { openLog } from "../log.ts";
import { Mark, markFile } from "../file/mark.ts";
import { migrate } from "./migrate.ts";
import { FORMAT, openDenoKv } from "../kv/open.ts";
import { endPosition } from "../read/order.ts";
import { parsePosition } from "../read/position.ts";
import { privateFile } from "../file/private_files.ts";

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

/** Formats of earlier releases that are migrated. */
export const FORMER_FORMATS: readonly unknown[] = [1, 2];

/**
 * Migrates the file `from`, of an earlier format, into the file `to`, which is new.
 * @throws {StoreError} one line; what is at `to` is then no store
 */
export async function migrateFile(from: string, to: string, progress?: Progress): Promise<void> {
  const format = await formatOf(from);
  const former = await openDenoKv(from);
  try {
    await refuseLost(former, from);
    if (format === 1) await rewritten(former, to, progress);
    else await renamed(from, to);
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

/** Of format 1 every row of events is another now. */
async function rewritten(former: Kv, to: string, progress?: Progress): Promise<void> {
  await privateFile(to, () => undefined);
  const fresh = await openLog({ path: to });
  try {
    await migrate(former, fresh, progress);
  } finally {
    await fresh.close();
  }
}

/** Of format 2 only the keys of the streams' rows were others: `["s", stream]`. Their stamps stay, which events name. */
async function renamed(from: string, to: string): Promise<void> {
  await copyRows(from, to);
  const database = new DatabaseSync(to);
  try {
    const [from, to, now] = ["\x02s\x00", "\x02s\x01", "\x02at\x00"].map((text) => Buffer.from(text));
    database.prepare("UPDATE kv SET k = CAST(? || substr(k, 4) AS BLOB) WHERE k >= ? AND k < ?")
      .run(now ?? "", from ?? "", to ?? "");
  } finally {
    database.close();
  }
  const fresh = await openDenoKv(to);
  try {
    await fresh.atomic().set(FORMAT_KEY, toBytes(FORMAT)).commit();
  } finally {
    fresh.close();
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
