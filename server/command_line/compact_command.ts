/**
 * `fishbowl compact`: the store in a file without what was removed from it. What is deleted stays in the free pages of a
 * file until other rows come there; a copy of the rows has none.
 */
import { copyRows } from "../../events/store/copy/compact.ts";
import { settle } from "../../events/store/file/page_copy.ts";
import { putInPlace, removeLeft } from "../../events/store/file/put_in_place.ts";
import { StartError } from "./start_error.ts";
import { SEARCH_FILE } from "./store_files.ts";
import { closeDue } from "./close_due.ts";
import { closedStore, COMPACTING, doneLine, otherCopies, soundStore } from "./closed_store.ts";
import { type Console, withLog } from "./maintenance.ts";
import type { Options } from "./options.ts";

const NOT_OVER_THE_NETWORK =
  "A store over the network cannot be compacted from here: what is deleted is removed from " +
  "its rows, and when the service's own files, replicas and backups lose it only the service knows.";

/** @returns the exit status: 0 when the store's file holds nothing that was removed */
export async function compactCommand(options: Options, console: Console): Promise<number> {
  if (options.kv) throw new StartError(NOT_OVER_THE_NETWORK);
  const begun = performance.now();
  const { data } = options;
  using store = await closedStore(options);
  // What a deletion has still to remove is no free page yet.
  await withLog(store.path, async (log) => {
    await closeDue(log, Date.now());
    await log.purge();
  });
  await settle(store.path);
  const before = (await Deno.stat(store.path)).size;
  const fresh = `${data}/${COMPACTING}`;
  try {
    console.note("Copying the rows …");
    await copyRows(store.path, fresh);
    console.note("Verifying the copy …");
    const report = await soundStore(fresh, console);
    await putInPlace(fresh, store.path);
    // It may be behind, and is made anew of what is there.
    await removeLeft(`${data}/${SEARCH_FILE}`);
    console.out(`Compacted: ${await doneLine(report, before, store.path, begun)}`);
  } finally {
    await removeLeft(fresh);
  }
  const others = await otherCopies(data);
  if (others.length > 0) console.note(`Not touched, and as full as they were: ${others.join(", ")}.`);
  return 0;
}
