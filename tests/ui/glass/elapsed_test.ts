/** How long something took, in few characters. */
import assert from "node:assert/strict";
import "../page.ts";
import { elapsed, since } from "../../../ui/glass/elapsed.ts";

Deno.test("a time is told in the largest unit that says enough of it", () => {
  const told = [0, 38, 99, 100, 940, 9_949, 10_000, 59_400, 60_000, 3_600_000, 86_400_000].map(elapsed);
  assert.deepEqual(told, [
    ...["0 ms", "38 ms", "99 ms", "0.1 s", "0.9 s", "9.9 s", "10 s", "59 s"],
    ...["1 min", "1 hr", "1 day"],
  ]);
  assert.deepEqual([-5, Number.NaN].map(elapsed), ["0 ms", "0 ms"], "a clock that was set back is no time");
});

Deno.test("how long after another something came has a plus, and is nothing where that cannot be said", () => {
  const at = "2026-11-20T08:30:00.000Z";
  assert.equal(since(at, "2026-11-20T08:30:00.038Z"), "+38 ms");
  assert.equal(since(at, at), "");
  assert.equal(since("2026-11-20T08:30:01.000Z", at), "", "one that came before it");
  assert.equal(since(undefined, at), "");
});
