/** Rows and snapshots of one stream beside what its events fold to. */
import { dueAt } from "../beside/due_rows.ts";
import { readable } from "../kv/codec.ts";
import { entryAt } from "../kv/entries.ts";
import { dueKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import type { RowCheck } from "./problem.ts";
import { type DerivedRows, type OpenTurn, sameJson, type StreamFold } from "../derived_rows.ts";
import { tallyCheck } from "./verify_tally.ts";
import type { WorkRow } from "../types.ts";
import { workOf } from "../beside/work_rows.ts";

/**
 * Reads the rows as they are now: before the events, so that the events are those of the stream's row.
 * @param list what that row has for the sidebar
 */
export async function rowChecks(
  log: StoreLog,
  stream: string,
  derived: DerivedRows,
  list: unknown,
): Promise<RowCheck[]> {
  const checks: RowCheck[] = [];
  const fold = derived.list?.(stream);
  if (fold) {
    checks.push({
      add: (event) => fold.add(event),
      end(report) {
        const row = fold.result();
        if ([row, ...derived.formerLists?.(row) ?? []].some((one) => sameJson(one, list))) return;
        report("list", stream, null, "The list row is not what the events say.");
      },
    });
  }
  const work = derived.work?.(stream);
  if (work) checks.push(await workCheck(log, stream, work));
  const tally = derived.tally && await tallyCheck(log, stream, derived.tally);
  if (tally) checks.push(tally);
  const due = derived.due?.(stream);
  if (due) {
    const entry = await entryAt(log.parts.kv, dueKey(stream));
    const at = entry?.versionstamp ? dueAt(entry.value) : null;
    const is = entry !== null && (!entry.versionstamp || at !== null);
    checks.push({
      add: (event) => due.add(event),
      end(report) {
        if (is && due.result() === at) return;
        report("due", stream, null, "The row that says when it is to be deleted is not what the events say.");
      },
    });
  }
  for (const { name, version, fold: begin } of derived.snapshots ?? []) {
    const snapshot = await log.snapshots.get(name, version, stream);
    if (!snapshot) continue;
    const fold = begin(stream);
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

const isRow = (row: WorkRow | undefined): row is WorkRow =>
  row !== undefined && [row.attempt, row.beat, row.length, row.reasoningLength].every(Number.isSafeInteger) &&
  (row.owner === null || typeof row.owner === "string");

/** The work rows of a stream by turn, those that are damaged without a `row`. */
export async function workRows(
  log: StoreLog,
  stream: string,
): Promise<Map<string, { readonly row?: WorkRow; readonly whole: boolean }>> {
  const rows = new Map<string, { row?: WorkRow; whole: boolean }>();
  for await (const entry of log.parts.kv.list({ prefix: ["turn", stream] })) {
    const turnId = String(entry.key[2]);
    const row = readable(() => workOf(entry))?.row;
    rows.set(turnId, { whole: false });
    if (!isRow(row)) continue;
    // A draft only grows, and its row with it: text that is missing now was lost.
    const { text, reasoning } = await log.drafts.read(stream, turnId, row.attempt);
    rows.set(turnId, { row, whole: text.length >= row.length && reasoning.length >= row.reasoningLength });
  }
  return rows;
}

/** A row for each open turn and no other, of the attempt that the events say, with all the text it counts. */
async function workCheck(log: StoreLog, stream: string, fold: StreamFold): Promise<RowCheck> {
  const rows = await workRows(log, stream);
  return {
    add: (event) => fold.add(event),
    end(report) {
      const open = new Map((fold.result() as OpenTurn[]).map((turn) => [turn.turnId, turn.attempt]));
      for (const [id, attempt] of open) {
        const found = rows.get(id);
        if (!found) report("work", stream, null, `The open turn ${id} has no work row.`);
        else if (found.row?.attempt !== attempt) {
          report("work", stream, null, `The work row of the open turn ${id} is damaged.`);
        } else if (!found.whole) report("work", stream, null, `Text of the open turn ${id} is missing.`);
      }
      for (const id of rows.keys()) {
        if (!open.has(id)) report("work", stream, null, `The turn ${id} ended but has a work row.`);
      }
    },
  };
}
