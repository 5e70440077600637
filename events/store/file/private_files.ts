/**
 * Whatever holds people's words is its owner's alone: files 0600, folders 0700. The database file is made
 * before it is opened, because what SQLite puts beside it (-wal, -shm) takes its mode.
 */

import { why } from "../errors.ts";

/** Modes of what this program makes on disk; what is there and ours is narrowed to them. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;
/** What SQLite keeps beside a database file while it is open. */
export const SQLITE_FILES = ["-wal", "-shm"] as const;
/** The same, and what we keep there: how far the store was, and its last checkpoint. */
export const COMPANIONS = [...SQLITE_FILES, "-mark", "-signed"] as const;

/** Told what stays open to others although it should not, and why, in one line. */
export type Warn = (detail: string) => void;

/**
 * Makes the folder, or narrows the one that is there.
 * @throws {Deno.errors.NotADirectory | Deno.errors.AlreadyExists} when something else has its name
 */
export async function privateFolder(path: string, warn: Warn): Promise<void> {
  await Deno.mkdir(path, { recursive: true, mode: FOLDER_MODE });
  await narrow(path, FOLDER_MODE, warn);
}

/** Makes an empty file where there is none, or narrows the one that is there and what SQLite keeps beside it. */
export async function privateFile(path: string, warn: Warn): Promise<void> {
  try {
    (await Deno.open(path, { write: true, createNew: true, mode: FILE_MODE })).close();
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    for (const end of ["", ...COMPANIONS]) await narrow(path + end, FILE_MODE, warn);
  }
}

/** Takes away what others may; never gives anybody more. What is not there is nobody's to narrow. */
export async function narrow(path: string, mode: number, warn: Warn): Promise<void> {
  let now: number | null;
  try {
    now = (await Deno.stat(path)).mode;
  } catch {
    return;
  }
  // Windows has no modes: its folders are private by where they are.
  if (now === null || (now & 0o777 & ~mode) === 0) return;
  try {
    await Deno.chmod(path, now & mode);
  } catch (error) {
    const mode = (now & 0o777).toString(8);
    warn(`${path} can be read by others (mode ${mode}) and cannot be narrowed: ${why(error)}`);
  }
}

/** Waits until what was written to a file, or the names in a folder, are on the disk. */
export async function synced(path: string): Promise<void> {
  using file = await Deno.open(path);
  await file.sync();
}

export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
