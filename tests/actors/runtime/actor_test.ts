/** The actor runtime: a bounded mailbox, one message at a time, restarts, an end when idle. */
import assert from "node:assert/strict";
import {
  type ActorOptions,
  Actors,
  IDLE_MS,
  MAILBOX,
  RESTART,
  Stopped,
} from "../../../actors/runtime/actor.ts";
import { Scheduler } from "../../sim/scheduler.ts";

function inTime(body: (scheduler: Scheduler) => Promise<void>): Promise<void> {
  const scheduler = new Scheduler(1);
  return scheduler.run(body(scheduler));
}
const clockOf = (scheduler: Scheduler) => ({
  monotonic: () => scheduler.now,
  sleep: (ms: number, signal?: AbortSignal) => scheduler.sleep(ms, signal),
});
/** An actor, reached as the program reaches it: by its key. */
function actorOf<M>(options: ActorOptions<M>) {
  const actors = new Actors<M>(() => options);
  return { send: (message: M) => actors.send("one", message), stop: () => actors.stop() };
}
const never = () => assert.fail("not expected");

Deno.test("an actor handles one message at a time, in the order they came", () =>
  inTime(async (scheduler) => {
    const done: number[] = [];
    let inside = 0;
    const actor = actorOf<number>({
      clock: clockOf(scheduler),
      failed: never,
      start: () => async (n) => {
        assert.equal(++inside, 1);
        await scheduler.sleep(10 - n);
        inside--;
        done.push(n);
      },
    });
    for (let n = 0; n < 5; n++) actor.send(n);
    await scheduler.sleep(100);
    assert.deepEqual(done, [0, 1, 2, 3, 4]);
    await actor.stop();
  }));

Deno.test("an actor that waits for a message ends when it is stopped, not when it would have ended", () =>
  inTime(async (scheduler) => {
    const actor = actorOf<number>({
      clock: clockOf(scheduler),
      failed: never,
      start: () => () => Promise.resolve(),
    });
    actor.send(1);
    await scheduler.sleep(1);
    await actor.stop();
    assert.ok(scheduler.now < IDLE_MS, `stopped after ${scheduler.now} ms of the world`);
  }));

Deno.test("a full mailbox takes no more, and says so", () =>
  inTime(async (scheduler) => {
    let left = 0;
    const actor = actorOf<number>({
      clock: clockOf(scheduler),
      failed: (_, error) => {
        assert.ok(error instanceof Stopped);
        left++;
      },
      start: () => () => scheduler.sleep(1_000),
    });
    let taken = 0;
    while (actor.send(taken)) taken++;
    assert.equal(taken, MAILBOX);
    await scheduler.sleep(1);
    assert.ok(actor.send(0), "one is in hand");
    await Promise.all([actor.stop(), scheduler.sleep(1_000)]);
    assert.equal(left, MAILBOX);
  }));

Deno.test("what crashes starts afresh, after a back-off that grows and is bounded", () =>
  inTime(async (scheduler) => {
    const times: number[] = [];
    let starts = 0;
    const actor = actorOf<null>({
      clock: clockOf(scheduler),
      failed: () => times.push(scheduler.now),
      start: () => {
        starts++;
        return () => Promise.reject(new Error("bug"));
      },
    });
    for (let n = 0; n < 12; n++) actor.send(null);
    await scheduler.sleep(120_000);
    assert.equal(starts, 12);
    const gaps = times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
    assert.deepEqual(gaps.slice(0, 4), [100, 200, 400, 800]);
    assert.equal(gaps.at(-1), RESTART.mostMs);
    await actor.stop();
  }));

Deno.test("an idle actor ends, is forgotten, and the next message starts another", () =>
  inTime(async (scheduler) => {
    let starts = 0;
    const actors = new Actors<null>(() => ({
      clock: clockOf(scheduler),
      failed: never,
      start: () => {
        starts++;
        return () => Promise.resolve();
      },
    }));
    assert.ok(actors.send("a", null));
    await scheduler.sleep(IDLE_MS / 2);
    assert.equal(actors.size, 1);
    await scheduler.sleep(IDLE_MS);
    assert.equal(actors.size, 0);
    assert.ok(actors.send("a", null));
    await scheduler.sleep(1);
    assert.equal(starts, 2);
    await actors.stop();
    assert.equal(actors.send("a", null), false);
  }));

Deno.test("a message that comes in the moment an idle actor ends is handled", () =>
  inTime(async (scheduler) => {
    const done: number[] = [];
    let whenIdle: (() => Promise<void>) | undefined;
    const actor = actorOf<number>({
      failed: never,
      clock: {
        ...clockOf(scheduler),
        async sleep(ms, signal) {
          await scheduler.sleep(ms, signal);
          // The wait is over and its actor has not run on yet.
          void whenIdle?.();
        },
      },
      start: () => (n) => Promise.resolve(void done.push(n)),
    });
    actor.send(0);
    await scheduler.sleep(1);
    // One message, so many microtasks after the wait.
    for (let after = 1; after < 12; after++) {
      whenIdle = async () => {
        whenIdle = undefined;
        for (let tick = 0; tick < after; tick++) await Promise.resolve();
        actor.send(after);
      };
      await scheduler.sleep(IDLE_MS + 1);
    }
    assert.deepEqual(done, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    await actor.stop();
  }));
