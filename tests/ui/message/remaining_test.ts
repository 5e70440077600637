/** How long something still has. */
import assert from "node:assert/strict";
import { remaining } from "../../../ui/message/remaining.ts";

Deno.test("what is left is told in minutes and seconds, down to nought", () => {
  assert.equal(remaining(10 * 60_000), "10:00");
  assert.equal(remaining(9 * 60_000 + 4_200), "9:05");
  assert.equal(remaining(1), "0:01");
  assert.equal(remaining(0), "0:00");
  assert.equal(remaining(-5_000), "0:00");
});
