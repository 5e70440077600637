/** Colours of code come from a worker, and no block can hold it for ever. */
import assert from "node:assert/strict";
import { type Hears, LOAD_MS } from "../../../ui/state/aside.ts";
import { COLOUR_MS, COLOURED_UNITS, Colours, type Job, type Span } from "../../../ui/state/colours.ts";
import { highlight } from "../../../ui/state/highlight.ts";

const span = (word: string): Span => ({ scope: "keyword", children: [word] });

/** Workers that answer when told to, and a clock. */
class Bench {
  readonly begun: (Hears<Span> & { jobs: Job[]; ended: boolean })[] = [];
  timers: { ms: number; run: () => void }[] = [];
  readonly colours = new Colours({
    begin: (hears) => {
      const worker = { ...hears, jobs: [] as Job[], ended: false };
      this.begun.push(worker);
      return { take: (job) => void worker.jobs.push(job), end: () => void (worker.ended = true) };
    },
    after: (ms, run) => {
      const timer = { ms, run };
      this.timers.push(timer);
      return () => void (this.timers = this.timers.filter((one) => one !== timer));
    },
  });

  late(ms: number): void {
    const [timer] = this.timers.splice(0, 1);
    assert.equal(timer?.ms, ms);
    timer.run();
  }
}

Deno.test("a block has its colours when the worker has answered, the same ones however often it is asked for", () => {
  const bench = new Bench();
  const first = bench.colours.of("let a", "js");
  const second = bench.colours.of("let b", "js");
  assert.equal(first.value, undefined);
  assert.deepEqual(bench.begun[0]?.jobs, [{ text: "let a", language: "js" }], "one at a time");
  bench.begun[0]?.done(span("a"));
  assert.deepEqual(first.value, span("a"));
  assert.equal(bench.colours.of("let a", "js"), first);
  assert.deepEqual(bench.begun[0]?.jobs.at(-1), { text: "let b", language: "js" });
  bench.begun[0]?.done(null);
  assert.equal(second.value, null);
  assert.equal(bench.begun.length, 1);
  assert.deepEqual(bench.timers, [], "nothing is waited for any more");
});

Deno.test("a block that takes too long goes without colours; the next one gets a new worker", () => {
  const bench = new Bench();
  const slow = bench.colours.of("${".repeat(100), "shell");
  const next = bench.colours.of("let b", "js");
  bench.begun[0]?.loaded();
  bench.late(COLOUR_MS);
  assert.equal(bench.begun[0]?.ended, true);
  assert.equal(bench.begun.length, 2);
  bench.begun[0]?.done(span("late"));
  assert.equal(slow.value, null, "what comes too late is not shown");
  assert.equal(next.value, undefined, "nor is it taken for the next block's");
  bench.begun[1]?.done(span("b"));
  assert.deepEqual(next.value, span("b"));
});

Deno.test("a block's time begins when its worker has loaded; one that never loads is given up", () => {
  const bench = new Bench();
  bench.colours.of("let a", "js");
  bench.colours.of("let b", "js");
  assert.deepEqual(bench.timers.map(({ ms }) => ms), [LOAD_MS]);
  bench.begun[0]?.loaded();
  assert.deepEqual(bench.timers.map(({ ms }) => ms), [COLOUR_MS]);
  bench.begun[0]?.done(span("a"));
  assert.deepEqual(bench.timers.map(({ ms }) => ms), [COLOUR_MS], "the next block, by the same worker");
  bench.late(COLOUR_MS);
  bench.colours.of("let c", "js");
  bench.late(LOAD_MS);
  assert.deepEqual(bench.begun.map(({ ended }) => ended), [true, true]);
});

Deno.test("a worker that dies or cannot be made leaves the code as it is", () => {
  const bench = new Bench();
  const died = bench.colours.of("a", "js");
  bench.begun[0]?.broke();
  assert.equal(died.value, null);
  const none = new Colours({
    begin: () => {
      throw new Error("no workers");
    },
    after: () => () => {},
  });
  assert.equal(none.of("a", "js").value, null);
  assert.equal(none.of("b", "js").value, null);
});

Deno.test("a block above the bound is not sent to the worker: n-1 and n are, n+1 is not", () => {
  for (
    const [units, asked] of [[COLOURED_UNITS - 1, 1], [COLOURED_UNITS, 1], [COLOURED_UNITS + 1, 0]] as const
  ) {
    const bench = new Bench();
    bench.colours.of("a".repeat(units), "js");
    assert.equal(bench.begun.length, asked, `${units}`);
  }
});

Deno.test("however deep a grammar nests, elements do not, and no word is lost", () => {
  const text = "`${".repeat(300);
  const tree = highlight(text, "javascript");
  assert.ok(tree);
  let deepest = 0;
  const words = (one: Span | string, depth: number): string => {
    deepest = Math.max(deepest, depth);
    return typeof one === "string" ? one : one.children.map((child) => words(child, depth + 1)).join("");
  };
  assert.equal(words(tree, 0), text);
  assert.ok(deepest <= 22, `${deepest}`);
  assert.equal(highlight("a", "no such language"), null);
});
