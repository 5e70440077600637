/** `fishbowl backup`: one copy, or one every few hours of which the newest are kept. Each result is one line. */
import { type CopySource, copyStore } from "../../events/store/copy/copy_store.ts";
import { ErasedList } from "../../events/store/file/erased_list.ts";
import { StoreError, why } from "../../events/store/errors.ts";
import { holdStore } from "../../events/store/file/presence.ts";
import { BackupFolder, datedCopies } from "./backup_folder.ts";
import { ERASED_LIST, STORE_FILE } from "./store_files.ts";
import { derivedRows } from "./derived_rows.ts";
import { type Console, progress, refuseNoStore, tellProblems, withLog } from "./maintenance.ts";
import { type LastBackup, noteBackup } from "../metrics/last_backup.ts";
import { type Options, UsageError } from "./options.ts";
import { signIfPossible } from "./sign_command.ts";
import { StartError } from "./start_error.ts";

/** Milliseconds at most until a backup on a schedule that failed is tried again. */
const AGAIN_MS = 5 * 60_000;

/** What the program may do to a backup on a schedule. */
export interface Schedule {
  readonly now: () => Date;
  /** Resolves after so many milliseconds, or at once when it is to stop. */
  readonly wait: (ms: number) => Promise<void>;
  readonly stopped: () => boolean;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** @returns the exit status: 0 when the copy is there and sound */
export async function backupCommand(options: Options, console: Console, schedule: Schedule): Promise<number> {
  const out = options.out ?? options.rest[0];
  if (!out) throw new UsageError("backup needs --out FOLDER.");
  await refuseNoStore(options);
  const folder = await BackupFolder.open(out);
  try {
    if (options.every === undefined) {
      const done = await once(folder, options, console, schedule.now);
      if (done) console.note("Keep master.key of the data folder too, elsewhere: provider keys need it.");
      return done ? 0 : 1;
    }
    await repeat(folder, options.every, options, console, schedule);
    return 0;
  } finally {
    folder.close();
  }
}

/** The next copy is due when the newest is old enough: a program that is started again makes none too many. */
async function repeat(
  folder: BackupFolder,
  every: number,
  options: Options,
  console: Console,
  { now, wait, stopped }: Schedule,
): Promise<void> {
  while (!stopped()) {
    const newest = (await datedCopies(folder.path)).at(-1)?.at ?? -Infinity;
    const due = newest + every - now().getTime();
    // A clock that was set back must not put the next copy off for years.
    if (due > 0) await wait(Math.min(due, every));
    if (stopped()) return;
    let done = false;
    try {
      done = await once(folder, options, console, now);
    } catch (error) {
      const known = error instanceof StoreError || error instanceof StartError;
      const why = known ? error.message : `unexpected ${error instanceof Error ? error.name : "error"}`;
      console.note(`fishbowl: no backup: ${why}`);
    }
    if (!done) await wait(Math.min(every, AGAIN_MS));
  }
}

async function once(
  folder: BackupFolder,
  options: Options,
  console: Console,
  now: Schedule["now"],
): Promise<boolean> {
  const at = now();
  const begun = performance.now();
  const dated = options.every !== undefined || options.keep !== undefined;
  let line = "";
  let bytes = 0;
  await signed(options, console);
  const place = await folder.add(dated, at, async (file) => {
    const copy = (from: CopySource) =>
      copyStore(from, file, { derived: derivedRows, progress: progress(console) });
    const report = options.kv
      ? await withLog(options.kv, (log) => copy({ log }))
      : await copy({ file: `${options.data}/${STORE_FILE}` });
    if (report.problems.length > 0) {
      tellProblems(report, console);
      return false;
    }
    const { size } = await Deno.stat(file);
    bytes = size;
    line = `${report.streams} streams, ${report.events} events, ${megabytes(size)}, no problems`;
    return true;
  });
  if (place === null) {
    console.note("fishbowl: no backup: the copy is not sound, so it was not kept.");
    return false;
  }
  await keepErased(options, folder.path, console);
  await told(options, { at: at.getTime(), bytes }, now().getTime(), console);
  const gone = options.keep === undefined ? [] : await folder.prune(options.keep);
  const removed = gone.length === 0 ? "" : ` Removed ${gone.join(", ")}.`;
  console.out(`Backup ${place}: ${line}, ${seconds(performance.now() - begun)}.${removed}`);
  return true;
}

/** What is copied is signed before, so that the copy can be told from a later one. A copy without is one all the same. */
async function signed(options: Options, console: Console): Promise<void> {
  const { kv, data } = options;
  try {
    using _open = kv ? null : await holdStore(data);
    await withLog(
      kv ?? `${data}/${STORE_FILE}`,
      (log) => signIfPossible(log, options, console, (signing) => signing.sign("backup")),
      !kv,
    );
  } catch (error) {
    // A store that cannot be written may still be read; one that cannot be read, the copy tells.
    if (!(error instanceof StoreError)) throw error;
  }
}

/** Beside the copies stands what was erased: whoever puts an older one in place needs it, also without the data folder. */
async function keepErased({ data }: Options, folder: string, console: Console): Promise<void> {
  const list = (path: string) => new ErasedList(`${path}/${STORE_FILE}${ERASED_LIST}`);
  try {
    await list(folder).add(await list(data).entries());
  } catch (error) {
    console.note(`fishbowl: the list of what was erased could not be kept beside the backup: ${why(error)}`);
  }
}

/** Tells the store of the copy. A copy that the store does not know of is one all the same. */
async function told({ kv, data }: Options, made: LastBackup, now: number, console: Console): Promise<void> {
  try {
    using _open = kv ? null : await holdStore(data);
    await withLog(kv ?? `${data}/${STORE_FILE}`, (log) => noteBackup(log, made, now));
  } catch (error) {
    console.note(`fishbowl: the backup is there, but the store could not be told of it: ${why(error)}`);
  }
}
