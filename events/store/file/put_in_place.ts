/**
 * Puts a new store file in the place of one that nobody has open. At every moment one of the two is whole at the path:
 * whoever is killed on the way leaves a store, and what is beside it means nothing and goes with the next run.
 */
import { dirname } from "node:path";
import { copyFile, settle } from "./page_copy.ts";
import { exists, FILE_MODE, narrow, SQLITE_FILES, synced } from "./private_files.ts";

/** What SQLite may leave beside a file that a killed process had open. */
const LEFT = ["", "-journal", ...SQLITE_FILES];

/** Removes a file on the way that a run cut short has left, and what SQLite keeps beside it. */
export async function removeLeft(path: string): Promise<void> {
  for (const end of LEFT) if (await exists(path + end)) await Deno.remove(path + end);
}

/**
 * Gives the store at `path` a second name, so that it stays when another takes its place.
 * @param name of the form wanted; where another file has it, with a number behind it
 * @returns the name it got
 */
export async function keepAs(path: string, name: string): Promise<string> {
  await settle(path);
  const kept = await freeName(path, name);
  const half = `${name}.half`;
  await removeLeft(half);
  if (!await exists(kept)) {
    try {
      await Deno.link(path, kept);
    } catch {
      // A file system without second names: a copy is as good, and takes its room twice.
      await copyFile(path, half);
      await Deno.rename(half, kept);
    }
    await synced(dirname(path));
  }
  await narrow(kept, FILE_MODE, () => undefined);
  return kept;
}

/** The first name that is free, or that the file has already from a run cut short. */
async function freeName(path: string, name: string): Promise<string> {
  const own = await Deno.stat(path);
  for (let number = 1;; number++) {
    const kept = number === 1 ? name : `${name}-${number}`;
    if (!await exists(kept)) return kept;
    const { dev, ino } = await Deno.stat(kept);
    if (ino !== null && ino === own.ino && dev === own.dev) return kept;
  }
}

/**
 * The closed store file `fresh` becomes the one at `path`. What SQLite kept beside the old one is gone before: it would
 * be taken for the new one's.
 * @throws {StoreUnreadable} somebody has one of the two open
 */
export async function putInPlace(fresh: string, path: string): Promise<void> {
  await settle(fresh);
  await settle(path);
  await Deno.rename(fresh, path);
  await synced(dirname(path));
}
