/** Words are looked for again by themselves while there may be more, and for some minutes only. */
import assert from "node:assert/strict";
import type { SearchHits } from "../../../server/contract/insights.ts";
import type { Answer } from "../../../ui/state/api.ts";
import { AGAIN_MS, askUntilWhole } from "../../../ui/state/until_whole.ts";

const PART: SearchHits = { items: [], next: null, indexing: true };
const WHOLE: SearchHits = { items: [], next: null };
const REFUSED: Answer<SearchHits> = { ok: false, status: 0, code: "offline", message: "", errors: [] };

/** Someone who looks for words, at a server that answers so, one answer after the other, and the last one from then on. */
function looking(...answers: readonly (SearchHits | Answer<SearchHits>)[]) {
  const told: SearchHits[] = [];
  const waits: number[] = [];
  let asked = 0;
  let due: (() => unknown) | null = null;
  const stop = askUntilWhole(
    () => {
      const answer = answers[Math.min(asked++, answers.length - 1)] ?? WHOLE;
      return Promise.resolve("ok" in answer ? answer : { ok: true, value: answer });
    },
    (found) => void told.push(found),
    (ms, run) => {
      waits.push(ms);
      due = run;
      return () => (due = null);
    },
  );
  /** What waits for its time has it. */
  const pass = async (): Promise<boolean> => {
    const run = due;
    due = null;
    await run?.();
    return run !== null;
  };
  /** Everything that waits has its time, as long as anything does: who asks for ever is stopped. */
  const passAll = async (): Promise<void> => {
    for (let left = 2 * AGAIN_MS.length; left > 0 && await pass(); left--);
  };
  return { told, waits, stop, pass, passAll, count: () => asked };
}

Deno.test("while there may be more it is asked again until everything was gone through", async () => {
  const { told, passAll, count } = looking(PART, PART, WHOLE);
  await passAll();
  assert.deepEqual(told, [PART, PART, WHOLE]);
  assert.equal(count(), 3);
});

Deno.test("what everything was gone through for is asked once", async () => {
  const { told, passAll } = looking(WHOLE);
  await passAll();
  assert.deepEqual(told, [WHOLE]);
});

Deno.test("a server that never gets through is asked ever more seldom, and for five minutes only", async () => {
  const { waits, passAll, count } = looking(PART);
  await passAll();
  assert.equal(count(), 1 + AGAIN_MS.length);
  assert.deepEqual(waits.slice(1), [...waits.slice(1)].sort((a, b) => a - b));
  assert.equal(waits.slice(1).reduce((sum, ms) => sum + ms), 300_000);
});

Deno.test("who types on, or goes, is told nothing any more and asks nothing", async () => {
  const waiting = looking(PART);
  await waiting.pass();
  waiting.stop();
  assert.equal(await waiting.pass(), false);
  assert.equal(waiting.count(), 1);

  const asking = looking(PART);
  const answered = asking.pass();
  asking.stop();
  await answered;
  assert.deepEqual(asking.told, []);
  assert.equal(await asking.pass(), false);
});

Deno.test("what was refused is not asked again", async () => {
  const { told, passAll, count } = looking(PART, REFUSED, WHOLE);
  await passAll();
  assert.deepEqual(told, [PART]);
  assert.equal(count(), 2);
});
