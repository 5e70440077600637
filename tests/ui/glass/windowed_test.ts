/** Long lists of which only what can be seen is in the page. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { BESIDE, indexAt, inSight, offsetsOf } from "../../../ui/glass/windowed.ts";

Deno.test("each thing begins where the one before ends", () => {
  assert.deepEqual(offsetsOf([10, 20, 5]), [0, 10, 30, 35]);
  assert.deepEqual(offsetsOf([]), [0]);
});

Deno.test("the thing at a place is the one that covers it", () => {
  const heights = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 });
  fc.assert(fc.property(heights, fc.nat(2_000), (all, place) => {
    const offsets = offsetsOf(all);
    const index = indexAt(offsets, place);
    const end = offsets.at(-1) ?? 0;
    assert.ok((offsets[index] ?? Infinity) <= place);
    assert.ok(place >= end ? index === all.length - 1 : place < (offsets[index + 1] ?? 0));
  }));
  assert.equal(indexAt(offsetsOf([10, 10]), -5), 0);
});

Deno.test("of a hundred thousand things those in sight and a few beside are in the page, wherever one is", () => {
  const offsets = offsetsOf(Array.from({ length: 100_000 }, () => 30));
  const most = Math.ceil((600 + 2 * BESIDE) / 30) + 2;
  for (const top of [0, 1, 777, 1_500_000, 2_999_400, 9_000_000]) {
    const [from, to] = inSight(offsets, { top, height: 600 });
    assert.ok(to - from > 0 && to - from <= most, `${from} to ${to}`);
    assert.ok((offsets[from] ?? 0) <= Math.max(0, top));
    assert.ok((offsets[to] ?? 0) >= Math.min(top + 600, 3_000_000));
  }
  assert.deepEqual(inSight([0], { top: 0, height: 600 }), [0, 0]);
});
