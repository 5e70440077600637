import assert from "node:assert/strict";
import { RateLimit } from "../../../actors/runtime/rate_limit.ts";
import { Pauses } from "../../../actors/providers/pauses.ts";

/** A clock that jumps to the end of every sleep. */
function time() {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    pass: (ms: number) => void (now += ms),
    monotonic: () => now,
    sleep(ms: number) {
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}
const never = new AbortController().signal;

// Shows S0-61, S2-57.
Deno.test("requests a minute: what is over waits until the minute is over", async () => {
  const clock = time();
  const limit = new RateLimit(2, clock);
  await limit.wait(never);
  clock.pass(10_000);
  await limit.wait(never);
  assert.deepEqual(clock.slept, []);
  assert.equal(limit.state, "limited");
  await limit.wait(never);
  assert.deepEqual(clock.slept, [50_000]);
});

Deno.test("requests a minute: however many there were, those of the last minute count and no others", async () => {
  const clock = time();
  const limit = new RateLimit(300, clock);
  for (let minute = 0; minute < 4; minute++) {
    for (let n = 0; n < 300; n++) {
      assert.equal(limit.passes(), true, `${n} of minute ${minute}`);
      clock.pass(100);
    }
    assert.equal(limit.passes(), false);
    await limit.wait(never);
    clock.pass(60_000);
    assert.equal(limit.state, "ok");
  }
  assert.deepEqual(clock.slept, Array(4).fill(30_000));
});

// Shows S0-61.
Deno.test("a model that asks for a pause gets it, the longest it asked for; others go on", async () => {
  const clock = time();
  const pauses = new Pauses(clock);
  pauses.pause("big", 4_000);
  pauses.pause("big", 1_000);
  const told: number[] = [];
  await pauses.wait("small", never, (ms) => told.push(ms));
  assert.deepEqual([clock.slept, told], [[], []]);
  assert.equal(pauses.any, true);
  await pauses.wait("big", never, (ms) => told.push(ms));
  assert.deepEqual([clock.slept, told], [[4_000], [4_000]]);
  assert.equal(pauses.any, false);
  assert.equal(pauses.left("big"), 0);
});

// Shows S0-61.
Deno.test("a pause that grows while it is waited for is waited for to its end", async () => {
  const clock = time();
  const pauses = new Pauses(clock);
  const told: number[] = [];
  pauses.pause("big", 1_000);
  await pauses.wait("big", never, (ms) => {
    if (told.push(ms) === 1) pauses.pause("big", 3_000);
  });
  assert.deepEqual(told, [1_000, 2_000]);
});

Deno.test("a call that is stopped while it waits does not go out", async () => {
  const clock = time();
  const limit = new RateLimit(1, clock);
  await limit.wait(never);
  const abort = new AbortController();
  abort.abort();
  assert.equal(await limit.wait(abort.signal), false);
});

Deno.test("a provider that fails three times in a row is said to be failing, until it answers", () => {
  const limit = new RateLimit(100, time());
  for (let n = 0; n < 3; n++) limit.failed();
  assert.equal(limit.state, "failing");
  limit.succeeded();
  assert.equal(limit.state, "ok");
});
