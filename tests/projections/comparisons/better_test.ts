/** What a judge of two answers found. */
import assert from "node:assert/strict";
import { betterIn } from "../../../projections/comparisons/better.ts";

Deno.test("a verdict names a letter, a tie or none, with a reason; anything else is no verdict", () => {
  for (const [best, seat] of [["A", 0], ["B", 1], ["tie", "tie"], ["none", "none"]]) {
    assert.deepEqual(betterIn(JSON.stringify({ reason: "So.", best })), { best: seat, reason: "So." });
  }
  const strange = [
    ...["", "A", '"A"', "{}", '{"best":"A"}', '{"reason":"So.","best":"C"}', '{"reason":"So.","best":0}'],
    ...['{"reason":1,"best":"A"}', '{"reason":"So.","best":"constructor"}', "null"],
  ];
  for (const text of strange) assert.equal(betterIn(text), null, text);
});
