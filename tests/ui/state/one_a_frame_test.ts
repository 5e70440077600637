/** What costs most of a frame is done once a frame. */
import assert from "node:assert/strict";
import { OneAFrame } from "../../../ui/state/one_a_frame.ts";

Deno.test("the first is done at once, what comes before that is drawn one a frame, each once and in order", () => {
  const done: string[] = [];
  const frames: (() => void)[] = [];
  const draw = () => {
    for (const does of frames.splice(0)) does();
  };
  const each = new OneAFrame((id) => void done.push(id), (does) => void frames.push(does));
  each.add("Ada");
  assert.deepEqual(done, ["Ada"]);
  for (const id of ["Ben", "Cleo", "Ben"]) each.add(id);
  assert.deepEqual(done, ["Ada"]);
  draw();
  assert.deepEqual(done, ["Ada", "Ben"]);
  draw();
  assert.deepEqual(done, ["Ada", "Ben", "Cleo"]);
  draw();
  assert.equal(frames.length, 0, "nothing waits");
  each.add("Ada");
  assert.deepEqual(done, ["Ada", "Ben", "Cleo", "Ada"]);
});

Deno.test("where nothing is drawn nothing waits", () => {
  const known = Reflect.get(globalThis, "requestAnimationFrame");
  Reflect.deleteProperty(globalThis, "requestAnimationFrame");
  using _ = { [Symbol.dispose]: () => Reflect.set(globalThis, "requestAnimationFrame", known) };
  const done: string[] = [];
  const each = new OneAFrame((id) => void done.push(id));
  each.add("Ada");
  each.add("Ben");
  assert.deepEqual(done, ["Ada", "Ben"]);
});
