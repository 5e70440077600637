/** What several calls of one turn used together. */
import assert from "node:assert/strict";
import { addUsage } from "../../actors/turn/call.ts";

// Shows P16.
Deno.test("each kind of token of two calls is added up; a call that said nothing takes nothing away", () => {
  const first = { input: 1, cacheRead: 20, cacheWrite: 300, output: 4_000, reasoning: 50_000 };
  const second = { input: 5, cacheRead: 60, cacheWrite: 700, output: 8_000, reasoning: 90_000 };
  const sum = { input: 6, cacheRead: 80, cacheWrite: 1_000, output: 12_000, reasoning: 140_000 };
  assert.deepEqual(addUsage(first, second), sum);
  assert.deepEqual(addUsage(first, { ...second, estimated: true }), { ...sum, estimated: true });
  const searched = addUsage({ ...first, searches: 2 }, { ...second, searches: 3 });
  assert.deepEqual(searched, { ...sum, searches: 5 });
  assert.deepEqual(addUsage({ ...first, searches: 2 }, second), { ...sum, searches: 2 });
  assert.deepEqual(addUsage(first, null), first);
  assert.deepEqual(addUsage(null, second), second);
  assert.equal(addUsage(null, null), null);
});
