/** Rows that say when somebody has to look at a stream: see types.ts. The key is all there is to them. */
import { LIST_BATCH } from "../kv/bounds.ts";
import { flagAt, type Write } from "../commit/job.ts";
import { runKey } from "../kv/keys.ts";
import type { Parts } from "../commit/parts.ts";
import type { PlannedStream, RunRows } from "../types.ts";

/** The row of a stream moved from one moment to another; null: there is none. */
export function runWrites(stream: string, from: number | null, to: number | null): Write[] {
  if (from === to) return [];
  return [
    ...(from === null ? [] : [{ key: runKey(from, stream), remove: true as const }]),
    ...(to === null ? [] : [flagAt(runKey(to, stream))]),
  ];
}

/** What such a key says; null where it is none. */
export function plannedBy([_, at, stream]: Deno.KvKey): PlannedStream | null {
  return typeof at === "number" && typeof stream === "string" ? { at, stream } : null;
}

export class StoredRuns implements RunRows {
  constructor(readonly parts: Pick<Parts, "kv">) {}

  async first(limit: number): Promise<PlannedStream[]> {
    const rows: PlannedStream[] = [];
    const options = { limit, batchSize: Math.min(limit, LIST_BATCH) };
    for await (const { key } of this.parts.kv.list({ prefix: ["run"] }, options)) {
      const planned = plannedBy(key);
      if (planned) rows.push(planned);
    }
    return rows;
  }
}
