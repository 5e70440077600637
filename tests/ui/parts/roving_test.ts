/** Lists with one stop of the Tab key. */
import assert from "node:assert/strict";
import { placeAfter } from "../../../ui/parts/roving.ts";

Deno.test("arrows go on and round, Home and End to the ends, other keys nowhere", () => {
  assert.equal(placeAfter("ArrowDown", 0, 3), 1);
  assert.equal(placeAfter("ArrowDown", 2, 3), 0);
  assert.equal(placeAfter("ArrowUp", 0, 3), 2);
  assert.equal(placeAfter("Home", 2, 3), 0);
  assert.equal(placeAfter("End", 0, 3), 2);
  assert.equal(placeAfter("ArrowRight", 0, 3), null);
  assert.equal(placeAfter("ArrowRight", 0, 3, true), 1);
  assert.equal(placeAfter("ArrowDown", 0, 3, true), null);
  assert.equal(placeAfter("a", 0, 3), null);
});

Deno.test("from outside, forth leads to the first and back to the last; in an empty list no key leads anywhere", () => {
  assert.equal(placeAfter("ArrowDown", -1, 3), 0);
  assert.equal(placeAfter("ArrowUp", -1, 3), 2);
  for (const key of ["ArrowDown", "ArrowUp", "Home", "End"]) assert.equal(placeAfter(key, -1, 0), null);
});
