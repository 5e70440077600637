/**
 * `fishbowl restore`: a backup becomes the store of a data folder. The copy is made and read through beside the
 * place first; what was there is moved aside, never removed. From the moment that begins until it is done, a
 * file says so, and nothing opens the folder: half a restore is no store.
 */
import { basename, dirname } from "node:path";
import { OlderFormat } from "../../events/store/errors.ts";
import { backup } from "../../events/store/copy/backup.ts";
import { copyStore } from "../../events/store/copy/copy_store.ts";
import { checkpointHash, type CheckpointId } from "../../events/catalog/checkpoint.ts";
import { readMark } from "../../events/store/file/signed_mark.ts";
import { markFile } from "../../events/store/file/mark.ts";
import { ErasedList } from "../../events/store/file/erased_list.ts";
import { eraseAgain } from "../../events/store/transfer/erase_again.ts";
import { deletedAgain } from "./close_due.ts";
import { isOpen } from "../../events/store/file/page_copy.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { holdStoreAlone } from "../../events/store/file/presence.ts";
import { COMPANIONS, exists, privateFolder, synced } from "../../events/store/file/private_files.ts";
import { type Report, verify } from "../../events/store/verify/verify.ts";
import { datedCopies } from "./backup_folder.ts";
import { ERASED_LIST, erasedBeside, STORE_FILE } from "./store_files.ts";
import { derivedRows } from "./derived_rows.ts";
import { type Console, progress, tellProblems, withLog } from "./maintenance.ts";
import { type Options, UsageError } from "./options.ts";
import { signIfPossible } from "./sign_command.ts";
import { noFolder, StartError } from "./start_error.ts";

/** The verified copy while the old store is moved aside: as long as it is there, the restore is not done. */
const RESTORING = `${STORE_FILE}.restoring`;
/** The copy before it is verified; one that is left over from a restore cut short means nothing. */
export const HALF = `${STORE_FILE}.half`;
const NOT_DONE = "A restore into this data folder was cut short. Run it again.";

/** Whether a restore into this folder was cut short. */
export async function halfRestored(data: string): Promise<boolean> {
  return await exists(`${data}/${RESTORING}`);
}

/** @throws {StartError} where a restore was begun and not finished */
export async function refuseHalfRestored(data: string): Promise<void> {
  if (await halfRestored(data)) throw new StartError(NOT_DONE);
}

/** The store file that `--from` means: a file, the store in a folder, or of a series the copy it names. */
async function sourceOf(from: string): Promise<string> {
  let info: Deno.FileInfo;
  try {
    info = await Deno.stat(from);
  } catch {
    throw new StartError("There is no backup at that place.");
  }
  if (info.isFile) return from;
  const file = `${from}/${STORE_FILE}`;
  if (await exists(file)) return file;
  const newest = (await datedCopies(from)).at(-1);
  if (!newest) throw new StartError("There is no backup in that folder.");
  throw new StartError(`That folder holds several backups. Say which; the newest is ${from}/${newest.name}`);
}

/** Who was signed in then signs in anew: a session that has ended since must not begin again. */
async function endSessions(copy: StoreLog): Promise<void> {
  const sessions = copy.side("session");
  for (const { id } of await sessions.list()) await sessions.delete(id);
}

/**
 * The mark of a restore: a checkpoint of its own, which names the last one of the store that was here. Without the master
 * key nobody can sign; the mark of the old store goes aside with it all the same.
 */
async function signRestored(
  copy: StoreLog,
  options: Options,
  console: Console,
): Promise<CheckpointId | null> {
  const lost = options.kv ? null : readMark(await markFile(storeOf(options), "-signed").read());
  if (!await signIfPossible(copy, options, console, (signing) => signing.accept("restore", lost))) {
    console.note("The restore is not signed: without the master key of that time nobody can.");
  }
  const newest = await copy.checkpoints.newest();
  return newest && { n: newest.checkpoint.n, hash: await checkpointHash(crypto.subtle, newest.text) };
}

const storeOf = ({ data }: Pick<Options, "data">): string => `${data}/${STORE_FILE}`;

/** @returns the exit status: 0 when the store is the backup */
export async function restoreCommand(options: Options, console: Console): Promise<number> {
  if (options.from === undefined) throw new UsageError("restore needs --from BACKUP.");
  const { data } = options;
  const source = await sourceOf(options.from);
  try {
    await privateFolder(data, console.note);
  } catch {
    throw noFolder("The data folder", data);
  }
  // Held to the end, so that no server starts in between. Other programs know nothing of it, but of SQLite's locks.
  using alone = await holdStoreAlone(data);
  if (!options.kv) await refuseInUse(options, alone !== null);
  const half = `${data}/${HALF}`;
  await removeStore(half);
  const lists = erasedLists(data, options.from);
  let newest: CheckpointId | null = null;
  const report = await soundCopy(source, half, async (copy) => {
    await endSessions(copy);
    await eraseInCopy(copy, lists, options, console);
    newest = await signRestored(copy, options, console);
  }, console);
  await keepLists(lists);
  if (options.kv) await fillRemote(half, options.kv, console);
  else await putInPlace(half, data, newest, console);
  if (!await exists(`${data}/master.key`) && options.masterKey === undefined) {
    console.note("Put the master.key of that time into the data folder: provider keys need it.");
  }
  console.out(`Restored ${source}: ${report.streams} streams, ${report.events} events, no problems.`);
  return 0;
}

