/**
 * The beginning of a conversation as the export of a new one: the same events under a new chain of hashes,
 * the first of them naming where it comes from. Importing it is how a fork is made.
 */
import { eventLine, EXPORT_FORMAT, manifestLine, parseLine } from "../catalog/export.ts";
import { decodeEvent, encodeEvent, sha256 } from "./codec.ts";
import type { StoreLog } from "./log.ts";
import { exportStream } from "./transfer.ts";

/** Changes the data of the first event. */
export type Begin = (data: Record<string, unknown>) => Record<string, unknown>;

/** Lines of an export of `to`, with the events 1 to `seq` of `from`; null when there is no such stream. */
export async function forkStream(
  log: StoreLog,
  from: string,
  seq: number,
  to: string,
  begin: Begin,
): Promise<AsyncIterable<string> | null> {
  const lines = await exportStream(log, from);
  if (!lines) return null;
  const blobs: string[] = [];
  const events: string[] = [];
  let prev = "";
  let count = 0;
  for await (const text of lines) {
    const parsed = parseLine(text);
    if (!parsed.ok) throw new Error(`An export cannot be read back: ${parsed.detail}`);
    const { line } = parsed;
    if (line.kind === "blob") {
      if (line.page.page === 0) count++;
      // The address of a blob is its content; only the line's source names the stream.
      blobs.push(text.replace(`"source":"/conversations/${from}"`, `"source":"/conversations/${to}"`));
    } else if (line.kind === "event" && line.seq <= seq) {
      const event = decodeEvent(new TextEncoder().encode(line.stored));
      const data = line.seq === 1 ? begin(event.data as Record<string, unknown>) : event.data;
      const bytes = encodeEvent(event, event.seq, prev, data, event.spilled);
      prev = sha256(bytes);
      events.push(eventLine(to, event, new TextDecoder().decode(bytes)));
    }
  }
  const manifest = { format: EXPORT_FORMAT, stream: to, events: events.length, lastHash: prev, blobs: count };
  return (async function* () {
    yield manifestLine(manifest);
    yield* blobs;
    yield* events;
  })();
}
