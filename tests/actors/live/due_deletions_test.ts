import assert from "node:assert/strict";
import { BRINGING_MINUTES } from "../../../events/catalog/limits.ts";
import { DueDeletions } from "../../../actors/live/due_deletions.ts";

const HOUR = 3_600_000;

Deno.test("what was due when the process began to look goes at once, however long ago that was", () => {
  const due = new DueDeletions();
  const rows = [{ stream: "old", at: 1_000 }, { stream: "now", at: 5_000 }, { stream: "later", at: 5_001 }];
  assert.deepEqual(due.look(rows, 0, 5_000), ["old", "now"]);
});

Deno.test("what is deleted while it runs goes ten seconds after it was seen, whatever the clock on the wall says", () => {
  for (const jump of [0, -HOUR, HOUR]) {
    const due = new DueDeletions();
    due.look([], 0, HOUR);
    const rows = [{ stream: "a", at: HOUR + 10_500 }];
    assert.deepEqual(due.look(rows, 500, HOUR + 500), []);
    assert.deepEqual(due.look(rows, 10_499, HOUR + 10_499 + jump), [], `${jump}`);
    assert.deepEqual(due.look(rows, 10_500, HOUR + 10_500 + jump), ["a"], `${jump}`);
  }
});

Deno.test("had back and deleted again, it has its ten seconds again, though nobody saw that it was back", () => {
  const due = new DueDeletions();
  due.look([], 0, 0);
  due.look([{ stream: "a", at: 10_000 }], 0, 0);
  const again = [{ stream: "a", at: 15_000 }];
  assert.deepEqual(due.look(again, 10_000, 10_000), []);
  assert.deepEqual(due.look(again, 20_000, 20_000), ["a"]);
});

Deno.test("a row that does not tell its time goes ten seconds after it was seen", () => {
  const due = new DueDeletions();
  const rows = [{ stream: "a", at: null }];
  assert.deepEqual(due.look(rows, 0, HOUR), []);
  assert.deepEqual(due.look(rows, 10_000, 0), ["a"]);
});

Deno.test("what has longer, as a history that is being brought, has all of it, and never longer than such a one", () => {
  const due = new DueDeletions();
  due.look([], 0, HOUR);
  const minutes = (n: number) => 60_000 * n;
  const rows = [{ stream: "brought", at: HOUR + minutes(BRINGING_MINUTES) }, { stream: "set", at: 9 * HOUR }];
  assert.deepEqual(due.look(rows, 0, HOUR), []);
  assert.deepEqual(due.look(rows, minutes(BRINGING_MINUTES) - 1, HOUR), []);
  assert.deepEqual(due.look(rows, minutes(BRINGING_MINUTES), HOUR), ["brought", "set"]);
});
