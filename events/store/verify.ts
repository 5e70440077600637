/**
 * Is the log what it says? Walks every chain, checks that the order of all events names each once, that blobs
 * are what their hashes say, and that rows and snapshots are what the events fold to. May run beside writers.
 */
import type { AnyEvent } from "../envelope.ts";
import { upcast } from "../upcast.ts";
import { LIST_BATCH } from "./bounds.ts";
import { decodeEvent, fromBytes, sha256 } from "./codec.ts";
import { type HeadRow, headRow } from "./heads.ts";
import { headKey, listKey } from "./keys.ts";
import type { StoreLog } from "./log.ts";
import { orderAfter } from "./order.ts";
import { ORIGIN_STAMP } from "./position.ts";
import { type Folds, type OpenTurn, type Progress, sameJson } from "./refold.ts";

export interface Problem {
  readonly kind: "chain" | "head" | "order" | "list" | "work" | "snapshot" | "blob";
  readonly stream: string;
  readonly seq: number | null;
  readonly detail: string;
}
export interface Report {
  readonly streams: number;
  readonly events: number;
  /** At most `PROBLEMS`. */
  readonly problems: readonly Problem[];
}
/** Problems that are listed: more say nothing more. */
export const PROBLEMS = 1_000;

export async function verify(log: StoreLog, folds?: Folds, progress?: Progress): Promise<Report> {
  const problems: Problem[] = [];
  const report = (kind: Problem["kind"], stream: string, seq: number | null, detail: string) => {
    if (problems.length < PROBLEMS) problems.push({ kind, stream, seq, detail });
  };
  const heads = new Map<string, HeadRow>();
  let events = 0;
  for await (const stream of streamsOf(log)) {
    const row = await verifyStream(log, stream, folds, report);
    heads.set(stream, row);
    events += row.deleted ? 1 : row.seq;
    progress?.({ streams: heads.size, events });
  }
  await verifyOrder(log, heads, report);
  await verifyBlobs(log, report);
  return { streams: heads.size, events, problems };
}

type ReportProblem = (kind: Problem["kind"], stream: string, seq: number | null, detail: string) => void;

export async function* streamsOf(log: StoreLog): AsyncIterable<string> {
  for await (const { key } of log.parts.kv.list({ prefix: ["h"] }, { batchSize: LIST_BATCH })) {
    yield String(key[1]);
  }
}

async function verifyStream(
  log: StoreLog,
  stream: string,
  folds: Folds | undefined,
  report: ReportProblem,
): Promise<HeadRow> {
  // Read at once, so that the row is that of this very head.
  const [headEntry, listEntry] = await log.parts.kv.getMany([headKey(stream), listKey(stream)]);
  const row = (headEntry && headRow(headEntry)) ?? { seq: 0, hash: "" };
  const first = row.deleted ? row.seq : 1;
  const checks = folds && !row.deleted ? await rowChecks(log, stream, folds, listEntry?.value) : [];
  let next = first;
  let hash: string | null = row.deleted ? null : "";
  let torn = false;
  const tear = (detail: string) => {
    torn = true;
    report("chain", stream, next, detail);
  };
  for await (const bytes of log.reader.stored(stream, first, row.seq)) {
    try {
      const stored = decodeEvent(bytes);
      if (stored.seq !== next) tear(`Event ${next} is missing, ${stored.seq} follows.`);
      else if (hash !== null && stored.prev !== hash) {
        tear(`Event ${next} does not continue event ${next - 1}.`);
      }
      hash = bytes instanceof Uint8Array ? sha256(bytes) : "";
      next = stored.seq + 1;
      if (torn || checks.length === 0) continue;
      const event = upcast(await log.reader.restored(stored));
      for (const check of checks) check.add(event);
    } catch (error) {
      tear(error instanceof Error ? error.message : String(error));
    }
  }
  if (next !== row.seq + 1) tear(`The events end at ${next - 1}, the head says ${row.seq}.`);
  else if (hash !== row.hash) report("head", stream, row.seq, "The last event is not the one the head says.");
  // What a torn chain folds to says nothing about the rows.
  if (!torn) { for (const check of checks) check.end(report); }
  return row;
}

interface RowCheck {
  add(event: AnyEvent): void;
  end(report: ReportProblem): void;
}

async function rowChecks(log: StoreLog, stream: string, folds: Folds, listed: unknown): Promise<RowCheck[]> {
  const checks: RowCheck[] = [];
  if (folds.list && folds.isConversation(stream)) {
    const fold = folds.list(stream);
    checks.push({
      add: (event) => fold.add(event),
      end(report) {
        if (!sameJson(fold.result(), fromBytes(listed))) {
          report("list", stream, null, "The list row is not what the events say.");
        }
      },
    });
  }
  if (folds.work && folds.isConversation(stream)) {
    const rows = new Set<string>();
    for await (const { key } of log.parts.kv.list({ prefix: ["turn", stream] })) rows.add(String(key[2]));
    const fold = folds.work(stream);
    checks.push({
      add: (event) => fold.add(event),
      end(report) {
        const open = new Set((fold.result() as OpenTurn[]).map((turn) => turn.turnId));
        for (const id of open) {
          if (!rows.has(id)) report("work", stream, null, `The open turn ${id} has no work row.`);
        }
        for (const id of rows) {
          if (!open.has(id)) report("work", stream, null, `The turn ${id} ended but has a work row.`);
        }
      },
    });
  }
  for (const { name, version, refold } of folds.snapshots ?? []) {
    const snapshot = await log.snapshot(name, version, stream);
    if (!snapshot) continue;
    const fold = refold(stream);
    checks.push({
      add: (event) => event.seq <= snapshot.seq && fold.add(event),
      end(report) {
        if (!sameJson(fold.result(), snapshot.state)) {
          report("snapshot", stream, snapshot.seq, `The snapshot of ${name} is not what the events fold to.`);
        }
      },
    });
  }
  return checks;
}

/** Every event of every head is named once, in the order of its stream. What came after the heads were read may be there. */
async function verifyOrder(log: StoreLog, heads: Map<string, HeadRow>, report: ReportProblem): Promise<void> {
  const reached = new Map<string, number>();
  for await (const { ranges } of orderAfter(log.parts, ORIGIN_STAMP)) {
    for (const [stream, first, last] of ranges) {
      const before = reached.get(stream) ?? 0;
      if (first !== before + 1) {
        report("order", stream, first, `The order goes from event ${before} to event ${first}.`);
      }
      reached.set(stream, last);
    }
  }
  for (const [stream, { seq }] of heads) {
    const last = reached.get(stream) ?? 0;
    if (last < seq) {
      report("order", stream, last + 1, `The order ends at event ${last}, the stream at ${seq}.`);
    }
  }
}

async function verifyBlobs(log: StoreLog, report: ReportProblem): Promise<void> {
  let last = "";
  for await (const { key } of log.parts.kv.list({ prefix: ["ref"] }, { batchSize: LIST_BATCH })) {
    const sha = String(key[1]);
    if (sha === last) continue;
    last = sha;
    let found: string | null = null;
    try {
      const blob = await log.blob(sha);
      found = blob && sha256(blob.bytes);
    } catch {
      // Reported below: a page is missing.
    }
    if (found !== sha) report("blob", String(key[2]), null, `The blob ${sha} is missing or changed.`);
  }
}
