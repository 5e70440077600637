/** The order of all events beside the heads: every event of every stream is named once, in its stream's order. */
import { entriesUnder } from "./entries.ts";
import { fromBytes, readable } from "./codec.ts";
import { type HeadRow, headRow } from "./heads.ts";
import { headKey, importKey } from "./keys.ts";
import type { StoreLog } from "./log.ts";
import type { StoredRange } from "./order.ts";
import type { ReportProblem } from "./problem.ts";

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

/** What came after the heads were read may be there. */
export async function verifyOrder(
  log: StoreLog,
  heads: ReadonlyMap<string, HeadRow>,
  report: ReportProblem,
): Promise<void> {
  const { kv } = log.parts;
  const reached = new Map<string, number>();
  const damaged = (place: string) => report("order", "the store", null, `A row ${place} cannot be read.`);
  for await (const { key, value } of entriesUnder(kv, ["all"], damaged)) {
    const ranges = rangesOf(value);
    if (!ranges) report("order", "the store", null, `The row ${JSON.stringify(key)} is damaged.`);
    for (const [stream, first, last] of ranges ?? []) {
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
  for (const [stream, last] of reached) {
    const before = heads.get(stream);
    if (before && last <= before.seq) continue;
    // Appended since, or not there: a commit writes the head with the order.
    const [head, marker] = await kv.getMany([headKey(stream), importKey(stream)]);
    const now = head && readable(() => headRow(head));
    if (now && last > now.seq) {
      report("order", stream, last, `The order ends at event ${last}, the stream at ${now.seq}.`);
    }
    if (now || before || marker?.versionstamp) continue;
    report("order", stream, last, "The order names its events, but there is no such stream.");
  }
}
