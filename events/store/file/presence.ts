/**
 * Which processes have a local store open, told by file locks: the system drops them when a process ends, however
 * it ends, so a lock that can be taken means a dead owner, while a stopped process keeps its own.
 *
 * `store.lock` in the data folder is held shared by everybody who has the store open, and alone by who replaces
 * it. `processes/NAME` is held by one process that runs turns. Locks belong to an open file, not to a process
 * id: containers that share the folder see each other, and no id is ever taken for another's.
 *
 * The folder must be on a disk of this machine, as SQLite wants it too: a network disk may keep each machine's
 * locks to itself. Where a file system knows no locks at all, nobody is told dead.
 */
import { StoreLocked, StoreUnreadable } from "../errors.ts";

const STORE = "store.lock";
const PROCESSES = "processes";
/** A file that is not yet locked under its own name. */
const NEW = ".new";
/** Milliseconds after which such a file is nobody's: making it takes less than one. */
const NEW_MS = 60_000;
/** A name is 1 to 64 letters, digits, `-` or `_`, so that it names a file. */
const NAME = /^[\w-]{1,64}$/;

/** A lock that is held until it is disposed of, or the process ends. */
export interface Hold extends Disposable {
  /** False: this file system knows no locks, so nothing is kept from anybody. */
  readonly held: boolean;
}

/**
 * Says that this process has the store in `folder` open. Others may say the same.
 * @throws {StoreLocked} somebody replaces the store just now
 */
export async function holdStore(folder: string): Promise<Hold> {
  const file = await openLock(`${folder}/${STORE}`);
  const taken = await locked(file, false);
  if (taken === false) {
    file.close();
    throw new StoreLocked("The store is being replaced by another program.");
  }
  return hold(file, taken !== null);
}

/**
 * The store in `folder` for this process alone, or null while any process has it open: what replaces the files
 * of a store asks this first and keeps the hold until it is done, so that no server starts in between. It must
 * leave `store.lock` where it is.
 * @throws {StoreUnreadable} it cannot be told: the folder cannot be written, or its file system knows no locks
 */
export async function holdStoreAlone(folder: string): Promise<Hold | null> {
  const file = await openLock(`${folder}/${STORE}`);
  const taken = await locked(file, true);
  if (taken) return hold(file, true);
  file.close();
  if (taken === false) return null;
  throw new StoreUnreadable(
    "The file system of the data folder knows no locks: nobody can tell who uses it.",
  );
}

/** The file for this process alone, made where it is not there; null while another process holds it so. */
export async function holdFile(path: string): Promise<Hold | null> {
  const file = await openLock(path);
  const taken = await locked(file, true);
  if (taken !== false) return hold(file, taken !== null);
  file.close();
  return null;
}

/** The processes that run turns on the store in one folder. */
export class FilePresence {
  readonly #folder: string;
  #own: { readonly path: string; readonly file: Deno.FsFile } | null = null;

  /** @param folder the data folder; it must exist */
  constructor(folder: string) {
    this.#folder = `${folder}/${PROCESSES}`;
  }

  /** Holds the file `name` until `leave`. Where locks mean nothing, no file stays and nobody is told dead. */
  async join(name: string): Promise<void> {
    if (!NAME.test(name)) throw new StoreUnreadable("This is no name of a process.");
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = `${this.#folder}/${name}`;
    const file = await openLock(path + NEW);
    // Locked before it has its name: nobody can find it unlocked while its process lives.
    if (await locked(file, true) && !(await isFree(path + NEW))) {
      await Deno.rename(path + NEW, path);
      this.#own = { path, file };
      return;
    }
    file.close();
    await Deno.remove(path + NEW);
  }

  /** True: the process `name` ran here and has ended. */
  async isDead(name: string): Promise<boolean> {
    return NAME.test(name) && await isFree(`${this.#folder}/${name}`);
  }

  /** The others that run here: whose files somebody holds. */
  async others(): Promise<string[]> {
    const own = this.#own?.path;
    // Where locks mean nothing nobody is told to live either.
    if (own === undefined) return [];
    const found: string[] = [];
    for await (const { name } of Deno.readDir(this.#folder)) {
      const path = `${this.#folder}/${name}`;
      if (path !== own && NAME.test(name) && await isHeld(path)) found.push(name);
    }
    return found;
  }

  /** Removes the files of the dead, but for those in `named`: they are still to be told dead. */
  async sweep(named: () => Promise<ReadonlySet<string>>): Promise<void> {
    const dead: string[] = [];
    for await (const { name } of Deno.readDir(this.#folder)) {
      const path = `${this.#folder}/${name}`;
      if (name.endsWith(NEW) && !(await isOld(path))) continue;
      if (await isFree(path)) dead.push(name);
    }
    if (dead.length === 0) return;
    const kept = await named();
    for (const name of dead) {
      if (!kept.has(name)) await Deno.remove(`${this.#folder}/${name}`).catch(ignoreMissing);
    }
  }

  leave(): Promise<void> {
    if (this.#own) release(this.#own.file);
    this.#own = null;
    return Promise.resolve();
  }
}

/** Readable and writable by its owner alone; what it holds is nothing. */
async function openLock(path: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, { read: true, write: true, create: true, mode: 0o600 });
  } catch (error) {
    throw new StoreUnreadable("The data folder cannot be written.", { cause: error });
  }
}

/** Whether the lock could be taken; null where there are none. */
async function locked(file: Deno.FsFile, alone: boolean): Promise<boolean | null> {
  try {
    return await file.tryLock(alone);
  } catch {
    return null;
  }
}

/** Whether the file could be held beside others, so that several may look at once; null where it is not there. */
async function lockable(path: string): Promise<boolean | null> {
  const file = await Deno.open(path, { read: true }).catch(() => null);
  if (!file) return null;
  const taken = await locked(file, false);
  release(file);
  return taken;
}

/** Whether the file is there and nobody holds it alone. */
const isFree = async (path: string): Promise<boolean> => await lockable(path) === true;

/** Whether the file is there and somebody holds it alone. */
const isHeld = async (path: string): Promise<boolean> => await lockable(path) === false;

async function isOld(path: string): Promise<boolean> {
  try {
    const { mtime } = await Deno.stat(path);
    return mtime !== null && Date.now() - mtime.getTime() > NEW_MS;
  } catch {
    return false;
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

function hold(file: Deno.FsFile, held: boolean): Hold {
  return { held, [Symbol.dispose]: () => release(file) };
}

/**
 * Closes a file, and gives its lock back by itself: a child that this process is just starting has the open file, too, until
 * it runs its own program, and with it the lock.
 */
export function release(file: Deno.FsFile): void {
  try {
    file.unlockSync();
  } catch {
    // Where locks mean nothing there is none to give back.
  }
  file.close();
}
