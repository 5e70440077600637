/**
 * The list by time beside the rows of streams: each that has a row of the list stands there once, where it says, with
 * the same row; but for those that the commits are about that nobody has made up for yet. Beside writers a look may see
 * half of a change, so a problem counts only where it is there on every look.
 */
import { RECENT, recentMaking, shelvesOf, standingOf, standsOf } from "../behind/recent.ts";
import type { Behind, Open } from "../behind/behind.ts";
import { fromBytes, readable, sha256, toBytes } from "../kv/codec.ts";
import type { DerivedRows } from "../derived_rows.ts";
import { entriesUnder } from "../kv/entries.ts";
import { behindKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import { type Problem, type ReportProblem, sameProblem } from "./problem.ts";
import type { Placing } from "../types.ts";

/** Looks at a list with problems, and milliseconds between two. */
const LIST_LOOKS = 6;
const BETWEEN_MS = 50;

/** Where each stream stands, by its name and the shelf, in few bytes. */
type Places = Map<string, string>;

const placed = (at: string, row: unknown): string => `${at} ${sha256(toBytes(row ?? null)).slice(0, 16)}`;
/** No name has a blank. */
const placeKey = (stream: string, shelf: string): string => `${stream} ${shelf}`;
const streamOf = (key: string): string => key.slice(0, key.indexOf(" "));

export async function verifyRecent(
  log: StoreLog,
  derived: DerivedRows,
  report: ReportProblem,
): Promise<void> {
  for (const problem of await recentProblems(log, derived)) {
    report(problem.kind, problem.stream, problem.seq, problem.detail);
  }
}

async function recentProblems(log: StoreLog, { place }: DerivedRows): Promise<readonly Problem[]> {
  if (!place) return [];
  const behind = log.behind(recentMaking(log.parts, place));
  let common: readonly Problem[] | null = null;
  for (let look = 1;; look++) {
    const open = await behind.open();
    // It is being made, or far behind: who reads the list does not look there.
    if (typeof open === "string") return [];
    const now = await lookAt(log, behind, open, place);
    if (now) {
      const before: readonly Problem[] = common ?? now;
      common = before.filter((one) => now.some((other) => sameProblem(one, other)));
    }
    if (common?.length === 0 || look === LIST_LOOKS) return common ?? [];
    await log.parts.environment.sleep(BETWEEN_MS);
  }
}

/** Null where somebody changed the rows meanwhile. */
async function lookAt(log: StoreLog, behind: Behind, open: Open, place: Placing): Promise<Problem[] | null> {
  const { kv } = log.parts;
  const problems: Problem[] = [];
  const tell = (stream: string, detail: string) => problems.push({ kind: "list", stream, seq: null, detail });
  const damaged = (where: string) => tell("the store", `A row of the list by time ${where} cannot be read.`);
  if (!await behind.placed()) {
    tell("the store", "How far the list by time has come is no place in the order.");
  }
  const expected: Places = new Map();
  for await (const entry of entriesUnder(kv, ["at"], () => undefined)) {
    const standing = standingOf(entry, place);
    if (!standing) continue;
    for (const shelf of shelvesOf(standing)) {
      expected.set(placeKey(String(entry.key[1]), shelf), placed(standing.at, standing.row));
    }
  }
  const stands: Places = new Map();
  for await (const { key, value } of entriesUnder(kv, ["stands"], damaged)) {
    const found = standsOf(value);
    for (const shelf of found ? shelvesOf(found) : [""]) {
      stands.set(placeKey(String(key[1]), shelf), found?.at ?? "");
    }
  }
  const after = await behind.open();
  if (typeof after === "string" || !await behind.still(open)) return null;
  const excused = (stream: string) => open.streams.has(stream) || after.streams.has(stream);
  for await (const { key, value } of entriesUnder(kv, ["recent"], damaged)) {
    const [, shelf = "", at = "", stream = ""] = key.map(String);
    const here = placeKey(stream, shelf);
    const right = expected.get(here) === placed(at, readable(() => fromBytes(value))) &&
      stands.get(here) === at;
    if (right) {
      expected.delete(here);
      stands.delete(here);
    } else if (!excused(stream)) {
      tell(stream, "It stands in the list by time where it should not, or as it is not.");
    }
  }
  for (const stream of new Set([...expected.keys(), ...stands.keys()].map(streamOf))) {
    if (!excused(stream)) tell(stream, "The list by time does not have it as it is.");
  }
  return await behind.still(open) ? problems : null;
}

/**
 * Makes the list by time anew where it is not what the rows of streams say, and for the first time where there is none.
 * @returns how many rows were another
 */
export async function rebuildRecent(log: StoreLog, derived: DerivedRows): Promise<number> {
  if (!derived.place) return 0;
  const behind = log.behind(recentMaking(log.parts, derived.place));
  await behind.catchUp();
  const wrong = await recentProblems(log, derived);
  if (wrong.length === 0) return 0;
  // Without the row that says how far they are, all of them are made anew.
  await log.parts.commits.commit({ writes: [{ key: behindKey(RECENT.name), remove: true }] });
  await behind.catchUp();
  return wrong.length;
}
