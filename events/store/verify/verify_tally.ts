/**
 * What was added up beside the events: of each stream what its events come to, and of all together what the streams
 * say. Beside writers a look may see half of a change, so a problem counts only where it is there on every look.
 */
import { cellsOf } from "../behind/sums.ts";
import { TALLY, type Tally, tallyMaking, tallyOf } from "../behind/tally.ts";
import type { Behind, Open } from "../behind/behind.ts";
import { readable } from "../kv/codec.ts";
import { type DerivedRows, sameJson } from "../derived_rows.ts";
import { entriesUnder, entryAt } from "../kv/entries.ts";
import { behindKey, tallyKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import { type Problem, type ReportProblem, type RowCheck, sameProblem } from "./problem.ts";
import { streamRow } from "../form/stream_row.ts";
import type { Cell, Tallying } from "../types.ts";

/** Looks at sums with problems, and milliseconds between two. */
const TALLY_LOOKS = 6;
const BETWEEN_MS = 50;

/** Sums by day, who and sort. */
class Added {
  readonly #sums = new Map<string, readonly number[]>();

  add({ day, who, what, sums }: Cell): void {
    const key = JSON.stringify([day, who, what]);
    const before = this.#sums.get(key) ?? [];
    this.#sums.set(key, sums.map((sum, index) => sum + (before[index] ?? 0)));
  }

  get rows(): Record<string, readonly number[]> {
    return Object.fromEntries(this.#sums);
  }
}

/** Of one stream: its sums up to where they have come. */
export async function tallyCheck(
  log: StoreLog,
  stream: string,
  tallying: Tallying,
): Promise<RowCheck | null> {
  const entry = await entryAt(log.parts.kv, tallyKey(stream));
  const tally: Tally | null = entry?.versionstamp ? tallyOf(entry.value) : null;
  if (!tally || tally.broken) return null;
  const kept = new Added();
  let whole = true;
  for await (const { value } of entriesUnder(log.parts.kv, ["spent", stream], () => (whole = false))) {
    const cells = cellsOf(value);
    if (!cells) whole = false;
    for (const cell of cells ?? []) kept.add(cell);
  }
  const fold = tallying.begin(null);
  const found = new Added();
  return {
    add(event) {
      if (event.seq > tally.seq) return;
      for (const cell of fold.add(event)) found.add(cell);
    },
    end(report) {
      if (whole && sameJson(found.rows, kept.rows) && sameJson(fold.state(), tally.state)) return;
      report("tally", stream, tally.seq, "What was added up of it is not what its events come to.");
    },
  };
}

export async function verifyTally(log: StoreLog, derived: DerivedRows, report: ReportProblem): Promise<void> {
  for (const { stream, detail } of await tallyProblems(log, derived)) report("tally", stream, null, detail);
}

async function tallyProblems(log: StoreLog, { tally }: DerivedRows): Promise<readonly Problem[]> {
  if (!tally) return [];
  const behind = log.behind(tallyMaking(log.parts, log.reader, tally));
  let common: readonly Problem[] | null = null;
  for (let look = 1;; look++) {
    const open = await behind.open();
    if (typeof open === "string") return [];
    const now = await lookAt(log, behind, open);
    if (now) {
      const before: readonly Problem[] = common ?? now;
      common = before.filter((one) => now.some((other) => sameProblem(one, other)));
    }
    if (common?.length === 0 || look === TALLY_LOOKS) return common ?? [];
    await log.parts.environment.sleep(BETWEEN_MS);
  }
}

/** Null where somebody changed the rows meanwhile. */
async function lookAt(log: StoreLog, behind: Behind, open: Open): Promise<Problem[] | null> {
  const { kv } = log.parts;
  const problems: Problem[] = [];
  const tell = (stream: string, detail: string) =>
    problems.push({ kind: "tally", stream, seq: null, detail });
  const damaged = (where: string) => tell("the store", `A row of sums ${where} cannot be read.`);
  if (!await behind.placed()) tell("the store", "How far sums have come is no place in the order.");
  const tallies = new Map<string, Tally | null>();
  for await (const { key, value } of entriesUnder(kv, ["tally"], damaged)) {
    tallies.set(String(key[1]), tallyOf(value));
  }
  const ends = new Map<string, number>();
  for await (const entry of entriesUnder(kv, ["at"], () => undefined)) {
    const row = readable(() => streamRow(entry));
    if (row && !row.deleted && row.list !== undefined) ends.set(String(entry.key[1]), row.seq);
  }
  const after = await behind.open();
  if (typeof after === "string") return null;
  for (const stream of new Set([...tallies.keys(), ...ends.keys()])) {
    if (open.streams.has(stream) || after.streams.has(stream)) continue;
    const tally = tallies.get(stream);
    // One that cannot be read has no end here, and is told by itself.
    if (tally?.seq === ends.get(stream) || tally?.broken) continue;
    tell(stream, "It is not added up as far as it goes, or is and should not be.");
  }
  const [parts, totals] = [new Added(), new Added()];
  for (const [kind, sums] of [["spent", parts], ["total", totals]] as const) {
    for await (const { value, key } of entriesUnder(kv, [kind], damaged)) {
      const cells = cellsOf(value);
      if (!cells) tell("the store", `The row ${JSON.stringify(key)} is damaged.`);
      for (const cell of cells ?? []) sums.add(cell);
    }
  }
  if (!sameJson(parts.rows, totals.rows)) tell("the store", "The sums of all are not those of its streams.");
  return await behind.still(open) ? problems : null;
}

/**
 * Adds up anew: what a stream comes to only its events say, and to read them is what is asked for here.
 * @returns how many places were wrong
 */
export async function rebuildTally(log: StoreLog, derived: DerivedRows): Promise<number> {
  if (!derived.tally) return 0;
  const wrong = await tallyProblems(log, derived);
  // Without the row that says how far they are, all of them are made anew.
  await log.parts.commits.commit({ writes: [{ key: behindKey(TALLY.name), remove: true }] });
  await log.behind(tallyMaking(log.parts, log.reader, derived.tally)).catchUp();
  return wrong.length;
}
