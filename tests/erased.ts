/** Takes the words of events out of a store, with their salts: what is left is what a fold has to do with. */
import type { AnyEvent } from "../events/catalog/envelope.ts";
import { blanked, parted, wordPlaces } from "../events/catalog/words.ts";
import { checkEntry, digestOf, entryTexts, type StoredEntry } from "../events/store/form/entry.ts";
import { streamKey } from "../events/store/kv/keys.ts";
import type { StoreLog } from "../events/store/log.ts";
import { streamRow, streamRowBytes } from "../events/store/form/stream_row.ts";
import {
  decodeRun,
  isPacked,
  packedBytes,
  runBytes,
  settled,
  type StoredRun,
  textsOf,
} from "../events/store/form/value.ts";

/** The entries with the digest in place of salt and words; a copy. */
function without(run: StoredRun, own: string, seqs: ReadonlySet<number>): StoredRun {
  const entries = run.entries.map((entry, index): StoredEntry => {
    if (entry.length !== 3 || !seqs.has(run.first + index)) return entry;
    return checkEntry([entry[0], digestOf(entryTexts(entry))]);
  });
  return { ...settled(run, own), entries };
}

/** Rewrites every value of the stream, and its row. Nobody appends to it meanwhile. */
export async function erase(log: StoreLog, stream: string, seqs: ReadonlySet<number>): Promise<void> {
  const { kv } = log.parts;
  const atomic = kv.atomic();
  for await (const { key, value, versionstamp } of kv.list({ prefix: ["e", stream] })) {
    const run = without(decodeRun(value, Number(key[2])), versionstamp ?? "", seqs);
    const texts = textsOf(run);
    atomic.set(key, isPacked(value) ? packedBytes(texts) : runBytes(texts));
  }
  const entry = await kv.get(streamKey(stream));
  const row = streamRow(entry);
  if (!row) throw new Error(`There is no stream ${stream}.`);
  const tail = without(row.tail, entry.versionstamp ?? "", seqs);
  atomic.set(
    streamKey(stream),
    streamRowBytes({ ...row, tail: textsOf(tail) }),
  );
  if (!(await atomic.commit()).ok) throw new Error("Somebody else wrote.");
}

/** The same event as it is read when its words are gone; itself where it had none. */
export function withoutWords(event: AnyEvent): AnyEvent {
  const { rest, words } = parted(event.data, wordPlaces(event.type));
  const own = event.by.kind === "system";
  if (own && words === undefined) return event;
  const { salt: _, ...left } = structuredClone(event);
  return {
    ...left,
    by: own ? event.by : { ...event.by, name: "" },
    data: blanked(event.type, structuredClone(rest)),
    erased: true,
  };
}
