/**
 * The beginning of a conversation as the export of a new one: the same events, with their salts, under a new chain of
 * hashes, the first of them naming where it comes from. Importing it is how a fork is made.
 */
import type { AnyEvent } from "../../catalog/envelope.ts";
import { erasureWithin, isErasure } from "../../catalog/erased.ts";
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
 * Lines of an export of `to`, with the events 1 to `seq` of `from`, and behind them who erased words of these since; null
 * when there is no such stream.
 * @param erasedThrough the last event of `from` by which anything was erased; 0: none
 * @throws {StoreCorrupt} where one of them cannot be read
 */
export async function forkStream(
  log: StoreLog,
  from: string,
  seq: number,
  to: string,
  begin: Begin,
  erasedThrough = 0,
): Promise<AsyncIterable<string> | null> {
  const row = (await log.reader.row(from))?.row;
  if (!row || row.deleted) return null;
  const shas = await blobsOf(log, from);
  const last = Math.min(seq, row.seq);
  const events: string[] = [];
  let chain = chainStart(to);
  const add = ({ id, type, at }: Pick<AnyEvent, "id" | "type" | "at">, texts: Entry) => {
    chain = chained(chain, texts);
    events.push(eventLine(to, { id, type, at, seq: events.length + 1, chain }, texts));
  };
  for await (const batch of log.reader.stored(from, 1, last)) {
    for (const { entry, seq } of batch) {
      add(entry[0], seq === 1 ? begun(entry, begin, () => log.parts.environment.salt()) : entryTexts(entry));
    }
  }
  if (events.length < last) throw unreadable(from, events.length, last);
  for await (const batch of log.reader.stored(from, last + 1, Math.min(erasedThrough, row.seq))) {
    for (const { entry } of batch) {
      const texts = isErasure(entry[0].type) ? erasedOf(entry, last) : null;
      if (texts) add(entry[0], texts);
    }
  }
  const { length } = events;
  const manifest = { format: EXPORT_FORMAT, stream: to, events: length, lastHash: chain, blobs: shas.length };
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

/** That words were erased, as a fork tells it: of its own events, but for the first, which is told anew. */
function erasedOf(stored: StoredEntry, last: number): Entry | null {
  const { salt = "" } = entryTexts(stored);
  const event = eventOf(stored, last);
  const data = erasureWithin(event, last);
  return data && entryOf(event, salt, data, event.spilled);
}
