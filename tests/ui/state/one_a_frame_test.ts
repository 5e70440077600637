/** What costs most of a frame is done once a frame. */
import assert from "node:assert/strict";
import { OneAFrame } from "../../../ui/state/one_a_frame.ts";
import { after } from "../../../ui/state/timer.ts";
import { instead } from "../browser.ts";

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

/** A page that has frames or none, in sight until it is hidden, until it is disposed of. */
function drawing(request?: (does: () => void) => void) {
  const document = Object.assign(new EventTarget(), { hidden: false });
  const put = [instead("document", document), instead("requestAnimationFrame", request)];
  return {
    show(hidden: boolean) {
      document.hidden = hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    },
    [Symbol.dispose]() {
      for (const one of put) one[Symbol.dispose]();
    },
  };
}

const task = () => new Promise<void>((done) => void after(0, done));

Deno.test("what waited is done in a task behind the frame, not within it", async () => {
  const asked: (() => void)[] = [];
  using _ = drawing((does) => asked.push(does));
  const done: string[] = [];
  const each = new OneAFrame();
  each.add(() => void done.push("Ada"));
  each.add(() => void done.push("Ben"));
  const frame = () => asked.shift()?.();
  frame();
  assert.deepEqual(done, ["Ada"], "while Ada is laid out");
  await task();
  assert.deepEqual(done, ["Ada", "Ben"]);
  frame();
  await task();
  assert.equal(each.taken, false);
});

Deno.test("where nothing is drawn nothing waits", () => {
  using _ = drawing();
  const done: string[] = [];
  const each = new OneAFrame();
  each.add(() => void done.push("Ada"));
  each.add(() => void done.push("Ben"));
  assert.deepEqual(done, ["Ada", "Ben"]);
});

Deno.test("of a page out of sight nothing waits until it is back, nor what came before it went", async () => {
  const asked: (() => void)[] = [];
  using page = drawing((does) => asked.push(does));
  const done: string[] = [];
  const each = new OneAFrame();
  for (const name of ["Ada", "Ben", "Cleo"]) each.add(() => void done.push(name));
  assert.deepEqual(done, ["Ada"]);
  page.show(true);
  assert.deepEqual(done, ["Ada", "Ben", "Cleo"]);
  for (const name of ["Dora", "Emil"]) each.add(() => void done.push(name));
  assert.deepEqual(done, ["Ada", "Ben", "Cleo", "Dora", "Emil"]);
  assert.equal(each.taken, false);
  page.show(false);
  each.add(() => void done.push("Finn"));
  each.add(() => void done.push("Gus"));
  assert.equal(done.at(-1), "Finn");
  // The frame that was asked for before it went tells nothing any more.
  asked.shift()?.();
  await task();
  assert.equal(done.at(-1), "Finn");
  asked.shift()?.();
  await task();
  assert.equal(done.at(-1), "Gus");
});
