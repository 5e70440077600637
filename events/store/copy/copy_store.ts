/**
 * A copy that can be relied on: taken at one moment beside whoever writes, given an epoch of its own, read
 * through from the first event to the last, and on the disk. Whoever takes one removes it when it is not sound.
 */
import { backup } from "./backup.ts";
import { realEnvironment } from "../environment.ts";
import { openLog, type StoreLog } from "../log.ts";
import { renewEpoch } from "../kv/open.ts";
import { copyFile, copyPages, settle } from "../file/page_copy.ts";
import { exists, privateFile } from "../file/private_files.ts";
import type { DerivedRows, Progress } from "../derived_rows.ts";
import { type Report, verify } from "../verify/verify.ts";

/**
 * Where a copy comes from: the file of a store that anybody may have open, that of a finished copy, or a log
 * where there is no file to copy.
 */
export type CopySource = { readonly file: string } | { readonly copy: string } | { readonly log: StoreLog };

export interface CopyOptions {
  readonly derived: DerivedRows;
  readonly progress?: Progress;
  /** What is done to the copy before it is read through. */
  readonly change?: (copy: StoreLog) => Promise<void>;
}

/**
 * Copies a store to the file `to`, which must not be there, and reads the copy through.
 * @returns what was found in the copy: it is sound when there are no problems
 * @throws {StoreError} one line; what is at `to` is then no store
 */
export async function copyStore(from: CopySource, to: string, options: CopyOptions): Promise<Report> {
  const { derived, progress, change } = options;
  if ("log" in from) {
    await privateFile(to, () => undefined);
    await backup(from.log, { path: to }, derived, progress);
  } else {
    // A finished copy is one file alone, and stays one: SQLite puts its own beside what it reads.
    const alone = "copy" in from && !await exists(`${from.copy}-wal`);
    await (alone ? copyFile : copyPages)("copy" in from ? from.copy : from.file, to);
    await renewEpoch(to, realEnvironment);
  }
  const copy = await openLog({ path: to });
  let report: Report;
  try {
    await change?.(copy);
    report = await verify(copy, derived, progress);
  } finally {
    await copy.close();
  }
  await settle(to);
  return report;
}
