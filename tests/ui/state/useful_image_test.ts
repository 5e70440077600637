import assert from "node:assert/strict";
import { HELD_BYTES, isDrawn, usefulSize } from "../../../ui/state/useful_image.ts";

Deno.test("a picture is made as large as models see, in its own proportions; a smaller one, or one too large to hold, stays", () => {
  assert.deepEqual(usefulSize({ width: 4_000, height: 3_000 }), { width: 2_000, height: 1_500 });
  assert.deepEqual(usefulSize({ width: 3, height: 6_001 }), { width: 1, height: 2_000 });
  assert.equal(usefulSize({ width: 2_000, height: 2_000 }), null);
  assert.deepEqual(usefulSize({ width: 2_001, height: 10 }), { width: 2_000, height: 10 });
  assert.equal(usefulSize({ width: 16_385, height: 10 }), null);
  assert.equal(usefulSize({ width: 12_000, height: 12_000 }), null);
});

Deno.test("what moves is never drawn anew, nor what is no picture, nor what is too large to read", () => {
  assert.equal(isDrawn({ type: "image/jpeg", size: HELD_BYTES }), true);
  assert.equal(isDrawn({ type: "image/jpeg", size: HELD_BYTES + 1 }), false);
  assert.equal(isDrawn({ type: "image/gif", size: 10 }), false);
  assert.equal(isDrawn({ type: "text/plain", size: 10 }), false);
});
