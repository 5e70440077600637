/** Copies a local store file as it is at one moment, page by page, beside the server that writes it. */
import { DatabaseSync } from "node:sqlite";
import { DiskFull, StoreUnreadable, why } from "../errors.ts";
import { trouble } from "../kv/kv.ts";
import type { PageCopied, PageCopy } from "./page_copy_worker.ts";
import { exists, privateFile, SQLITE_FILES, synced } from "./private_files.ts";

/** The code of the copying thread: to start it, the program must be allowed to read this file. */
export const PAGE_COPY_WORKER = new URL("./page_copy_worker.ts", import.meta.url);

/**
 * Copies the store file `from` to `to`, which must not be there. The copy is on the disk when this resolves.
 * @throws {StoreUnreadable | DiskFull} one line
 */
export async function copyPages(from: string, to: string): Promise<void> {
  await privateFile(to, () => undefined);
  const worker = new Worker(PAGE_COPY_WORKER, { type: "module" });
  try {
    const wrong = await new Promise<PageCopied>((resolve) => {
      worker.onmessage = (event: MessageEvent<PageCopied>) => resolve(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        resolve(event.message);
      };
      worker.postMessage({ from, to } satisfies PageCopy);
    });
    if (wrong !== null) {
      if (trouble(new Error(wrong)) === "full") throw new DiskFull();
      throw new StoreUnreadable(`The store cannot be copied: ${wrong}`);
    }
  } finally {
    worker.terminate();
  }
  await synced(to);
}

/**
 * The same for a file that nobody has open.
 * @throws {StoreUnreadable | DiskFull} one line
 */
export async function copyFile(from: string, to: string): Promise<void> {
  await privateFile(to, () => undefined);
  try {
    // As a stream: the copy keeps the mode it was made with.
    using source = await Deno.open(from);
    using target = await Deno.open(to, { write: true });
    await source.readable.pipeTo(target.writable);
  } catch (error) {
    if (trouble(error) === "full") throw new DiskFull();
    throw new StoreUnreadable(`The store cannot be copied: ${why(error)}`, { cause: error });
  }
  await synced(to);
}

/** Moves what is beside a closed store file into it, so that the one file is the whole store, on the disk. */
export async function settle(path: string): Promise<void> {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
  for (const end of SQLITE_FILES) {
    if (await exists(path + end)) throw new StoreUnreadable(`${path} is still open somewhere.`);
  }
  await synced(path);
}

/** Whether a program has this store file open: each holds a lock of SQLite for as long as it does. */
export function isOpen(path: string): boolean {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path);
    database.exec("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    return false;
  } catch (error) {
    if (trouble(error) === "locked") return true;
    // A file that is damaged, or none of SQLite's, is open nowhere.
    return false;
  } finally {
    database?.close();
  }
}
