/**
 * The list by time beside the rows of streams: each that has a row of the list stands there once, where it says, with
 * the same row, and is found under its names; but for those that the commits are about that nobody has made up for yet. Beside writers a look may see
 * half of a change, so a problem counts only where it is there on every look.
 */
import { keysOf, standingOf, standsOf } from "../behind/places.ts";
import { RECENT, recentMaking } from "../behind/recent.ts";
import type { Behind, Open } from "../behind/behind.ts";
import { fromBytes, readable, sha256, toBytes } from "../kv/codec.ts";
import type { DerivedRows } from "../derived_rows.ts";
import { entriesUnder } from "../kv/entries.ts";
import { behindKey, claim } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import { type Problem, type ReportProblem, sameProblem } from "./problem.ts";
import type { Placing } from "../list_types.ts";

/** Looks at a list with problems, and milliseconds between two. */
const LIST_LOOKS = 6;
const BETWEEN_MS = 50;

/** What a row is, in few bytes; those of names hold nothing. */
const digest = (row: unknown): string => sha256(toBytes(row ?? null)).slice(0, 16);
/** The last part of a key. */
const streamOf = (claimed: string): string => claimed.slice(claimed.lastIndexOf("/") + 1);

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
  // By the key of each row, what it is to hold.
  const expected = new Map<string, string>();
  for await (const entry of entriesUnder(kv, ["at"], () => undefined)) {
    const standing = standingOf(entry, place);
    if (!standing) continue;
    const { shelves, names } = keysOf(String(entry.key[1]), standing);
    for (const key of shelves) expected.set(claim(key), digest(standing.row));
    for (const key of names) expected.set(claim(key), "");
  }
  const stands = new Set<string>();
  for await (const { key, value } of entriesUnder(kv, ["stands"], damaged)) {
    const stream = String(key[1]);
    const found = standsOf(value);
    const { shelves, names } = found ? keysOf(stream, found) : { shelves: [key], names: [] };
    for (const key of [...shelves, ...names]) stands.add(claim(key));
  }
  const after = await behind.open();
  if (typeof after === "string" || !await behind.still(open)) return null;
  const excused = (stream: string) => open.streams.has(stream) || after.streams.has(stream);
  const misplaced = new Set<string>();
  for (const prefix of ["recent", "found"]) {
    for await (const { key, value } of entriesUnder(kv, [prefix], damaged)) {
      const here = claim(key);
      const holds = prefix === "found" ? "" : digest(readable(() => fromBytes(value)));
      if (expected.get(here) === holds && stands.has(here)) {
        expected.delete(here);
        stands.delete(here);
      } else misplaced.add(streamOf(here));
    }
  }
  const missing = new Set([...expected.keys(), ...stands].map(streamOf));
  for (const stream of misplaced) {
    if (!excused(stream)) tell(stream, "It stands in the list by time where it should not, or as it is not.");
  }
  for (const stream of missing) {
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
