import assert from "node:assert/strict";
import { Restarts } from "../../../server/bridge/restarts.ts";

Deno.test("what ended once is started again at once, then after waits that double up to a minute", () => {
  const restarts = new Restarts();
  const waits = Array.from({ length: 40 }, () => {
    restarts.ended(0, 5);
    return restarts.wait(5);
  });
  assert.deepEqual(waits.slice(0, 9), [0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  assert.equal(waits.at(-1), 60_000);
  assert.deepEqual([restarts.wait(60_004), restarts.wait(60_005), restarts.wait(70_000)], [1, 0, 0]);
});

Deno.test("what held for a minute is no failure to start", () => {
  const restarts = new Restarts();
  restarts.ended(0, 0);
  restarts.ended(0, 0);
  assert.equal(restarts.wait(0), 1_000);
  restarts.ended(10_000, 69_999);
  assert.equal(restarts.wait(69_999), 2_000);
  restarts.ended(100_000, 160_000);
  assert.equal(restarts.wait(160_000), 0);
});
