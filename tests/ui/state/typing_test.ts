/** What streams in lets whoever types go first. */
import assert from "node:assert/strict";
import { Typing } from "../../../ui/state/typing.ts";

const at = (start: number) => {
  const clock = { now: start };
  return { clock, typing: new Typing(() => clock.now) };
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
