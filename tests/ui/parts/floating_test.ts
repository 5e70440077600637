/** Where what floats stands: beside what opened it, and never out of the window. */
import assert from "node:assert/strict";
import { type Box, spotFor } from "../../../ui/parts/floating.ts";

const view = { width: 1000, height: 600 };
const at = (left: number, top: number, width = 40, height = 30): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

Deno.test("it stands below, with the edges one asked for under one another", () => {
  const size = { width: 200, height: 100 };
  assert.deepEqual(spotFor(at(300, 50), size, view, "start"), { left: 300, top: 86, maxHeight: 506 });
  assert.equal(spotFor(at(300, 50), size, view, "end").left, 140);
  assert.equal(spotFor(at(300, 50), size, view, "middle").left, 220);
});

Deno.test("without room below it stands above, unless there is less room there", () => {
  const size = { width: 200, height: 300 };
  assert.equal(spotFor(at(300, 500), size, view, "start").top, 194);
  const low = spotFor(at(300, 200), { width: 200, height: 900 }, view, "start");
  assert.deepEqual(
    [low.top, low.maxHeight],
    [236, 356],
    "and where neither is enough it is cut to what there is",
  );
  const high = spotFor(at(300, 500), { width: 200, height: 900 }, view, "start");
  assert.deepEqual([high.top, high.maxHeight], [8, 486]);
});

Deno.test("it never leaves the window to either side", () => {
  const size = { width: 200, height: 100 };
  assert.equal(spotFor(at(950, 50), size, view, "start").left, 792);
  assert.equal(spotFor(at(10, 50), size, view, "end").left, 8);
  assert.equal(
    spotFor(at(10, 50), { width: 2000, height: 10 }, view, "middle").left,
    8,
    "its beginning is seen",
  );
});
