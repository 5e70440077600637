/** Sleeping ends by itself, and for who stops waiting, at once; what is drawn by chance is given once. */
import assert from "node:assert/strict";
import { randomBytes, realEnvironment } from "../../../events/store/environment.ts";

Deno.test("who has stopped waiting, before it began or since, does not sleep", async () => {
  const stop = new AbortController();
  const later = realEnvironment.sleep(3_600_000, stop.signal);
  stop.abort();
  await later;
  const first = realEnvironment.sleep(3_600_000, stop.signal).then(() => "awake");
  const tick = new Promise((resolve) => setTimeout(() => resolve("asleep"), 0));
  assert.equal(await Promise.race([first, tick]), "awake");
});

Deno.test("many sleeps by one signal have one listener, and who woke by itself is not woken once more", async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const { clearTimeout } = globalThis;
  let listeners = 0, woken = 0;
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (...listener: Parameters<typeof add>) => {
    listeners++;
    add(...listener);
  };
  for (let n = 0; n < 5; n++) await Promise.all([0, 1].map((ms) => realEnvironment.sleep(ms, signal)));
  const sleepers = Array.from({ length: 3 }, () => realEnvironment.sleep(3_600_000, signal));
  try {
    globalThis.clearTimeout = (timer) => {
      woken++;
      clearTimeout(timer);
    };
    stop.abort();
    await Promise.all(sleepers);
  } finally {
    globalThis.clearTimeout = clearTimeout;
  }
  assert.deepEqual([listeners, woken], [1, 3]);
});

Deno.test("random bytes are as many as were asked for, and are given once", () => {
  const drawn = Array.from({ length: 1_000 }, (_, n) => randomBytes(6 + n % 11).toHex());
  assert.deepEqual(drawn.map(({ length }) => length), Array.from(drawn, (_, n) => 2 * (6 + n % 11)));
  assert.equal(new Set(drawn).size, drawn.length);
  const salts = Array.from({ length: 1_000 }, () => realEnvironment.salt());
  assert.equal(new Set(salts).size, salts.length);
  for (const salt of salts) assert.match(salt, /^[\w-]{22}$/);
});
