/** Work that gives up the loop as it goes. */
import assert from "node:assert/strict";
import { OneByOne } from "../../../actors/runtime/yield_loop.ts";

Deno.test("pieces that are ready in the same moment have a turn each, one after the other", async () => {
  const waiting: (() => void)[] = [];
  const done: string[] = [];
  const making = new OneByOne({
    breathe: () => new Promise((resolve) => waiting.push(resolve)),
  });
  const all = ["Ada", "Bob", "Cleo"].map((name) => making.next().then(() => done.push(name)));
  for (let turn = 1; turn <= 3; turn++) {
    while (waiting.length === 0) await null;
    assert.equal(waiting.length, 1, "nobody else waits for this turn of the loop");
    waiting.shift()?.();
    while (done.length < turn) await null;
    assert.equal(done.length, turn);
  }
  await Promise.all(all);
  assert.deepEqual(done, ["Ada", "Bob", "Cleo"]);
});
