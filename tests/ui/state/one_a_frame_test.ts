/** What costs most of a frame is done once a frame. */
import assert from "node:assert/strict";
import { OneAFrame } from "../../../ui/state/one_a_frame.ts";
import { after } from "../../../ui/state/timer.ts";

/** What was done, of what frames draw when the test says so. */
function page() {
  const done: string[] = [];
  const frames: (() => void)[] = [];
  const each = new OneAFrame((does) => void frames.push(does));
  const draw = () => {
    for (const does of frames.splice(0)) does();
  };
  return { done, each, draw, does: (name: string) => () => void done.push(name) };
}

Deno.test("the first is done at once, what comes before that is drawn one a frame, each once and in order", () => {
  const { done, each, draw, does } = page();
  each.add(does("Ada"));
  assert.deepEqual(done, ["Ada"]);
  const ben = does("Ben");
  for (const one of [ben, does("Cleo"), ben]) each.add(one);
  assert.deepEqual(done, ["Ada"]);
  draw();
  assert.deepEqual(done, ["Ada", "Ben"]);
  draw();
  assert.deepEqual(done, ["Ada", "Ben", "Cleo"]);
  assert.equal(each.taken, true, "the last one is not drawn yet");
  draw();
  assert.equal(each.taken, false);
  each.add(does("Ada"));
  assert.deepEqual(done, ["Ada", "Ben", "Cleo", "Ada"]);
});

Deno.test("what fails holds up nothing that waits behind it", () => {
  const { done, each, draw, does } = page();
  assert.throws(() => each.add(() => assert.fail("fails")), /fails/);
  each.add(does("Ada"));
  draw();
  assert.deepEqual(done, ["Ada"]);
});

/** Has the page another way to ask for frames, or none, until it is disposed of. */
function frames(request?: (does: () => void) => void): Disposable {
  const known = Reflect.get(globalThis, "requestAnimationFrame");
  if (request) Reflect.set(globalThis, "requestAnimationFrame", request);
  else Reflect.deleteProperty(globalThis, "requestAnimationFrame");
  return { [Symbol.dispose]: () => Reflect.set(globalThis, "requestAnimationFrame", known) };
}

Deno.test("what waited is done in a task behind the frame, not within it", async () => {
  const asked: (() => void)[] = [];
  using _ = frames((does) => asked.push(does));
  const done: string[] = [];
  const each = new OneAFrame();
  each.add(() => void done.push("Ada"));
  each.add(() => void done.push("Ben"));
  const frame = () => asked.shift()?.();
  frame();
  assert.deepEqual(done, ["Ada"], "while Ada is laid out");
  await new Promise<void>((done) => void after(0, done));
  assert.deepEqual(done, ["Ada", "Ben"]);
  frame();
  await new Promise<void>((done) => void after(0, done));
  assert.equal(each.taken, false);
});

Deno.test("where nothing is drawn nothing waits", () => {
  using _ = frames();
  const done: string[] = [];
  const each = new OneAFrame();
  each.add(() => void done.push("Ada"));
  each.add(() => void done.push("Ben"));
  assert.deepEqual(done, ["Ada", "Ben"]);
});
