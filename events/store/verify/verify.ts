/**
 * Is the store what it says? Walks every chain, checks that the order of all events names each once, that blobs
 * are what their hashes say, and that every row is what the events fold to or name. A damaged row is named, and
 * everything else is looked at all the same. May run beside writers.
 */
import { FORMAT } from "../kv/open.ts";
import { entriesUnder, namesUnder } from "../kv/entries.ts";
import { fromBytes, readable, sha256 } from "../kv/codec.ts";
import { why } from "../errors.ts";
import { EPOCH_KEY, FORMAT_KEY, importKey, namesKey, plain, refKey, streamKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import { type Problem, type ReportProblem } from "./problem.ts";
import type { DerivedRows, Progress } from "../derived_rows.ts";
import { SIDE_KINDS } from "../types.ts";
import { verifyCommands } from "./verify_commands.ts";
import { verifyRecent } from "./verify_recent.ts";
import { verifyRuns } from "./verify_runs.ts";
import { verifyOrder } from "./verify_order.ts";
import { verifyTally } from "./verify_tally.ts";
import { type SignedStreams, signedStreams, verifySigned } from "./verify_signed.ts";
import { type StreamEnd, verifyStream } from "./verify_stream.ts";

export type { Problem } from "./problem.ts";
export interface Report {
  readonly streams: number;
  readonly events: number;
  /** At most `PROBLEMS`. */
  readonly problems: readonly Problem[];
}
/** Problems that are listed: more say nothing more. */
export const PROBLEMS = 1_000;

/** What stands for the whole store where a problem is of no one stream. */
const STORE = "the store";

export async function verify(log: StoreLog, derived?: DerivedRows, progress?: Progress): Promise<Report> {
  const problems: Problem[] = [];
  const report: ReportProblem = (kind, stream, seq, detail) => {
    if (problems.length < PROBLEMS) problems.push({ kind, stream, seq, detail });
  };
  /** One part that cannot go on must not keep the others from being looked at. */
  const part = async (name: string, look: () => Promise<void>) => {
    try {
      await look();
    } catch (error) {
      report("row", STORE, null, `Looking at ${name} broke off: ${why(error)}`);
    }
  };
  const ends = new Map<string, StreamEnd>();
  let signed: SignedStreams = new Map();
  await part("checkpoints", async () => void (signed = await signedStreams(log, report)));
  let events = 0;
  for (const stream of await allStreams(log, report)) {
    await part(stream, async () => {
      const { row, problems } = await verifyStream(log, stream, derived, signed.get(stream)?.heads);
      for (const { kind, seq, detail } of problems) report(kind, stream, seq, detail);
      if (!row) return;
      ends.set(stream, row);
      events += row.deleted ? 1 : row.seq;
    });
    progress?.({ streams: ends.size, events });
  }
  await part("the order", () => verifyOrder(log, ends, report));
  await part("blobs", () => verifyBlobs(log, report));
  await part("answers of commands", () => verifyCommands(log, ends, report));
  if (derived) await part("the list by time", () => verifyRecent(log, derived, report));
  if (derived) await part("runs that are planned", () => verifyRuns(log, derived, report));
  if (derived) await part("what is added up", () => verifyTally(log, derived, report));
  await part("what was signed", () => verifySigned(log, signed, ends, report));
  await part("rows beside the log", () => verifySide(log, report));
  await part("the format", () => verifyMeta(log, report));
  return { streams: ends.size, events, problems };
}

/** Every stream that a row of its own, an event or a deletion tells of; damage of these rows is reported. */
export async function allStreams(log: StoreLog, report: ReportProblem): Promise<Set<string>> {
  const { kv } = log.parts;
  const streams = new Set<string>();
  for (const [prefix, kind] of [["at", "head"], ["purge", "left"]] as const) {
    const damaged = (place: string) => report(kind, STORE, null, `A row ${place} cannot be read.`);
    for await (const { key } of entriesUnder(kv, [prefix], damaged)) streams.add(String(key[1]));
  }
  for await (const stream of namesUnder(kv, "e")) streams.add(stream);
  return new Set([...streams].sort());
}

async function verifyBlobs(log: StoreLog, report: ReportProblem): Promise<void> {
  const { kv } = log.parts;
  const named = new Map<string, string>();
  const damaged = (place: string) => report("ref", STORE, null, `A row ${place} cannot be read.`);
  for await (const { key, value } of entriesUnder(kv, ["ref"], damaged)) {
    const [sha, stream] = [String(key[1]), String(key[2])];
    named.set(sha, stream);
    if (value !== true) report("ref", stream, null, `The row that keeps the blob ${sha} for it is damaged.`);
    // Both are written in one commit. A purge takes the first away before the second.
    if ((await kv.get(namesKey(stream, sha))).value === true) continue;
    if ((await kv.get(refKey(sha, stream))).versionstamp === null) continue;
    report("ref", stream, null, `The row that it names the blob ${sha} is missing.`);
  }
  for await (const sha of namesUnder(kv, "blob")) named.set(sha, named.get(sha) ?? "");
  for (const [sha, stream] of named) {
    let found: string | null = null;
    try {
      const blob = await log.blobs.get(sha);
      // Pages alone, which no stream names: an upload under way, or one that was cut short.
      if (!blob && stream === "") continue;
      found = blob && sha256(blob.bytes);
    } catch {
      // Reported below: a page is missing, or a row cannot be read.
    }
    if (found === sha) continue;
    // Its last stream may have been deleted since the rows were read.
    if (found === null && stream !== "" && !await isNamed(log, sha)) continue;
    report("blob", stream || STORE, null, `The blob ${sha} is missing or changed.`);
  }
}

/** Whether a stream names the blob; a row that cannot be read may. */
async function isNamed(log: StoreLog, sha: string): Promise<boolean> {
  try {
    for await (const _ of log.parts.kv.list({ prefix: ["ref", sha] }, { limit: 1 })) return true;
    return false;
  } catch {
    return true;
  }
}

async function verifySide(log: StoreLog, report: ReportProblem): Promise<void> {
  const damaged = (place: string) => report("row", STORE, null, `A row ${place} cannot be read.`);
  for (const kind of SIDE_KINDS) {
    for await (const { key, value } of entriesUnder(log.parts.kv, [kind], damaged)) {
      const row = value as { id?: unknown; value?: unknown } | null;
      const whole = typeof row === "object" && row !== null && typeof row.id === "string" &&
        plain(row.id) === key[1] && row.value !== undefined;
      if (!whole) report("row", STORE, null, `The row ${JSON.stringify(key)} is damaged.`);
    }
  }
  for (const kind of ["draft", "turn", "names", "snap", "import", "packing", "due"]) {
    for await (const { key, value } of entriesUnder(log.parts.kv, [kind], damaged)) {
      if (kind === "draft" && typeof value !== "string") {
        report("row", STORE, null, `The row ${JSON.stringify(key)} is damaged.`);
      }
      if (kind === "turn" && readable(() => fromBytes(value)) === undefined) {
        report("work", String(key[1]), null, `The work row of the turn ${String(key[2])} cannot be read.`);
      }
      if (kind === "due" && (await log.parts.kv.get(streamKey(String(key[1])))).versionstamp === null) {
        report("due", String(key[1]), null, "A stream that is not there is to be deleted.");
      }
      if (kind === "import" && (await log.parts.kv.get(streamKey(String(key[1])))).versionstamp !== null) {
        if ((await log.parts.kv.get(importKey(String(key[1])))).versionstamp === null) continue;
        report("left", String(key[1]), null, "An import that is done left its mark.");
      }
    }
  }
}

async function verifyMeta(log: StoreLog, report: ReportProblem): Promise<void> {
  const [format, epoch] = await log.parts.kv.getMany([FORMAT_KEY, EPOCH_KEY]);
  if (readable(() => fromBytes(format?.value)) !== FORMAT) {
    report("meta", STORE, null, `The format of the store is not ${FORMAT}, as it was written.`);
  }
  if (readable(() => fromBytes(epoch?.value)) !== log.epoch) {
    report("meta", STORE, null, "The epoch of the store is not the one it was opened with.");
  }
  const lost = await log.mark?.lost();
  if (lost) report("lost", STORE, null, lost);
}
