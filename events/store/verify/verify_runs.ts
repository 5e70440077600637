/**
 * The rows that say when somebody has to look at a stream, beside the rows of the list: each stream that plans something
 * has one, at its moment, and nobody else any. Both are written in one commit; beside writers a look may see the one
 * before and the other after it, so what is not right is looked at again.
 */
import { plannedBy, runWrites } from "../beside/run_rows.ts";
import { readable } from "../kv/codec.ts";
import type { DerivedRows } from "../derived_rows.ts";
import { entriesUnder, entryAt } from "../kv/entries.ts";
import { runKey, streamKey } from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import { written } from "../commit/parts.ts";
import { streamRow } from "../form/stream_row.ts";
import type { StoreLog } from "../log.ts";
import type { ReportProblem } from "./problem.ts";

type RunOf = NonNullable<DerivedRows["run"]>;

/** When a stream has to be looked at, by its row; undefined where that cannot be read. */
function expectedOf(entry: Entry, run: RunOf): number | null | undefined {
  const row = readable(() => streamRow(entry));
  if (entry.versionstamp !== null && !row) return undefined;
  return row?.list == null ? null : run(row.list);
}

/** Streams whose row is missing, another, or one too many, with their keys that are too many. */
async function wrongRuns(
  log: StoreLog,
  run: RunOf,
  report: ReportProblem,
): Promise<Map<string, Deno.KvKey[]>> {
  const { kv } = log.parts;
  const expected = new Map<string, number>();
  for await (const entry of entriesUnder(kv, ["at"], () => undefined)) {
    const at = expectedOf(entry, run);
    if (typeof at === "number") expected.set(String(entry.key[1]), at);
  }
  const wrong = new Map<string, Deno.KvKey[]>();
  const damaged = (where: string) => report("run", "the store", null, `A row ${where} cannot be read.`);
  for await (const { key, value } of entriesUnder(kv, ["run"], damaged)) {
    const planned = plannedBy(key);
    const stream = planned?.stream ?? String(key.at(-1));
    if (planned && value === true && expected.get(stream) === planned.at) expected.delete(stream);
    else wrong.set(stream, [...wrong.get(stream) ?? [], key]);
  }
  for (const stream of expected.keys()) wrong.set(stream, wrong.get(stream) ?? []);
  return wrong;
}

/** Whether what was seen of a stream is not right now either. */
async function isWrong(
  log: StoreLog,
  run: RunOf,
  stream: string,
  keys: readonly Deno.KvKey[],
): Promise<boolean> {
  const { kv } = log.parts;
  const at = expectedOf(await kv.get(streamKey(stream)), run);
  if (at === undefined) return false;
  if (at !== null && (await entryAt(kv, runKey(at, stream)))?.value !== true) return true;
  for (const key of keys) {
    const isIts = at !== null && key[1] === at;
    if (!isIts && (await entryAt(kv, key))?.versionstamp !== null) return true;
  }
  return false;
}

export async function verifyRuns(log: StoreLog, { run }: DerivedRows, report: ReportProblem): Promise<void> {
  if (!run) return;
  for (const [stream, keys] of await wrongRuns(log, run, report)) {
    if (!await isWrong(log, run, stream, keys)) continue;
    report(
      "run",
      stream,
      null,
      "The row that says when it speaks by itself is not what its row of the list says.",
    );
  }
}

/** Writes these rows anew where they are not right. @returns of how many streams */
export async function rebuildRuns(log: StoreLog, { run }: DerivedRows): Promise<number> {
  if (!run) return 0;
  let mended = 0;
  for (const [stream, keys] of await wrongRuns(log, run, () => undefined)) {
    // Until nobody appended between the reading and the writing.
    while (await isWrong(log, run, stream, keys)) {
      const entry = await log.parts.kv.get(streamKey(stream));
      const at = expectedOf(entry, run);
      if (at === undefined) break;
      const writes = [
        ...keys.filter((key) => key[1] !== at).map((key) => ({ key, remove: true as const })),
        ...runWrites(stream, null, at),
      ];
      if (await written(log.parts, { checks: [entry], writes })) mended++;
    }
  }
  return mended;
}
