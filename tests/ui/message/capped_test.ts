/** When a card that follows its own end is let go of it. */
import assert from "node:assert/strict";
import { letsGo } from "../../../ui/message/capped.ts";

const at = (scrollTop: number, scrollHeight: number, clientHeight = 447) => ({
  scrollTop,
  scrollHeight,
  clientHeight,
});

Deno.test("a reader who scrolls up in a card lets go of its end, also while it grows", () => {
  assert.ok(letsGo(at(95, 542), at(55, 542)));
  assert.ok(letsGo(at(95, 542), at(55, 700)));
  assert.ok(!letsGo(at(95, 542), at(95, 700)), "it grew, and nobody scrolled");
  assert.ok(!letsGo(at(55, 542), at(95, 542)), "down");
});

Deno.test("an answer that gets shorter takes its reader up and lets go of nothing, also when it grows again at once", () => {
  assert.ok(!letsGo(at(95, 542), at(0, 447)));
  assert.ok(!letsGo(at(95, 542), at(29, 476)));
  assert.ok(!letsGo(at(95, 542), at(0, 476)), "taken up to its beginning, then longer");
});

Deno.test("a card that gets taller with its window is taken up and lets go of nothing, also when its words go on at once", () => {
  assert.ok(!letsGo(at(200, 542, 342), at(95, 542, 447)), "at its end still");
  assert.ok(!letsGo(at(200, 542, 342), at(95, 566, 447)), "a line more came before that was told");
  assert.ok(letsGo(at(200, 542, 342), at(95, 566, 342)), "its reader, in a box as tall as before");
});
