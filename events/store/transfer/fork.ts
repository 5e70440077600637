/**
 * The beginning of a conversation as the export of a new one: the same events, with their salts, under a new chain of
 * hashes, the first of them naming where it comes from. Importing it is how a fork is made.
 */
import { upcast } from "../../catalog/upcast.ts";
import { eventLine, EXPORT_FORMAT, manifestLine } from "../../catalog/export.ts";
import {
  chained,
  chainStart,
  type Entry,
  entryOf,
  entryTexts,
  eventOf,
  type StoredEntry,
} from "../form/entry.ts";
import type { StoreLog } from "../log.ts";
import { spilledHash } from "../form/spill.ts";
import { blobLines, blobsOf, unreadable } from "./transfer.ts";

/** Changes the data of the first event. */
export type Begin = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * Lines of an export of `to`, with the events 1 to `seq` of `from`; null when there is no such stream.
 * @throws {StoreCorrupt} where one of them cannot be read
 */
export async function forkStream(
  log: StoreLog,
  from: string,
  seq: number,
  to: string,
  begin: Begin,
): Promise<AsyncIterable<string> | null> {
  const row = (await log.reader.row(from))?.row;
  if (!row || row.deleted) return null;
  const shas = await blobsOf(log, from);
  const last = Math.min(seq, row.seq);
  const events: string[] = [];
  let chain = chainStart(to);
  for await (const batch of log.reader.stored(from, 1, last)) {
    for (const { entry, seq } of batch) {
      const { id, type, at } = entry[0];
      const texts = seq === 1 ? begun(entry, begin, () => log.parts.environment.salt()) : entryTexts(entry);
      chain = chained(chain, texts);
      events.push(eventLine(to, { id, type, at, seq, chain }, texts));
    }
  }
  if (events.length < last) throw unreadable(from, events.length, last);
  const manifest = { format: EXPORT_FORMAT, stream: to, events: last, lastHash: chain, blobs: shas.length };
  return (async function* () {
    yield manifestLine(manifest);
    yield* blobLines(log, to, shas);
    yield* events;
  })();
}

/**
 * The first event with other data. Other words get another salt: who knows them and their salt must learn nothing of
 * those that were there, should they be erased.
 */
function begun(stored: StoredEntry, begin: Begin, salt: () => string): Entry {
  const before = entryTexts(stored);
  const old = eventOf(stored, 1);
  // What is put into it is of the present version.
  const { v, data: now } = upcast(old);
  const event = { ...old, v };
  const data = begin({ ...Object(now) });
  const spilled = event.spilled?.filter((path) => spilledHash(data, path) !== null);
  const paths = spilled?.length ? spilled : undefined;
  const kept = entryOf(event, before.salt ?? "", data, paths);
  return kept.words === before.words ? kept : entryOf(event, salt(), data, paths);
}
