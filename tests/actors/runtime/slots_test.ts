/** Slots: in the order they were asked for, of any size, and nobody is passed by. */
import assert from "node:assert/strict";
import { Slots } from "../../../actors/runtime/slots.ts";
import { Scheduler } from "../../sim/scheduler.ts";

function inTime(body: (scheduler: Scheduler) => Promise<void>): Promise<void> {
  const scheduler = new Scheduler(1);
  return scheduler.run(body(scheduler));
}

Deno.test("slots are given in the order they were asked for; who left is skipped", () =>
  inTime(async () => {
    const slots = new Slots(1);
    const open = new AbortController();
    const given: string[] = [];
    const first = await slots.take(open.signal);
    const leaver = new AbortController();
    const left = slots.take(leaver.signal);
    const third = slots.take(open.signal).then((free) => {
      given.push("third");
      return free;
    });
    assert.equal(slots.waiting, 2);
    leaver.abort();
    assert.equal(await left, null);
    first?.();
    first?.();
    (await third)?.();
    assert.deepEqual(given, ["third"]);
    assert.ok(await slots.take(open.signal));
    assert.equal(slots.waiting, 0);
  }));

Deno.test("one that takes much waits until there is room for it, and nobody small goes before it", () =>
  inTime(async () => {
    const slots = new Slots(10);
    const { signal } = new AbortController();
    const given: string[] = [];
    const take = (name: string, size: number) =>
      slots.take(signal, size).then((free) => {
        given.push(name);
        return free;
      });
    const [first, second] = [await take("first", 6), await take("second", 3)];
    const large = take("large", 8);
    const small = take("small", 1);
    assert.equal(slots.takeFree(1), null);
    first?.();
    assert.equal(slots.waiting, 2);
    second?.();
    (await large)?.();
    (await small)?.();
    assert.deepEqual(given, ["first", "second", "large", "small"]);
    assert.equal(slots.waiting, 0);
  }));

Deno.test("one that takes more than there is goes alone", () =>
  inTime(async () => {
    const slots = new Slots(10);
    const { signal } = new AbortController();
    const giant = slots.take(signal, 1_000);
    assert.equal(slots.waiting, 0);
    const small = slots.take(signal, 1);
    assert.equal(slots.waiting, 1);
    (await giant)?.();
    assert.ok(await small);
  }));

Deno.test("where one leaves the line those behind it go on", () =>
  inTime(async () => {
    const slots = new Slots(10);
    const { signal } = new AbortController();
    await slots.take(signal, 3);
    const leaver = new AbortController();
    const large = slots.take(leaver.signal, 10);
    const behind = slots.take(signal, 7);
    assert.equal(slots.waiting, 2);
    leaver.abort();
    assert.equal(slots.waiting, 0);
    assert.equal(await large, null);
    assert.ok(await behind);
  }));
