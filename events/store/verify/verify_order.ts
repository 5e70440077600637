/**
 * The order of all events beside the streams: every event of every stream is named once, in its stream's order, by the
 * commit that its value says it came with.
 */
import { fromBytes, readable } from "../kv/codec.ts";
import { entriesUnder, entryAt } from "../kv/entries.ts";
import { allKey, importKey, streamKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import type { StoredRange } from "../read/order.ts";
import type { ReportProblem } from "./problem.ts";
import type { FoundRun } from "../read/read.ts";
import { CommitsDigest, CommitsOfRuns } from "./stream_commits.ts";
import { streamRow } from "../form/stream_row.ts";
import type { StreamEnd } from "./verify_stream.ts";

/** The ranges of an entry; undefined when it is damaged. */
export function rangesOf(value: unknown): StoredRange[] | undefined {
  const ranges = readable(() => fromBytes(value));
  const whole = Array.isArray(ranges) &&
    ranges.every((range) =>
      Array.isArray(range) && typeof range[0] === "string" && Number.isSafeInteger(range[1]) &&
      Number.isSafeInteger(range[2]) && range[1] <= range[2]
    );
  return whole ? ranges as StoredRange[] : undefined;
}

/** What the order says of one stream. */
interface Named {
  /** The last event it names. */
  last: number;
  /** Of the commits up to where the stream was looked through. */
  readonly commits: CommitsDigest;
  /** Something of it was told already. */
  odd: boolean;
}

/** @param ends of the streams as they were looked through; what came after that may be there */
export async function verifyOrder(
  log: StoreLog,
  ends: ReadonlyMap<string, StreamEnd>,
  report: ReportProblem,
): Promise<void> {
  const named = await namedStreams(log, ends, report);
  for (const [stream, { seq, deleted, commits }] of ends) {
    const found = named.get(stream);
    const last = found?.last ?? 0;
    if (last < seq) {
      report("order", stream, last + 1, `The order ends at event ${last}, the stream at ${seq}.`);
    } else if (found && !found.odd && !deleted && commits !== null && commits !== found.commits.digest()) {
      await verifyCommits(log, stream, seq, report);
    }
  }
  const { kv } = log.parts;
  for (const [stream, { last }] of named) {
    const before = ends.get(stream);
    if (before && last <= before.seq) continue;
    // Appended since, or not there: a commit writes the stream's row with the order.
    const [entry, marker] = await kv.getMany([streamKey(stream), importKey(stream)]);
    const now = entry && readable(() => streamRow(entry));
    if (now && last > now.seq) {
      report("order", stream, last, `The order ends at event ${last}, the stream at ${now.seq}.`);
    }
    if (now || before || marker?.versionstamp) continue;
    report("order", stream, last, "The order names its events, but there is no such stream.");
  }
}

/** Reads the whole order through. */
async function namedStreams(
  log: StoreLog,
  ends: ReadonlyMap<string, StreamEnd>,
  report: ReportProblem,
): Promise<Map<string, Named>> {
  const named = new Map<string, Named>();
  const damaged = (place: string) => report("order", "the store", null, `A row ${place} cannot be read.`);
  for await (const { key, value } of entriesUnder(log.parts.kv, ["all"], damaged)) {
    const stamp = String(key[1]);
    const ranges = rangesOf(value);
    if (!ranges) report("order", "the store", null, `The row ${JSON.stringify(key)} is damaged.`);
    for (const [stream, first, last] of ranges ?? []) {
      const of = named.get(stream) ?? { last: 0, commits: new CommitsDigest(), odd: false };
      named.set(stream, of);
      if (first !== of.last + 1) {
        report("order", stream, first, `The order goes from event ${of.last} to event ${first}.`);
        of.odd = true;
      }
      of.last = last;
      if (first <= (ends.get(stream)?.seq ?? 0)) of.commits.add({ first, stamp });
    }
  }
  return named;
}

/** Each commit that the values of a stream tell of is in the order, beginning with the same event. */
async function verifyCommits(
  log: StoreLog,
  stream: string,
  seq: number,
  report: ReportProblem,
): Promise<void> {
  const begun = new CommitsOfRuns();
  let before = "";
  const look = async (run: Pick<FoundRun, "first" | "commits" | "entries">, own: string) => {
    for (const { first, stamp } of begun.next(run, own) ?? []) {
      if (stamp === before || first > seq) continue;
      before = stamp;
      const ranges = rangesOf((await entryAt(log.parts.kv, allKey(stamp)))?.value) ?? [];
      if (ranges.some((range) => range[0] === stream && range[1] === first)) continue;
      report("order", stream, first, `Event ${first} says that it came with ${stamp}, the order does not.`);
    }
  };
  const found = await log.reader.row(stream);
  if (!found) return;
  const { tail } = found.row;
  for await (const run of log.reader.runs(stream, 1, tail.first - 1)) await look(run, run.stamp);
  await look(tail, found.stamp);
}
