/** What failed is done again, ever more slowly and not for ever; who stops waits for nothing. */
import assert from "node:assert/strict";
import {
  backoffMs,
  begun,
  ENDLESS_RETRY,
  retry,
  STORE_RETRY,
  UNTOLD_MS,
} from "../../../actors/runtime/retry.ts";

const NEVER = new AbortController().signal;

/** A clock on which every sleep is over at once, and what was slept. */
function clock() {
  const slept: number[] = [];
  return { slept, monotonic: () => 0, sleep: (ms: number) => Promise.resolve(void slept.push(ms)) };
}

/** Fails `times` times, then gives how often it was asked. */
function failing(times: number): () => Promise<number> {
  let asked = 0;
  return () => ++asked > times ? Promise.resolve(asked) : Promise.reject(new Error(`failure ${asked}`));
}

Deno.test("what a broken store refused is asked again, each time later, for about three seconds", async () => {
  const time = clock();
  assert.equal(await retry(time, NEVER, failing(5)), 6);
  assert.deepEqual(time.slept, [100, 200, 400, 800, 1_600]);
  const told: unknown[] = [];
  const failed = (error: unknown) => void told.push(error instanceof Error && error.message);
  await assert.rejects(retry(time, NEVER, failing(6), { failed }), { message: "failure 6" });
  assert.deepEqual(told, [1, 2, 3, 4, 5, 6].map((n) => `failure ${n}`));
});

Deno.test("waits grow up to a bound, however often it fails", () => {
  const { firstMs, mostMs } = STORE_RETRY;
  assert.deepEqual([1, 2, 5, 6, 10_000].map((n) => backoffMs(STORE_RETRY, n)), [
    firstMs,
    2 * firstMs,
    mostMs,
    mostMs,
    mostMs,
  ]);
});

Deno.test("work of the whole program is tried again until it is stopped, and then no more", async () => {
  const time = clock();
  const stop = new AbortController();
  let asked = 0;
  const action = () => {
    if (++asked === 50) stop.abort();
    return asked > 60 ? Promise.resolve() : Promise.reject(new Error(`failure ${asked}`));
  };
  await assert.rejects(retry(time, stop.signal, action, { policy: ENDLESS_RETRY }), {
    message: "failure 50",
  });
  assert.deepEqual(new Set(time.slept), new Set([ENDLESS_RETRY.firstMs]));
});

Deno.test("the same failure is told once a minute, another at once", async () => {
  let now = 0;
  const time = { monotonic: () => now, sleep: (ms: number) => Promise.resolve(void (now += ms)) };
  const told: [number, string][] = [];
  const failed = (error: unknown) => void told.push([now, error instanceof Error ? error.message : ""]);
  const fail = () => {
    if (now > 2 * UNTOLD_MS) return Promise.resolve(now);
    return Promise.reject(new Error(now === 1_000 ? "unreachable" : "full"));
  };
  assert.equal(await retry(time, NEVER, fail, { policy: ENDLESS_RETRY, failed }), 2 * UNTOLD_MS + 250);
  assert.deepEqual(told, [
    [0, "full"],
    [1_000, "unreachable"],
    [1_250, "full"],
    [UNTOLD_MS + 1_250, "full"],
  ]);
});

Deno.test("a first try that is under way is not made twice; a second one is new", async () => {
  let made = 0;
  const make = () => Promise.resolve(++made);
  assert.equal(await retry(clock(), NEVER, begun(make(), make)), 1);
  assert.equal(await retry(clock(), NEVER, begun(Promise.reject<number>(new Error("broken")), make)), 2);
  assert.equal(await retry(clock(), NEVER, begun(null, make)), 3);
});