/** What was erased here, first, and what is told of that beside the backup or the series it is of. */
const erasedLists = (data: string, from: string): ErasedList[] =>
  [`${data}/${STORE_FILE}${ERASED_LIST}`, ...erasedBeside(from)].map((path) => new ErasedList(path));

/** From now on it stands beside the store. */
async function keepLists([own, ...others]: readonly ErasedList[]): Promise<void> {
  for (const list of others) await own?.add(await list.entries());
}

/** What was erased since the backup is erased in the copy of it, before anybody has it. */
async function eraseInCopy(
  copy: StoreLog,
  lists: readonly ErasedList[],
  { withDeleted }: Options,
  console: Console,
): Promise<void> {
  const deletes = withDeleted ? null : deletedAgain(new Date().toISOString());
  const again = await eraseAgain(copy, lists, derivedRows, deletes);
  if (again > 0) console.note(`Erased again what was erased since the backup: ${again}.`);
}

/** Copies the backup to the file `half` and reads it through; nothing is left of one that is refused. */
async function soundCopy(
  source: string,
  half: string,
  change: (copy: StoreLog) => Promise<void>,
  console: Console,
): Promise<Report> {
  try {
    const report = await copyStore({ copy: source }, half, {
      derived: derivedRows,
      progress: progress(console),
      change,
    });
    if (report.problems.length === 0) return report;
    tellProblems(report, console);
  } catch (error) {
    await removeStore(half);
    throw error instanceof OlderFormat ? olderBackup(source) : error;
  }
  await removeStore(half);
  throw new StartError("The backup is not sound; nothing was changed.");
}

/** Which folder is migrated first: the data folder, of which the store itself speaks, may hold nothing. */
function olderBackup(source: string): StartError {
  const isStore = basename(source) === STORE_FILE;
  const folder = isStore ? dirname(source) : "FOLDER";
  return new StartError(
    `The backup was written by an earlier release. "deno task fishbowl migrate --data ${folder}" brings it up to date` +
      `${isStore ? "" : `, once it lies in FOLDER as ${STORE_FILE}`}; restore it after that.`,
  );
}

async function refuseInUse({ data, replace }: Options, alone: boolean): Promise<void> {
  const store = `${data}/${STORE_FILE}`;
  const there = await exists(store);
  if (!alone || (there && isOpen(store))) {
    throw new StartError("A program has this store open. Stop it first.");
  }
  if (there && !replace) {
    throw new StartError("There is a store in the data folder. To put it aside, say --replace.");
  }
}

async function putInPlace(
  half: string,
  data: string,
  newest: CheckpointId | null,
  console: Console,
): Promise<void> {
  await Deno.rename(half, `${data}/${RESTORING}`);
  await synced(data);
  const aside = await putAside(data);
  // Until it has its name nobody opens the folder: the mark is there before.
  if (newest) await markFile(storeOf({ data }), "-signed").write(JSON.stringify(newest));
  await Deno.rename(`${data}/${RESTORING}`, `${data}/${STORE_FILE}`);
  await synced(data);
  if (aside !== null) console.note(`What was there is in ${aside}.`);
}

/** Into an empty KV Connect service, row by row. Cut short, the service holds half a store: empty it first. */
async function fillRemote(half: string, kv: string, console: Console): Promise<void> {
  try {
    await withLog(half, (from) => backup(from, { path: kv }, derivedRows, progress(console)));
  } finally {
    await removeStore(half);
  }
  const report = await withLog(kv, (log) => verify(log, derivedRows));
  tellProblems(report, console);
  if (report.problems.length > 0) throw new StartError("What was restored is not sound.");
}

async function removeStore(path: string): Promise<void> {
  for (const end of ["", ...COMPANIONS]) if (await exists(path + end)) await Deno.remove(path + end);
}

/** Moves the store that is there, with what SQLite keeps beside it, into a folder of its own. */
async function putAside(data: string): Promise<string | null> {
  const parts: string[] = [];
  for (const end of ["", ...COMPANIONS]) if (await exists(`${data}/${STORE_FILE}${end}`)) parts.push(end);
  if (parts.length === 0) return null;
  const aside = `${data}/replaced-${new Date().toISOString().replaceAll(/[-:.]/g, "")}`;
  await privateFolder(aside, () => undefined);
  for (const end of parts) await Deno.rename(`${data}/${STORE_FILE}${end}`, `${aside}/${STORE_FILE}${end}`);
  await synced(aside);
  return aside;
}
