/**
 * The thread that copies the pages of a database file: `backup()` goes through all of them in one step, which
 * holds its thread for as long as the disk takes. One message in, one answer out.
 */
import { backup, DatabaseSync } from "node:sqlite";

export interface PageCopy {
  readonly from: string;
  readonly to: string;
}
/** Null: done. Otherwise what went wrong. */
export type PageCopied = string | null;

/** All pages in one step: one moment of the store, whatever its writers do meanwhile. */
const ALL_PAGES = -1;

async function copy({ from, to }: PageCopy): Promise<PageCopied> {
  let source: DatabaseSync | null = null;
  try {
    // Reading takes no lock that a writer waits for.
    source = new DatabaseSync(from, { readOnly: true });
    await backup(source, to, { rate: ALL_PAGES });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    source?.close();
  }
}

self.addEventListener("message", async (event: MessageEvent<PageCopy>) => {
  self.postMessage(await copy(event.data));
});
