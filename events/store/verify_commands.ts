/**
 * Answers of commands that may be sent again: each has a line under its stream, with its hash, so that one
 * that is lost or changed is known. Lines of answers of an earlier release are written by the first purge.
 */
import { entriesUnder, entryAt } from "./entries.ts";
import { fromBytes, readable, sha256 } from "./codec.ts";
import type { HeadRow } from "./heads.ts";
import { jsonAt } from "./job.ts";
import { ANSWERED_KEY } from "./keys.ts";
import type { StoreLog } from "./log.ts";
import type { ReportProblem } from "./problem.ts";
import type { CommandRow } from "./types.ts";

export async function verifyCommands(
  log: StoreLog,
  heads: ReadonlyMap<string, HeadRow>,
  report: ReportProblem,
): Promise<void> {
  const { kv } = log.parts;
  const indexed = (await entryAt(kv, ANSWERED_KEY))?.versionstamp !== null;
  const damaged = (place: string) => report("command", "the store", null, `A row ${place} cannot be read.`);
  for await (const { key, value } of entriesUnder(kv, ["cmd"], damaged)) {
    const row = readable(() => fromBytes<Partial<CommandRow>>(value));
    if (!row || typeof row.stream !== "string" || typeof row.bodyHash !== "string") {
      report("command", "the store", null, `The row ${JSON.stringify(key)} is damaged.`);
    } else if (indexed && !heads.get(row.stream)?.deleted && await isUnnamed(log, row.stream, key)) {
      report("command", row.stream, null, `A deletion would not find the row ${JSON.stringify(key)}.`);
    }
  }
  for await (const { key, value } of entriesUnder(kv, ["answered"], damaged)) {
    const [, stream, caller, name] = key.map(String);
    if (stream === undefined || caller === undefined || name === undefined) continue;
    if (heads.get(stream)?.deleted) continue;
    const row = (await entryAt(kv, ["cmd", caller, name]))?.value;
    const hash = row instanceof Uint8Array ? sha256(row) : null;
    if (hash !== null && hash === readable(() => fromBytes(value))) continue;
    // A deletion takes both.
    if (hash === null && (await entryAt(kv, key))?.versionstamp === null) continue;
    const what = hash === null ? "is missing" : "is not what was answered";
    report("command", stream, null, `The answer of the command ${JSON.stringify([caller, name])} ${what}.`);
  }
}

/** Whether the answer is there, and its line under its stream is not. */
async function isUnnamed(log: StoreLog, stream: string, key: Deno.KvKey): Promise<boolean> {
  const { kv } = log.parts;
  const line = await entryAt(kv, ["answered", stream, ...key.slice(1)]);
  return line?.versionstamp === null && (await entryAt(kv, key))?.versionstamp !== null;
}

/** Writes the lines that are missing. @returns how many */
export async function rebuildAnswers(log: StoreLog): Promise<number> {
  const { kv, commits } = log.parts;
  let written = 0;
  for await (const { key, value } of entriesUnder(kv, ["cmd"], () => undefined)) {
    const stream = readable(() => fromBytes<Partial<CommandRow>>(value))?.stream;
    if (typeof stream !== "string" || !(value instanceof Uint8Array)) continue;
    if (!await isUnnamed(log, stream, key)) continue;
    await commits.commit({ writes: [jsonAt(["answered", stream, ...key.slice(1)], sha256(value))] });
    written++;
  }
  return written;
}
