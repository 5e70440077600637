/** What streams in lets whoever types go first. */
import assert from "node:assert/strict";
import { Typing } from "../../../ui/state/typing.ts";

const at = (start: number) => {
  const clock = { now: start };
  const due: { at: number; does: () => void }[] = [];
  const busy: boolean[] = [];
  const typing = new Typing({
    now: () => clock.now,
    later: (does, ms) => due.push({ at: clock.now + ms, does }),
    busy: (typing) => busy.push(typing),
  });
  /** Lets the time pass to the next thing that is due, and does it. */
  const next = () => {
    const first = due.shift();
    if (first) clock.now = Math.max(clock.now, first.at);
    first?.does();
    return due.length;
  };
  return { clock, typing, busy, next };
};

Deno.test("while nobody types text is shown as it comes", () => {
  const { clock, typing } = at(1_000);
  assert.equal(typing.patience(999), 0);
  assert.equal(typing.waits(), false);
  typing.typed();
  clock.now += 201;
  assert.equal(typing.patience(clock.now - 1), 0);
});

Deno.test("while somebody types it is shown every 120 ms", () => {
  const { clock, typing } = at(1_000);
  typing.typed();
  assert.equal(typing.patience(1_000), 120);
  clock.now += 50;
  assert.equal(typing.patience(1_000), 70);
  clock.now += 100;
  assert.equal(typing.patience(1_000), 0, "it waited long enough");
});

Deno.test("a key has the frame after it for itself, and only that", () => {
  const { clock, typing } = at(1_000);
  typing.typed();
  assert.equal(typing.waits(), true);
  clock.now += 15;
  assert.equal(typing.waits(), true);
  clock.now += 1;
  assert.equal(typing.waits(), false);
});

Deno.test("what turns rests from behind the first key's frame until none came for a second, and is told so once", () => {
  const { clock, typing, busy, next } = at(1_000);
  typing.typed();
  assert.deepEqual(busy, [], "that frame is the key's");
  next();
  assert.deepEqual([clock.now, busy], [1_016, [true]]);
  clock.now = 1_900;
  typing.typed();
  assert.equal(next(), 1, "the second key came after the wait had begun");
  assert.deepEqual([clock.now, busy], [2_000, [true]]);
  assert.equal(next(), 0);
  assert.deepEqual([clock.now, busy], [2_900, [true, false]]);
  typing.typed();
  next();
  assert.deepEqual(busy, [true, false, true]);
});
