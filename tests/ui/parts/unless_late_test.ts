/** Of answers that overtake each other the last one that was asked for counts. */
import assert from "node:assert/strict";
import { unlessLate } from "../../../ui/parts/unless_late.ts";

Deno.test("what was asked before is not told once it was given up, whichever answer comes first", async () => {
  const [before, now] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const told: string[] = [];
  const giveUp = unlessLate(before.promise, (answer) => told.push(answer));
  giveUp();
  unlessLate(now.promise, (answer) => told.push(answer));
  now.resolve("what is so now");
  await now.promise;
  before.resolve("what was so before");
  await before.promise;
  await Promise.resolve();
  assert.deepEqual(told, ["what is so now"]);
});
