/** What was changed, told of runs as they lie there: an event, its mark, the hash before a run, or all of it to fit. */
import assert from "node:assert/strict";
import { realEnvironment } from "../../../../events/store/environment.ts";
import {
  chained,
  chainStart,
  type Entry,
  entryOf,
  entryTexts,
  withMarks,
} from "../../../../events/store/form/entry.ts";
import {
  decodeRun,
  markAt,
  packedValues,
  type Run,
  runBytes,
  type StoredRun,
} from "../../../../events/store/form/value.ts";
import { ChainWalk } from "../../../../events/store/verify/chain_walk.ts";
import { noise, said } from "../given.ts";

const START = chainStart("c");
const made = (at: number, units = 40): Entry =>
  entryOf(said(`m${at}/0`, noise(units, at + 1)), realEnvironment.salt());
const stored = (run: Run): StoredRun => decodeRun(runBytes(run), run.first);

/** Three runs of three events, as they are read, and the chain behind the last. */
function history(): { runs: StoredRun[]; end: string } {
  let hash = START;
  const runs = [1, 4, 7].map((first) => {
    const entries = withMarks([0, 1, 2].map((at) => made(first + at)), hash);
    const run = stored({ first, prev: hash, commits: [[first, null]], entries });
    hash = entries.reduce((before, entry) => chained(before, entry), hash);
    return run;
  });
  return { runs, end: hash };
}

/** All that is told, in order. */
function told(runs: readonly StoredRun[], end: string): [number, string][] {
  const walk = new ChainWalk(START);
  const found = runs.flatMap((run, index) => [
    walk.begin(run, index === runs.length - 1 ? end : undefined),
    ...run.entries.map((entry, at) => walk.event(run.first + at, entry, markAt(run, at))),
  ]);
  return [...found, walk.end(9, end)].flatMap((change) => change ? [[change.seq, change.detail]] : []);
}

/** The run with another time in the event at this place. */
const changed = (run: StoredRun, at: number): StoredRun => ({
  ...run,
  entries: run.entries.map((entry, index) => {
    if (index !== at) return entry;
    const [structure, ...rest] = structuredClone(entry);
    return [{ ...structure, at: "2027" }, ...rest] as typeof entry;
  }),
});

Deno.test("of a changed event its number is told, in a run or in the newest; of a sound history nothing", () => {
  const { runs, end } = history();
  assert.deepEqual(told(runs, end), []);
  for (let seq = 1; seq <= 9; seq++) {
    const run = Math.floor((seq - 1) / 3);
    const found = told(runs.map((one, index) => index === run ? changed(one, (seq - 1) % 3) : one), end);
    assert.deepEqual(found, [[seq, `Event ${seq} is not what was stored: it was changed.`]]);
  }
});

Deno.test("a mark, or the hash before a run, that was changed itself is told, and no event is blamed", () => {
  const { runs, end } = history();
  const [first, second, third] = runs;
  assert.ok(first && second && third);
  const marks = `${second.marks.slice(0, 4)}____${second.marks.slice(8)}`;
  assert.deepEqual(told([first, { ...second, marks }, third], end), [
    [5, "The mark of event 5 was changed; the event is the one that was stored."],
  ]);
  const last = { ...third, marks: `${third.marks.slice(0, 8)}____` };
  assert.deepEqual(told([first, second, last], end).map(([seq]) => seq), [9]);
  assert.deepEqual(told([first, { ...second, prev: START }, third], end), [
    [4, "The hash before event 4 was changed; the events are those that were stored."],
  ]);
  const empty = stored({ first: 10, prev: START, commits: [], entries: [] });
  assert.deepEqual(told([...runs, empty], end).map(([seq]) => seq), [10]);
  assert.deepEqual(told([first, { ...second, marks: "AAAA" }, third], end), [
    [4, "The marks of the events from 4 on were changed."],
  ]);
});

Deno.test("without marks, and where they were made to fit, the run is named; behind what cannot be read the event or its mark", () => {
  const { runs, end } = history();
  const [first, second, third] = runs;
  assert.ok(first && second && third);
  const bare = changed({ ...second, marks: "" }, 1);
  assert.deepEqual(told([first, bare, third], end), [
    [4, "Event 7 does not continue event 6: one of the events 4 to 6 was changed."],
  ]);
  const other = changed(second, 1);
  const fitting = withMarks(other.entries.map(entryTexts), other.prev);
  const marks = fitting.map(({ mark }) => mark).join("");
  assert.deepEqual(told([first, { ...other, marks }, third], end), [
    [
      4,
      "Event 7 does not continue event 6: one of the events 4 to 6 was changed, and the marks were made to fit.",
    ],
  ]);
  const walk = new ChainWalk(START);
  const broken = changed(first, 1);
  walk.begin(broken);
  for (const [at, entry] of broken.entries.entries()) walk.event(at + 1, entry, markAt(broken, at));
  assert.deepEqual(walk.lose(), {
    seq: 2,
    detail: "Event 2, or its mark, is not what was stored: one of both was changed.",
  });
  assert.equal(walk.lose(), null);
});

Deno.test("a changed event in what is packed in pieces is named, though what lies behind it was packed to fit", () => {
  const entries = withMarks(Array.from({ length: 40 }, (_, at) => made(at, 4_000)), START);
  const end = entries.reduce((before, entry) => chained(before, entry), START);
  const torn = entries.map((entry, at) => at === 3 ? { ...made(99), mark: entry.mark ?? "" } : entry);
  const parts = Array.from(
    packedValues({ first: 1, prev: START, commits: [], entries: torn }),
    ({ first, value }) => decodeRun(value, first),
  );
  assert.ok(parts.length > 1);
  assert.deepEqual(told(parts, end).map(([seq]) => seq), [4]);
});
