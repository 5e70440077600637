/**
 * A folder that backups go into. A copy is made under a hidden name and gets its own when it is finished, so
 * what was cut short is known by its name; one program at a time works here, so whatever has such a name when
 * it begins is nobody's any more.
 */
import { release } from "../../events/store/file/presence.ts";
import { exists, FOLDER_MODE, privateFolder, synced } from "../../events/store/file/private_files.ts";
import { noFolder, StartError } from "./start_error.ts";
import { STORE_FILE } from "./store_files.ts";

const HALF = ".fishbowl-half-";
const LOCK_FILE = ".fishbowl-backup.lock";
/** A finished copy of a series: when it was begun, UTC, and a number where two began in one second. */
const DATED = /^fishbowl-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-(\d+))?$/;

interface Dated {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const nameOf = (at: Date) => `fishbowl-${at.toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "")}`;

/** The finished copies of a series, oldest first. */
export async function datedCopies(folder: string): Promise<Dated[]> {
  const found: (Dated & { again: number })[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const match = DATED.exec(name);
    if (!isDirectory || !match) continue;
    const [, year, month, day, hour, minute, second, again] = match.map(Number);
    const at = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
    if (await exists(`${folder}/${name}/${STORE_FILE}`)) found.push({ name, at, again: again || 0 });
  }
  return found.sort((a, b) => a.at - b.at || a.again - b.again).map(({ name, at }) => ({ name, at }));
}

export class BackupFolder {
  private constructor(readonly path: string, readonly lock: Deno.FsFile) {}

  /**
   * Makes the folder if need be, takes it, and removes what was cut short in it.
   * @throws {StartError} one line
   */
  static async open(path: string): Promise<BackupFolder> {
    try {
      await Deno.mkdir(path, { recursive: true, mode: FOLDER_MODE });
    } catch {
      throw noFolder("The folder for backups", path);
    }
    let lock: Deno.FsFile;
    try {
      lock = await Deno.open(`${path}/${LOCK_FILE}`, { write: true, create: true, mode: 0o600 });
    } catch {
      throw new StartError("The folder for backups cannot be written.");
    }
    if (!await lock.tryLock(true)) {
      lock.close();
      throw new StartError("Another backup into this folder is under way.");
    }
    const folder = new BackupFolder(path, lock);
    for await (const { name } of Deno.readDir(path)) {
      if (name.startsWith(HALF)) await Deno.remove(`${path}/${name}`, { recursive: true });
    }
    return folder;
  }

  /**
   * Lets `make` write a store at the path it is given, and gives it its name when that resolves to true; when it
   * does not, nothing of it stays. Dated: a folder of its own in a series; otherwise the one store of the folder.
   * @returns where it is now, or null
   */
  async add(dated: boolean, now: Date, make: (file: string) => Promise<boolean>): Promise<string | null> {
    const single = `${this.path}/${STORE_FILE}`;
    if (!dated && await exists(single)) {
      throw new StartError(
        `${single} is there already. Choose another folder, or keep several with --keep N.`,
      );
    }
    const half = `${this.path}/${HALF}${crypto.randomUUID()}`;
    await privateFolder(half, () => undefined);
    try {
      if (!await make(`${half}/${STORE_FILE}`)) return null;
      await synced(half);
      const place = dated ? await this.#free(nameOf(now)) : single;
      await Deno.rename(dated ? half : `${half}/${STORE_FILE}`, place);
      await synced(this.path);
      return place;
    } finally {
      await Deno.remove(half, { recursive: true }).catch(() => undefined);
    }
  }

  /**
   * Removes the oldest finished copies beyond `keep`. One in which somebody put something else stays.
   * @returns the names of those removed
   */
  async prune(keep: number): Promise<string[]> {
    const copies = await datedCopies(this.path);
    const removed: string[] = [];
    for (const { name } of copies.slice(0, Math.max(0, copies.length - keep))) {
      const inside = await Array.fromAsync(Deno.readDir(`${this.path}/${name}`), (entry) => entry.name);
      if (inside.some((file) => !file.startsWith(STORE_FILE))) continue;
      // Cut short from here on, it is a half copy.
      const half = `${this.path}/${HALF}${crypto.randomUUID()}`;
      await Deno.rename(`${this.path}/${name}`, half);
      await Deno.remove(half, { recursive: true });
      removed.push(name);
    }
    return removed;
  }

  close(): void {
    release(this.lock);
  }

  async #free(name: string): Promise<string> {
    let place = `${this.path}/${name}`;
    for (let again = 2; await exists(place); again++) place = `${this.path}/${name}-${again}`;
    return place;
  }
}
