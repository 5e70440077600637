/**
 * The row of a stream made anew: what it says of all events where they say another thing, and the whole row where it is
 * lost. Events that were nowhere else are lost with it: nothing is put in their place.
 */
import { bytesAt, jsonAt, landedBytes } from "../commit/job.ts";
import { importKey, purgeKey, streamKey } from "../kv/keys.ts";
import { readable } from "../kv/codec.ts";
import { type DerivedRows, sameJson } from "../derived_rows.ts";
import { entriesUnder } from "../kv/entries.ts";
import type { Entry } from "../kv/kv.ts";
import type { StoreLog } from "../log.ts";
import { written } from "../commit/parts.ts";
import { cutOrder, type Lost, type Reached } from "./rebuild_order.ts";
import {
  type NewStreamRow,
  rowTexts,
  type StreamRow,
  streamRow,
  streamRowBytes,
} from "../form/stream_row.ts";
import { settled } from "../form/value.ts";
import { answersOf, commandRow } from "./verify_commands.ts";
import { verifyStream } from "./verify_stream.ts";

/**
 * A row that is missing or cannot be read, from values without a tear. Its events end where they do; the order of all
 * events names no others any more, and answers of commands whose events are gone go too: who repeats such a command
 * must be heard.
 * @returns how many rows were written, and which events are lost
 */
export async function rebuildRow(
  log: StoreLog,
  stream: string,
  derived: DerivedRows,
  order: Reached,
): Promise<{ rows: number; lost: Lost | null }> {
  const nothing = { rows: 0, lost: null };
  const { kv } = log.parts;
  const reached = order.ends.get(stream) ?? 0;
  const [entry, marker, purge] = await kv.getMany([streamKey(stream), importKey(stream), purgeKey(stream)]);
  // What no commit put in order was never there: the beginning of an import, perhaps.
  if (!entry || reached === 0 || marker?.versionstamp || readable(() => streamRow(entry))) return nothing;
  if (purge?.versionstamp) {
    return { ...nothing, rows: await writeRow(log, entry, closedRow(reached)) ? 1 : 0 };
  }
  const { row, problems } = await verifyStream(log, stream, derived);
  if (problems.some(({ kind }) => kind === "chain")) return nothing;
  const { seq = 0, hash = "" } = row ?? {};
  if (seq > reached) return nothing;
  await dropAnswers(log, stream, seq);
  const lost = await cutOrder(log, stream, seq, order);
  if (seq === 0) {
    if (entry.versionstamp) {
      await written(log.parts, { checks: [entry], writes: [{ key: entry.key, remove: true }] });
    }
    return { rows: 0, lost };
  }
  const { sum } = await answersOf(log, stream, seq);
  const tail = { first: seq + 1, prev: hash, commits: [], entries: [] };
  const done = await writeRow(log, entry, { seq, hash, ...(sum ? { answers: sum } : {}), tail });
  return { rows: done ? 1 : 0, lost };
}

/** Of a stream whose deletion is under way: it goes on, and the name stays taken. */
const closedRow = (seq: number): NewStreamRow => ({
  seq,
  hash: "",
  deleted: true,
  tail: { first: seq + 1, prev: "", commits: [], entries: [] },
});

/** Removes answers of commands whose events came behind `last`. */
async function dropAnswers(log: StoreLog, stream: string, last: number): Promise<void> {
  for await (const { key, value } of entriesUnder(log.parts.kv, ["cmd", stream], () => undefined)) {
    const row = commandRow(value);
    if (row && row.last > last) await log.parts.commits.commit({ writes: [{ key, remove: true }] });
  }
}

/**
 * Writes into the row what the events and the answers say.
 * @param list the sidebar's row, null for none; undefined: as it is
 * @returns whether it was another; null where somebody appended meanwhile
 */
export async function mendRow(
  log: StoreLog,
  entry: Entry,
  row: StreamRow,
  list: unknown,
): Promise<boolean | null> {
  const { sum, damaged } = await answersOf(log, String(entry.key[1]), row.seq);
  const right = sameJson(list === undefined ? row.list : list, row.list);
  // An answer that cannot be read stays what verify tells of.
  if (right && (sum === (row.answers ?? "") || damaged.length > 0)) return false;
  const { list: was, answers: _, ...rest } = rowTexts(row);
  const now = list === undefined ? was : list ?? undefined;
  // Its stamp was that of the newest commit, and is not any more.
  const tail = settled(rest.tail, entry.versionstamp ?? "");
  const mended: NewStreamRow = {
    ...rest,
    ...(now === undefined ? {} : { list: now }),
    ...(sum ? { answers: sum } : {}),
    tail,
  };
  return await writeRow(log, entry, mended) || null;
}

async function writeRow(log: StoreLog, entry: Entry, row: NewStreamRow): Promise<boolean> {
  const bytes = streamRowBytes(row);
  return await written(log.parts, {
    checks: [entry],
    writes: [bytesAt(entry.key, bytes)],
    landed: landedBytes(bytes),
  });
}

/** What a deletion left behind without anything that will remove it: the next purge does. */
export async function rebuildPurge(log: StoreLog, stream: string, derived: DerivedRows): Promise<number> {
  const { problems } = await verifyStream(log, stream, derived);
  if (!problems.some(({ kind }) => kind === "left")) return 0;
  await log.parts.commits.commit({ writes: [jsonAt(purgeKey(stream), {})] });
  await log.purge();
  return 1;
}
