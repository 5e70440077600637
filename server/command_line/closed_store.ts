/** What replaces the file of a store asks first, and what it makes of it: for `migrate` and `compact`. */
import { openLog } from "../../events/store/log.ts";
import { isOpen, settle } from "../../events/store/file/page_copy.ts";
import { type Hold, holdStoreAlone } from "../../events/store/file/presence.ts";
import { removeLeft } from "../../events/store/file/put_in_place.ts";
import { type Report, verify } from "../../events/store/verify/verify.ts";
import { StartError } from "./start_error.ts";
import { STORE_FILE } from "./store_files.ts";
import { derivedRows } from "./derived_rows.ts";
import { type Console, progress, refuseNoStore, tellProblems } from "./maintenance.ts";
import type { Options } from "./options.ts";
import { HALF, refuseHalfRestored } from "./restore_command.ts";

/** The old store that a migration leaves, with its format behind. */
export const FORMER = `${STORE_FILE}-format-`;
/** New stores before they have their place; one that is left over means nothing. */
export const MIGRATING = `${STORE_FILE}.migrating`;
export const COMPACTING = `${STORE_FILE}.compacting`;

/**
 * The store of the data folder, held so that nobody opens it until the hold is disposed of. What commands that were
 * cut short left there is removed.
 * @throws {StartError} there is none, or a program has it open
 */
export async function closedStore(options: Options): Promise<Hold & { readonly path: string }> {
  const { data } = options;
  await refuseHalfRestored(data);
  await refuseNoStore(options);
  const path = `${data}/${STORE_FILE}`;
  const hold = await holdStoreAlone(data);
  if (!hold || isOpen(path)) {
    hold?.[Symbol.dispose]();
    throw new StartError("A program has this store open. Stop it first.");
  }
  for (const left of [MIGRATING, COMPACTING, HALF]) await removeLeft(`${data}/${left}`);
  return { ...hold, path, [Symbol.dispose]: () => hold[Symbol.dispose]() };
}

/**
 * Reads a new store through from the first event to the last.
 * @throws {StartError} it is not sound
 */
export async function soundStore(file: string, console: Console): Promise<Report> {
  const log = await openLog({ path: file });
  let report: Report;
  try {
    report = await verify(log, derivedRows, progress(console));
  } finally {
    await log.close();
  }
  await settle(file);
  tellProblems(report, console);
  if (report.problems.length > 0) throw new StartError("The store is not sound; nothing was changed.");
  return report;
}

/** What lies in the data folder beside the store and holds what was in it at some time. */
export async function otherCopies(data: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir(data)) {
    if (name.startsWith(FORMER) || name.startsWith("replaced-")) found.push(`${data}/${name}`);
  }
  return found.sort();
}

/** A line of what was done. */
export async function doneLine(report: Report, before: number, file: string, begun: number): Promise<string> {
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  const { size } = await Deno.stat(file);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  return `${report.streams} streams, ${report.events} events, no problems; ${megabytes(before)} became ` +
    `${megabytes(size)}, ${seconds} s.`;
}
