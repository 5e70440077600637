/**
 * Answers of commands that may be sent again. Each lies under its stream, whose row has the sum of those that came with
 * events: one that is lost or changed is known, although not which.
 */
import { summed } from "../form/answers.ts";
import { fromBytes, readable } from "../kv/codec.ts";
import { entriesUnder, namesUnder } from "../kv/entries.ts";
import { importKey, streamKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import type { ReportProblem } from "./problem.ts";
import type { StreamRow } from "../form/stream_row.ts";
import type { CommandRow } from "../types.ts";

/** The answers of a stream's commands. */
export interface Answers {
  /** Of those that can be read and came with events up to `last`; "" of none. */
  readonly sum: string;
  /** Rows that cannot be read, or are no answers. */
  readonly damaged: readonly string[];
}

/** The row of an answer; null where it is none. */
export function commandRow(value: unknown): CommandRow | null {
  const row = readable(() => fromBytes<Partial<CommandRow>>(value));
  const whole = typeof row?.bodyHash === "string" && Number.isSafeInteger(row.first) &&
    Number.isSafeInteger(row.last);
  return whole ? row as CommandRow : null;
}

export async function answersOf(log: StoreLog, stream: string, last: number): Promise<Answers> {
  let sum = "";
  const damaged: string[] = [];
  const unreadable = (place: string) => damaged.push(`A row ${place} cannot be read.`);
  for await (const { key, value } of entriesUnder(log.parts.kv, ["cmd", stream], unreadable)) {
    const row = commandRow(value);
    if (!row) damaged.push(`The row ${JSON.stringify(key)} is damaged.`);
    // Without events it is in no sum; of later events, it came while we looked.
    else if (row.first <= row.last && row.last <= last && value instanceof Uint8Array) {
      sum = summed(sum, value);
    }
  }
  return { sum, damaged };
}

/** Whether the answers of one stream are those that its row sums up. */
export async function verifyAnswers(
  log: StoreLog,
  stream: string,
  { seq, answers = "" }: Pick<StreamRow, "seq" | "answers">,
  report: ReportProblem,
): Promise<void> {
  const { sum, damaged } = await answersOf(log, stream, seq);
  for (const detail of damaged) report("command", stream, null, detail);
  if (damaged.length === 0 && sum !== answers) {
    report("command", stream, null, "An answer of a command is missing or not what was answered.");
  }
}

/** Answers under a stream that is none. */
export async function verifyCommands(
  log: StoreLog,
  streams: ReadonlyMap<string, unknown>,
  report: ReportProblem,
): Promise<void> {
  const { kv } = log.parts;
  for await (const stream of namesUnder(kv, "cmd")) {
    if (streams.has(stream)) continue;
    // Made since, or taken in just now.
    const [row, marker] = await kv.getMany([streamKey(stream), importKey(stream)]);
    if (row?.versionstamp || marker?.versionstamp) continue;
    for await (const _ of kv.list({ prefix: ["cmd", stream] }, { limit: 1 })) {
      report("command", stream, null, "Answers of its commands are there, but there is no such stream.");
    }
  }
}
