/** What a list says was erased, erased again in a store that comes from before: a backup, or a file that is taken in. */
import type { DerivedRows } from "../derived_rows.ts";
import type { ErasedEntry, ErasedList } from "../file/erased_list.ts";
import { digestOf, entryTexts } from "../form/entry.ts";
import type { StoreLog } from "../log.ts";
import { Matched } from "./matched.ts";
import type { NewEvent } from "../types.ts";
import { rebuildStream } from "../verify/rebuild.ts";

/**
 * @param deletes the event that closes a stream; null: what was deleted since stays
 * @returns how many erasures and deletions there were
 */
export async function eraseAgain(
  log: StoreLog,
  lists: readonly ErasedList[],
  derived: DerivedRows,
  deletes: ((stream: string) => NewEvent) | null,
): Promise<number> {
  let done = 0;
  const streams = new Map<string, { erased: ErasedEntry[]; deleted: boolean }>();
  for (const list of lists) {
    for (const entry of await list.entries()) {
      const known = streams.get(entry.stream) ?? { erased: [], deleted: false };
      if ("event" in entry) known.erased.push(entry);
      else known.deleted = true;
      streams.set(entry.stream, known);
    }
  }
  for (const [stream, known] of streams) {
    const head = await log.head(stream);
    const row = (await log.reader.row(stream))?.row;
    if (!row || row.deleted) continue;
    if (known.deleted && deletes) {
      await log.append({ stream, head, events: [deletes(stream)], closes: true, alongside: { list: null } });
      done++;
      continue;
    }
    const matched = new Matched(known);
    for await (const batch of log.reader.stored(stream, 1)) {
      for (const { entry, seq } of batch) {
        matched.add(seq, { id: entry[0].id, digest: digestOf(entryTexts(entry)) });
      }
    }
    const events = matched.missing();
    if (events.length === 0) continue;
    await log.append({ stream, head, events, alongside: { erases: events.map((_, index) => index) } });
    done += events.length;
  }
  await log.purge();
  // Rows that were made of the words, and those that the events above moved on.
  for (const stream of streams.keys()) await rebuildStream(log, stream, derived);
  return done;
}
