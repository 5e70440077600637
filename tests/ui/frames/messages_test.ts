/** Whom a page in a frame listens to. */
import assert from "node:assert/strict";
import { hear, tell } from "../../../ui/frames/messages.ts";
import { at, instead } from "../browser.ts";

/** A frame whose page around it is `parent`; what it heard, and how to say something to it. */
function framed(parent: object) {
  at("/frames/diagram");
  const listening: ((event: unknown) => void)[] = [];
  const put = [
    instead("parent", parent),
    instead("addEventListener", (_: string, hears: (event: unknown) => void) => listening.push(hears)),
  ];
  const heard: unknown[] = [];
  hear((job) => heard.push(job));
  return {
    heard,
    listening,
    say: (source: object, origin: string, data: string) => {
      for (const hears of listening) hears({ source, origin, data });
    },
    [Symbol.dispose]: () => {
      for (const one of put) one[Symbol.dispose]();
    },
  };
}

Deno.test("a frame listens to our own page around it: to no other page, and not to our page elsewhere", () => {
  const around = {};
  using frame = framed(around);
  frame.say(around, "https://elsewhere.example", "another page around it");
  frame.say({}, location.origin, "what stands in the frame itself");
  frame.say({}, "https://elsewhere.example", "somebody");
  assert.deepEqual(frame.heard, []);
  frame.say(around, location.origin, "ours");
  assert.deepEqual(frame.heard, ["ours"]);
});

Deno.test("a frame that is opened by itself listens to nobody, and tells nobody anything", () => {
  using frame = framed(self);
  assert.deepEqual(frame.listening, []);
  tell("anything");
});

Deno.test("a frame tells what it has to say to our own page alone", () => {
  const told: unknown[][] = [];
  using _frame = framed({ postMessage: (...words: unknown[]) => void told.push(words) });
  tell({ width: 1 });
  assert.deepEqual(told, [[{ width: 1 }, "http://localhost"]]);
});
