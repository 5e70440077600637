/** Writes the rows and snapshots of every stream anew from its events. May run beside writers. */
import { fromBytes, toBytes } from "./codec.ts";
import type { Job, Write } from "./group_commit.ts";
import { headRow } from "./heads.ts";
import { claim, headKey, listKey, workKey } from "./keys.ts";
import type { StoreLog } from "./log.ts";
import { type Folds, type OpenTurn, type Progress, type Refold, sameJson } from "./refold.ts";
import { Snapshots } from "./snapshots.ts";
import type { WorkRow } from "./types.ts";
import { streamsOf } from "./verify.ts";

export interface Rebuilt {
  readonly streams: number;
  /** List and work rows that were not what the events say. */
  readonly rows: number;
  readonly snapshots: number;
}

export async function rebuild(log: StoreLog, folds: Folds, progress?: Progress): Promise<Rebuilt> {
  let streams = 0, rows = 0, snapshots = 0, events = 0;
  for await (const stream of streamsOf(log)) {
    const done = await rebuildStream(log, stream, folds);
    streams++;
    rows += done.rows;
    snapshots += done.snapshots;
    events += done.events;
    progress?.({ streams, events });
  }
  return { streams, rows, snapshots };
}

export async function rebuildStream(
  log: StoreLog,
  stream: string,
  folds: Folds,
): Promise<{ rows: number; snapshots: number; events: number }> {
  // Until nobody appended between the reading and the writing.
  while (true) {
    const [headEntry, listEntry] = await log.parts.kv.getMany([headKey(stream), listKey(stream)]);
    const row = headEntry && headRow(headEntry);
    if (!headEntry || !row || row.deleted) return { rows: 0, snapshots: 0, events: 0 };
    const isConversation = folds.isConversation(stream);
    const list = isConversation ? folds.list?.(stream) : undefined;
    const work = isConversation ? folds.work?.(stream) : undefined;
    const kept: { name: string; version: number; fold: ReturnType<Refold> }[] = [];
    for (const { name, version, refold } of folds.snapshots ?? []) {
      if (await log.snapshot(name, version, stream)) kept.push({ name, version, fold: refold(stream) });
    }
    let read = 0;
    for await (const batch of log.read(stream, 0, row.seq)) {
      read += batch.length;
      for (const event of batch) {
        list?.add(event);
        work?.add(event);
        for (const { fold } of kept) fold.add(event);
      }
    }
    // A stream with a hole is for verify to report: rows made of the rest would hide it.
    if (read !== row.seq) return { rows: 0, snapshots: 0, events: read };
    const writes: Write[] = [];
    if (list && !sameJson(list.result(), fromBytes(listEntry?.value))) {
      const result = list.result() ?? null;
      const value = toBytes(result);
      writes.push(
        result === null
          ? { key: listKey(stream), remove: true }
          : { key: listKey(stream), value, bytes: value.length },
      );
    }
    const checks: { key: Deno.KvKey; versionstamp: string | null }[] = [
      { key: headKey(stream), versionstamp: headEntry.versionstamp },
    ];
    if (work) writes.push(...await workWrites(log, stream, work.result() as OpenTurn[]));
    if (
      writes.length > 0 &&
      !(await write(log, {
        checks,
        writes,
        claims: [claim(headKey(stream)), ...writes.map((w) => claim(w.key))],
      }))
    ) {
      continue;
    }
    // Also those that cannot be read, and of versions that nobody reads any more.
    await new Snapshots(log.parts).drop(stream);
    for (const { name, version, fold } of kept) {
      await log.putSnapshot(name, version, stream, row.seq, fold.result());
    }
    return { rows: writes.length, snapshots: kept.length, events: row.seq };
  }
}

/** Rows of open turns that are missing become claimable; rows of turns that ended go. */
async function workWrites(log: StoreLog, stream: string, open: readonly OpenTurn[]): Promise<Write[]> {
  const missing = new Map(open.map((turn) => [turn.turnId, turn]));
  const writes: Write[] = [];
  for await (const { key } of log.parts.kv.list({ prefix: ["turn", stream] })) {
    if (!missing.delete(String(key[2]))) writes.push({ key, remove: true });
  }
  for (const { turnId, attempt } of missing.values()) {
    const row: WorkRow = { attempt, owner: null, beat: 0, length: 0, reasoningLength: 0 };
    const value = toBytes(row);
    writes.push({ key: workKey(stream, turnId), value, bytes: value.length });
  }
  return writes;
}

async function write(log: StoreLog, job: Job): Promise<boolean> {
  return (await log.parts.commits.commit(job)).status === "committed";
}
