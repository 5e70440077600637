/**
 * Commits one batch and answers each of its jobs. A failed batch does not say which check failed and an error
 * not whether anything landed, so every checked key is read again; who conflicts is answered, the rest is
 * committed again.
 */
import type { Environment } from "../environment.ts";
import { toBytes } from "../kv/codec.ts";
import { DiskFull, StoreGone, StoreUnreadable, why } from "../errors.ts";
import type { Job, Waiting } from "./job.ts";
import { allKey, TAIL_KEY } from "../kv/keys.ts";
import { getAll, type Kv, trouble } from "../kv/kv.ts";
import type { Renewals } from "./renewals.ts";

export interface CommitPorts {
  readonly kv: Kv;
  readonly environment: Environment;
  /**
   * Reached over a network: it may come back after any silence, so nothing is ever given up, and the tail key is
   * rewritten with each commit of events, for those who watch it.
   */
  readonly remote: boolean;
  /** The file that is written is not the one at its path any more: nothing may be acknowledged. */
  readonly gone?: () => boolean;
  /** Told of each commit: the number of events in it. */
  committed(events: number, stamp: string): void;
  /** Told of each batch how many milliseconds its commit took. */
  took(ms: number): void;
}

interface BatchPorts extends CommitPorts {
  readonly renewals: Renewals;
}

/** Milliseconds: the longest pause between two tries on a locked file, where a commit takes under one. */
const LOCKED_MS = 40;
/** Milliseconds: the longest pause after an error that says nothing. */
const TROUBLED_MS = 2_000;
/** Tries after errors that say nothing, before a job of a local store is given up. */
const TRIES = 4;
/** Failed commits in a row without any job in conflict: far beyond what a race can do. */
const SPINS = 1_000;

type Try = { kind: "done"; stamp: string } | { kind: "conflict" } | {
  kind: "locked" | "full" | "unknown";
  error: unknown;
};

async function tryCommit(ports: BatchPorts, batch: readonly Waiting[]): Promise<Try> {
  const atomic = ports.kv.atomic();
  const ranges: [string, number, number][] = [];
  try {
    for (const { job } of batch) {
      atomic.check(...job.checks ?? []);
      for (const write of job.writes) {
        if ("remove" in write) atomic.delete(write.key);
        else atomic.set(write.key, write.value);
      }
      if (job.range) ranges.push([job.range.stream, job.range.first, job.range.last]);
    }
    const renewed = ports.renewals.together(batch.flatMap(({ job }) => job.renews ?? []));
    for (const { key, versionstamp, value } of renewed) atomic.check({ key, versionstamp }).set(key, value);
    if (ranges.length > 0) {
      atomic.set(allKey(ports.kv.commitVersionstamp()), toBytes(ranges));
      if (ports.remote) atomic.set(TAIL_KEY, toBytes(ranges[0]));
    }
    const result = await atomic.commit();
    if (!result.ok) return { kind: "conflict" };
    ports.renewals.written(renewed, result.versionstamp);
    return { kind: "done", stamp: result.versionstamp };
  } catch (error) {
    return { kind: trouble(error), error };
  }
}

/** Answers every job of a batch, or fails it; never rejects for broken I/O. */
export async function commitBatch(ports: BatchPorts, batch: readonly Waiting[]): Promise<void> {
  let open = batch.filter((waiting) => !waiting.giveUp?.aborted);
  let locks = 0, errors = 0, spins = 0;
  while (open.length > 0) {
    if (ports.gone?.()) return open.forEach((waiting) => waiting.fail(new StoreGone()));
    const attempt = await tryCommit(ports, open);
    // Once more behind it: what went into a file that was just removed must not be acknowledged.
    if (attempt.kind === "done" && ports.gone?.()) continue;
    if (attempt.kind === "done") return answerCommitted(ports, open, attempt.stamp);
    if (attempt.kind === "full") return open.forEach((waiting) => waiting.fail(new DiskFull()));
    if (attempt.kind === "locked") {
      await pause(ports, ++locks, LOCKED_MS);
    } else {
      if (attempt.kind === "unknown") errors++;
      else if (++spins > SPINS) throw new Error("A commit fails although every checked key is as expected.");
      try {
        open = await answerConflicts(ports, open);
      } catch (error) {
        if (trouble(error) !== "locked" && attempt.kind !== "unknown") errors++;
        await pause(ports, Math.max(1, errors), TROUBLED_MS);
      }
      if (errors > TRIES || (errors > 0 && isRefused(attempt))) return giveUp(ports, open, attempt);
      if (attempt.kind === "unknown") await pause(ports, errors, TROUBLED_MS);
    }
    open = open.filter((waiting) => !waiting.giveUp?.aborted);
  }
}

/** Deno refused to send it (too large, closed): trying the same again is in vain. */
function isRefused(attempt: Try): boolean {
  return "error" in attempt &&
    (attempt.error instanceof TypeError || attempt.error instanceof Deno.errors.BadResource);
}

/** Each job on its own, so that the one that cannot be written fails alone. */
async function giveUp(ports: BatchPorts, open: readonly Waiting[], attempt: Try): Promise<void> {
  if (open.length > 1) {
    for (const waiting of open) await commitBatch(ports, [waiting]);
  } else if (ports.remote && !isRefused(attempt)) {
    await pause(ports, TRIES, TROUBLED_MS);
    await commitBatch(ports, open);
  } else {
    const detail = why("error" in attempt ? attempt.error : null);
    for (const waiting of open) waiting.fail(new StoreUnreadable(`The store cannot be written: ${detail}`));
  }
}

function answerCommitted(ports: CommitPorts, batch: readonly Waiting[], stamp: string): void {
  let offset = 0;
  for (const waiting of batch) {
    waiting.answer({ status: "committed", stamp, offset });
    offset += eventsOf(waiting);
  }
  ports.committed(offset, stamp);
}

const eventsOf = ({ job: { range } }: Waiting): number => range ? range.last - range.first + 1 : 0;

/** Reads every checked key again and answers the jobs whose checks fail; returns the others. */
async function answerConflicts(ports: BatchPorts, batch: readonly Waiting[]): Promise<Waiting[]> {
  const checksOf = ({ checks = [], renews = [] }: Job) => [
    ...checks,
    ...renews.map((renewal) => ports.renewals.current(renewal)),
  ];
  const entries = await getAll(
    ports.kv,
    batch.flatMap(({ job }) => checksOf(job).map(({ key }) => key)),
  );
  const rest: Waiting[] = [];
  let next = 0;
  for (const waiting of batch) {
    const { landed } = waiting.job;
    const checks = checksOf(waiting.job);
    const failed = entries.slice(next, next + checks.length)
      .filter((entry, index) => entry.versionstamp !== checks[index]?.versionstamp);
    next += checks.length;
    if (failed.length === 0) {
      rest.push(waiting);
      continue;
    }
    const landing = await landed?.(failed);
    if (landing) ports.committed(eventsOf(waiting), landing.stamp);
    waiting.answer(landing ? { status: "committed", ...landing } : { status: "conflict", failed });
  }
  return rest;
}

/** Waits longer with each try, and never in step with another process. */
function pause(ports: CommitPorts, attempt: number, longest: number): Promise<void> {
  const bound = Math.min(longest, 2 ** Math.min(attempt, 20));
  return ports.environment.sleep(1 + ports.environment.random() * bound);
}
