/**
 * Sixteen times the text, sixteen times the work: each function that reads what comes from outside is fed with hostile
 * texts at n, 4n and 16n. Only ratios count, of the thread's own time and the best of several tries, with six times what is linear allowed: what
 * is quadratic takes 256 times as long, on any machine.
 */
import assert from "node:assert/strict";
import { sample } from "../effort.ts";
import { REGISTRY } from "./registry.ts";

/** One of each kind that makes readers look back, ahead, or again. */
const SHAPES: readonly string[] = [
  "a",
  "ab ",
  " ",
  "\n",
  "\u00a0\r\f",
  "<",
  "<!--",
  "`a",
  "[a](",
  '{"a":',
  "@a ",
  "sk-eyJ-",
  "e\u0301\u{1d400}",
];
const UNITS = 4_000;
/** How much more than linear is still taken for linear: caches, collection, other programs. */
const SLACK = 6;
/** Milliseconds below which a time says nothing: the system counts a thread's own in steps of some. */
const FLOOR_MS = 2;
/** Tries of each text. One that is fast enough is enough. */
const TRIES = 4;

const filled = (shape: string, units: number): string => shape.repeat(Math.ceil(units / shape.length));

/** Milliseconds this thread has worked; where the system does not say, the time that has passed. */
function worked(): number {
  try {
    return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

async function timeOf(run: (text: string) => unknown, text: string): Promise<number> {
  const began = worked();
  await run(text);
  return worked() - began;
}

/** Null where the work is linear, else the times that say it is not. */
async function superlinear(
  run: (text: string) => unknown,
  shape: string,
  units: number,
  { most = TRIES, floor = FLOOR_MS } = {},
): Promise<string | null> {
  let once = Infinity;
  const short = filled(shape, units);
  // What is below the floor need not be known better.
  for (let tries = 0; tries < 3 && once > floor; tries++) once = Math.min(once, await timeOf(run, short));
  once = Math.max(floor, once);
  for (const factor of [4, 16]) {
    const text = filled(shape, units * factor);
    let best = Infinity;
    for (let tries = 0; best > once * factor * SLACK; tries++) {
      if (tries === most) {
        return `${units} units: ${once.toFixed(1)} ms, ${factor} times as many: ${best.toFixed(1)} ms`;
      }
      best = Math.min(best, await timeOf(run, text));
      // What is far beyond is not measured again and again.
      if (best > 100 * once * factor * SLACK) tries = most - 1;
    }
  }
  return null;
}

for (const [name, { run, shapes = [], units = UNITS }] of sample(Object.entries(REGISTRY), 8, 4)) {
  Deno.test(`linear: ${name}`, async () => {
    for (const shape of sample([...SHAPES, ...shapes], 8, 4)) {
      assert.equal(await superlinear(run, shape, units), null, JSON.stringify(shape));
    }
  });
}

Deno.test("linear: the measure tells a quadratic reader from a linear one", async () => {
  // The platform's own search takes as long before the engine made a function fast as after.
  const quadratic = (text: string) => {
    const chars = [...text];
    return chars.filter((_, at) => chars.indexOf("b", at) !== -1).length;
  };
  const linear = (text: string) => [...text].map((char) => char.codePointAt(0)).join(",").length;
  // A few units are enough where little is taken for too little: the same sixteenfold, in a quarter of the time.
  assert.notEqual(await superlinear(quadratic, "a", UNITS / 4, { most: 1, floor: FLOOR_MS / 4 }), null);
  assert.equal(await superlinear(linear, "a", UNITS / 2), null);
});
