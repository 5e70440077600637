/** Runs as values: however one is divided, nothing of it is lost, and every event stays with its commit. */
import assert from "node:assert/strict";
import { VALUE_BYTES } from "../../../../events/store/kv/bounds.ts";
import { chainStart, type Entry, entryOf, withMarks } from "../../../../events/store/form/entry.ts";
import { realEnvironment } from "../../../../events/store/environment.ts";
import { placedIn } from "../../../../events/store/read/read.ts";
import { CommitsDigest, CommitsOfRuns } from "../../../../events/store/verify/stream_commits.ts";
import {
  type CommitStart,
  decodeRun,
  hashBehind,
  lastOf,
  packedValues,
  type Run,
  runBytes,
  type StoredRun,
  textsOf,
} from "../../../../events/store/form/value.ts";
import { sample } from "../../../effort.ts";
import { noise, said } from "../given.ts";

const FIRST = 11;
const entry = (at: number, units: number): Entry =>
  entryOf(said(`m${at}/0`, noise(units, at + 1)), realEnvironment.salt());
const runOf = (entries: readonly Entry[], commits: readonly CommitStart[]): Run => ({
  first: FIRST,
  prev: chainStart("c"),
  commits,
  entries,
});

/** The values of a run as they are read, each under the chain of the one before it. */
function divided(run: Run): StoredRun[] {
  let next = run.first;
  let prev = run.prev;
  return Array.from(packedValues(run), ({ first, value }) => {
    const part = decodeRun(value, first);
    assert.deepEqual({ first, prev: part.prev }, { first: next, prev });
    prev = hashBehind(textsOf(part));
    next = lastOf(part) + 1;
    return part;
  });
}

/** Which commit each event came with, as a reader is told. */
const stamps = (runs: readonly StoredRun[]): string[] =>
  runs.flatMap((run) => placedIn(run, "own", run.first, Infinity)).map(({ stamp }) => stamp);

/** The commits that the runs name, as verifying compares them with the order. */
function digest(runs: readonly StoredRun[]): string {
  const begun = new CommitsOfRuns();
  const found = new CommitsDigest();
  for (const run of runs) {
    const commits = begun.next(run, "own");
    assert.ok(commits, "they can be");
    for (const commit of commits) found.add(commit);
  }
  return found.digest();
}

Deno.test("a run that fits is one value, and noise as many as it takes, with every event in one of them", () => {
  const short = runOf(Array.from({ length: 40 }, (_, at) => entry(at, 1_000)), [[FIRST, "a"]]);
  assert.equal(divided(short).length, 1);
  const long = runOf(Array.from({ length: 40 }, (_, at) => entry(at, 6_000)), [[FIRST, "a"]]);
  const values = divided(long);
  assert.ok(values.length > 3);
  assert.deepEqual(values.flatMap((run) => textsOf(run).entries), withMarks(long.entries, long.prev));
  for (const { value } of packedValues(long)) assert.ok(value.length <= VALUE_BYTES);
});

Deno.test("where many wait, events that leave a row are compressed only where they are more than a cell", () => {
  const run = runOf([entryOf(said("m1/0", "so ".repeat(100)), realEnvironment.salt())], [[FIRST, "a"]]);
  const longer = runOf([...run.entries, ...run.entries, ...run.entries], [[FIRST, "a"]]);
  const read = (value: Uint8Array) => textsOf(decodeRun(value, FIRST)).entries.map(({ text }) => text);
  const isCompressed = (one: Run, hurried: boolean) => {
    const value = runBytes(one, hurried);
    assert.deepEqual(read(value), one.entries.map(({ text }) => text));
    return value.length < one.entries.reduce((sum, { size }) => sum + size, 0);
  };
  assert.deepEqual([isCompressed(run, false), isCompressed(run, true)], [true, false]);
  assert.ok(isCompressed(longer, true));
});

Deno.test("an event that is too large for a value is not divided", () => {
  const [large, small] = [entry(1, VALUE_BYTES * 2), entry(2, 10)];
  const values = divided(runOf([small, large, small], [[FIRST, "a"]]));
  assert.deepEqual(
    values.flatMap((run) => textsOf(run).entries),
    withMarks([small, large, small], chainStart("c")),
  );
  assert.ok(values.some(({ entries }) => entries.length === 1));
});

Deno.test("however a run is divided, every event stays with the commit it came with, and none is named twice", () => {
  // Three in a value: eight values, divided between commits and inside of them.
  const entries = Array.from({ length: 24 }, (_, at) => entry(at, 24_000));
  for (const size of sample(entries.map((_, at) => at + 1))) {
    const commits: CommitStart[] = [];
    for (let at = 0; at < 24; at += size) commits.push([FIRST + at, String(at).padStart(2, "0")]);
    const run = runOf(entries, commits);
    const whole: StoredRun = { ...run, marks: "", entries: run.entries.map(({ text }) => JSON.parse(text)) };
    const parts = divided(run);
    assert.ok(parts.length > 7);
    assert.deepEqual(stamps(parts), stamps([whole]), `${size} in a commit`);
    assert.equal(digest(parts), digest([whole]), `${size} in a commit`);
  }
});

Deno.test("events that a later one tells the commit of are told it by the same one", () => {
  const entries = Array.from({ length: 24 }, (_, at) => entry(at, 24_000));
  const parts = divided(runOf(entries, [[FIRST + 20, "a"]]));
  assert.deepEqual(parts.flatMap(({ commits }) => commits), [[FIRST + 20, "a"], ...beginnings(parts, 20)]);
  assert.deepEqual(divided(runOf(entries, [])).flatMap(({ commits }) => commits), []);
});

/** What values that begin behind event `at` say: still the same commit. */
const beginnings = (parts: readonly StoredRun[], at: number): CommitStart[] =>
  parts.filter(({ first }) => first > FIRST + at).map(({ first }) => [first, "a"]);
