/**
 * What is kept of the chain between its beginning and its end made anew: the hash before each run, and the marks of its
 * events. Only where the chain is whole: of a changed event they are what tells which one it was. A store of an earlier
 * release gets its marks so.
 */
import { bytesAt, flagAt } from "../commit/job.ts";
import { written } from "../commit/parts.ts";
import { chainStart, entryTexts, withMarks } from "../form/entry.ts";
import { type StreamRow, streamRow, streamRowBytes } from "../form/stream_row.ts";
import { hashBehind, type Run, settled, type StoredRun, textsOf, valuesAgain } from "../form/value.ts";
import { readable } from "../kv/codec.ts";
import { eventsKey, packingKey, streamKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";

/** A run as it should be; null where it is that already. */
function mended(run: StoredRun, prev: string): Run | null {
  const right: Run = { ...textsOf(run), prev, entries: withMarks(run.entries.map(entryTexts), prev) };
  const marks = right.entries.map(({ mark }) => mark).join("");
  return run.prev === prev && run.marks === marks ? null : right;
}

/** The runs of a stream with the chain before each, up to its row, and then that before the row's own. */
async function* walked(log: StoreLog, stream: string, row: StreamRow) {
  let prev = chainStart(stream);
  let next = 1;
  for await (const run of log.reader.runs(stream, 1, row.tail.first - 1)) {
    if (run.first !== next) return;
    yield { run, prev };
    prev = hashBehind({ ...textsOf(run), prev });
    next = run.first + run.entries.length;
  }
  if (next === row.tail.first) yield { run: null, prev };
}

/** The chain before what the row holds, and whether a value is another than it should be; null where the chain is not whole. */
async function whole(log: StoreLog, stream: string, row: StreamRow) {
  const { environment } = log.parts;
  let other = false;
  for await (const { run, prev } of walked(log, stream, row)) {
    if (run === null) return hashBehind({ ...textsOf(row.tail), prev }) === row.hash ? { prev, other } : null;
    other ||= mended(run, prev) !== null;
    if (run.packed) await environment.breathe();
  }
  return null;
}

/** @returns how many rows were another; 0 also where somebody else wrote meanwhile: the next time finds them */
export async function rebuildMarks(log: StoreLog, stream: string): Promise<number> {
  const { kv, commits } = log.parts;
  const entry = await kv.get(streamKey(stream));
  const row = readable(() => streamRow(entry));
  if (!row || row.deleted || entry.versionstamp === null) return 0;
  const found = await whole(log, stream, row);
  if (found === null) return 0;
  let rows = 0;
  const tail = mended(row.tail, found.prev);
  if (tail) {
    const bytes = streamRowBytes({ ...row, tail: settled(tail, entry.versionstamp) });
    if (!await written(log.parts, { checks: [entry], writes: [bytesAt(entry.key, bytes)] })) return 0;
    rows++;
  }
  if (!found.other) return rows;
  // Who packs or erases writes values too, one at a time: what is read behind the claim is what they left.
  const claimed = await commits.commit({ writes: [flagAt(packingKey(stream))] });
  if (claimed.status === "conflict") return rows;
  const claim = { key: packingKey(stream), versionstamp: claimed.stamp };
  for await (const { run, prev } of walked(log, stream, row)) {
    const right = run && mended(run, prev);
    if (!right) continue;
    const writes = valuesAgain(settled(right, run.stamp), run.packed)
      .map(({ first, value }) => bytesAt(eventsKey(stream, first), value));
    if (!await written(log.parts, { checks: [claim], writes })) return rows;
    rows++;
  }
  await commits.commit({ checks: [claim], writes: [{ key: claim.key, remove: true }] });
  return rows;
}
