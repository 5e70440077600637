/** Followers are woken by what others write: a store nobody writes to is not looked into. */
import assert from "node:assert/strict";
import { Wakeups } from "../../../../events/store/commit/wakeups.ts";
import { realEnvironment } from "../../../../events/store/environment.ts";

Deno.test("the store is looked into where somebody may have written to it, and then only; what is new wakes", async () => {
  using kv = await Deno.openKv(":memory:");
  let looked = 0;
  let written = true;
  const stop = Promise.withResolvers<void>();
  const pauses: (() => void)[] = [];
  const environment = {
    ...realEnvironment,
    sleep: () => Promise.race([stop.promise, new Promise<void>((resolve) => pauses.push(resolve))]),
  };
  const counted = {
    list: (...asked: Parameters<typeof kv.list>) => {
      looked++;
      return kv.list(...asked);
    },
  };
  const wakeups = new Wakeups(Object.assign(Object.create(kv), counted), "file", environment, () => written);
  const look = async () => {
    pauses.shift()?.();
    while (pauses.length === 0) await realEnvironment.breathe();
  };
  const leave = wakeups.follow();
  while (pauses.length === 0) await realEnvironment.breathe();
  assert.equal(looked, 1);
  written = false;
  await kv.set(["all", 1], 1);
  await look();
  assert.equal(looked, 1);
  written = true;
  const woken = wakeups.arm();
  await look();
  assert.equal(looked, 2);
  await woken.wait();
  leave();
  stop.resolve();
});
