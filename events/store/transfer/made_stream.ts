/**
 * Events that were never in a store, as the export of a stream: importing it is how a conversation is made that was said
 * somewhere else, however long it is. Long texts leave them for blobs, as they do in an append.
 */
import { blobLine, eventLine, EXPORT_FORMAT, manifestLine } from "../../catalog/export.ts";
import { encodeAppend } from "../append/encode_append.ts";
import { chainStart } from "../form/entry.ts";
import type { SpilledText } from "../form/spill.ts";
import { PAGE_BYTES } from "../kv/bounds.ts";
import type { StoreLog } from "../log.ts";
import type { NewEvent } from "../types.ts";
import { pagesIn } from "../beside/pages.ts";
import { blobLines } from "./transfer.ts";

/** Events made between two rests: a millisecond's work. */
const EVENTS_AT_ONCE = 50;

/**
 * Lines of an export of `stream` with these events.
 * @param named blobs of the store that they name; it may grow while they are made
 * @throws {TooLarge} where one of them cannot be stored
 */
export async function madeStream(
  log: StoreLog,
  stream: string,
  events: AsyncIterable<NewEvent> | Iterable<NewEvent>,
  named: ReadonlySet<string>,
): Promise<AsyncIterable<string>> {
  const { environment } = log.parts;
  const lines: string[] = [];
  const texts = new Map<string, SpilledText>();
  let head = { seq: 0, hash: chainStart(stream) };
  for await (const event of events) {
    if (lines.length % EVENTS_AT_ONCE === 0) await environment.breathe();
    const made = encodeAppend(stream, head, [event], () => environment.salt());
    head = { seq: head.seq + 1, hash: made.hash };
    for (const text of made.texts) texts.set(text.sha256, text);
    for (const entry of made.entries) {
      lines.push(eventLine(stream, { ...event, seq: head.seq, chain: head.hash }, entry));
    }
  }
  const shas = [...named];
  const added = [...texts.values()].filter(({ sha256 }) => !named.has(sha256));
  const blobs = shas.length + added.length;
  const manifest = { format: EXPORT_FORMAT, stream, events: head.seq, lastHash: head.hash, blobs };
  return (async function* () {
    yield manifestLine(manifest);
    yield* blobLines(log, stream, shas);
    for (const text of added) yield* pagesOf(stream, text);
    yield* lines;
  })();
}

function* pagesOf(stream: string, { sha256, type, bytes }: SpilledText): Iterable<string> {
  const size = bytes.length;
  const pages = pagesIn(size);
  for (let page = 0; page < pages; page++) {
    const part = bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
    yield blobLine(stream, { sha256, type, size, page, pages, bytes: part });
  }
}
