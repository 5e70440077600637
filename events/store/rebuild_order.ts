/**
 * Entries of the order of all events that are missing, written again where they were: an event's row carries the
 * stamp of its commit, and that stamp is its place.
 */
import { readable } from "./codec.ts";
import { entriesUnder, namesUnder } from "./entries.ts";
import { jsonAt } from "./job.ts";
import { allKey, eventKey, headKey } from "./keys.ts";
import { headRow } from "./heads.ts";
import type { StoreLog } from "./log.ts";
import type { StoredRange } from "./order.ts";
import { rangesOf } from "./verify_order.ts";

/** Up to which event the order names each stream. */
export async function reachedByOrder(log: StoreLog): Promise<Map<string, number>> {
  const reached = new Map<string, number>();
  for await (const { value } of entriesUnder(log.parts.kv, ["all"], () => undefined)) {
    for (const [stream, , last] of rangesOf(value) ?? []) {
      reached.set(stream, Math.max(last, reached.get(stream) ?? 0));
    }
  }
  return reached;
}

/** @returns how many entries were written */
export async function rebuildOrder(log: StoreLog): Promise<number> {
  const { kv, commits } = log.parts;
  const placed = new Map<string, { stamp: string; range: StoredRange }[]>();
  const entries = new Map<string, StoredRange[]>();
  for await (const { key, value } of entriesUnder(kv, ["all"], () => undefined)) {
    const stamp = String(key[1]);
    const ranges = rangesOf(value) ?? [];
    entries.set(stamp, ranges);
    for (const range of ranges) {
      const of = placed.get(range[0]) ?? [];
      of.push({ stamp, range });
      placed.set(range[0], of);
    }
  }
  const changed = new Set<string>();
  for await (const stream of namesUnder(kv, "h")) {
    const entry = await kv.get(headKey(stream));
    const row = readable(() => headRow(entry));
    if (!row || row.deleted) continue;
    for (const { stamp, range } of await missing(log, stream, row.seq, placed.get(stream) ?? [])) {
      entries.set(stamp, [...(entries.get(stamp) ?? []), range]);
      changed.add(stamp);
    }
  }
  for (const stamp of changed) {
    await commits.commit({ writes: [jsonAt(allKey(stamp), entries.get(stamp) ?? [])] });
  }
  return changed.size;
}

/** Events that no entry names, each with the stamp of its row; none where that is not between its neighbours. */
async function missing(
  log: StoreLog,
  stream: string,
  last: number,
  known: readonly { stamp: string; range: StoredRange }[],
): Promise<{ stamp: string; range: StoredRange }[]> {
  const gaps: { first: number; last: number; after: string; before: string }[] = [];
  let next = 1;
  let after = "";
  for (const { stamp, range: [, first, until] } of known) {
    if (first > next) gaps.push({ first: next, last: first - 1, after, before: stamp });
    next = Math.max(next, until + 1);
    after = stamp;
  }
  if (next <= last) gaps.push({ first: next, last, after, before: "~" });
  const found: { stamp: string; range: StoredRange }[] = [];
  for (const gap of gaps) {
    const selector = { start: eventKey(stream, gap.first), end: eventKey(stream, gap.last + 1) };
    for await (const { key, versionstamp } of log.parts.kv.list(selector)) {
      const seq = Number(key[2]);
      const stamp = versionstamp ?? "";
      const previous = found.at(-1);
      if (stamp <= gap.after || stamp >= gap.before) return [];
      if (previous && stamp < previous.stamp) return [];
      if (previous?.stamp === stamp && previous.range[2] === seq - 1) previous.range[2] = seq;
      else found.push({ stamp, range: [stream, seq, seq] });
    }
  }
  return found;
}
