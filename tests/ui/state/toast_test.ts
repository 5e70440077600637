/** Short messages: the one place that says what failed, and the way back from what was done. */
import assert from "node:assert/strict";
import type { Failure } from "../../../ui/state/api.ts";
import {
  dismiss,
  drawn,
  hold,
  offer,
  orSay,
  orUndo,
  release,
  say,
  TOASTS,
  toasts,
  undo,
} from "../../../ui/state/toast.ts";
import { clockwork } from "../browser.ts";

const failed: Failure = { ok: false, status: 409, code: "busy", message: "Busy.", errors: [] };
const said = () => toasts.value.map(({ text }) => text);
/** Each is seen. */
const draw = () => toasts.value.forEach(drawn);
const clear = () => {
  for (const { id } of toasts.value) dismiss(id);
};

Deno.test("what failed is said, longer than what went well; what went well only where it has words", async () => {
  using clock = clockwork();
  clear();
  assert.deepEqual(await orSay(Promise.resolve({ ok: true, value: 7 })), { ok: true, value: 7 });
  assert.deepEqual(said(), [], "nothing to say");
  await orSay(Promise.resolve({ ok: true, value: 7 }), "Saved.");
  assert.deepEqual(toasts.value.map(({ text, error }) => [text, error]), [["Saved.", false]]);
  assert.equal(
    await orSay(Promise.resolve(failed), "Saved."),
    failed,
    "who asked gets the answer all the same",
  );
  assert.deepEqual(toasts.value.map(({ text, error }) => [text, error]), [["Saved.", false], [
    "Busy.",
    true,
  ]]);
  assert.deepEqual(clock.waits(), [], "what nobody has seen yet does not go away");
  draw();
  const [short = 0, long = 0] = clock.waits();
  assert.ok(long > short);
  clock.ring();
  assert.deepEqual(said(), []);
});

Deno.test("each message has its own time, and what is said again is said once, anew", () => {
  using clock = clockwork();
  clear();
  say("One.");
  say("Two.");
  draw();
  assert.deepEqual([said(), clock.waits().length], [["One.", "Two."], 2]);
  say("One.");
  draw();
  assert.deepEqual([said(), clock.waits().length], [["Two.", "One."], 2]);
  clock.ring();
  assert.deepEqual(said(), []);
});

Deno.test("however much is said, only the newest few messages stand there", () => {
  using clock = clockwork();
  clear();
  for (let n = 0; n < 20; n++) {
    say(`${n}`);
    draw();
  }
  assert.deepEqual(said(), ["17", "18", "19"].slice(-TOASTS));
  assert.equal(clock.waits().length, TOASTS, "no timer is left of those that went");
  clear();
});

Deno.test("what was done is taken back once, by its own message or by the newest", async () => {
  using clock = clockwork();
  clear();
  const back: string[] = [];
  say("Saved.");
  draw();
  const [plain = 0] = clock.waits();
  offer("Archived A.", () => back.push("A"));
  await orUndo(Promise.resolve({ ok: true, value: 1 }), "Archived B.", () => back.push("B"));
  draw();
  assert.ok((clock.waits()[1] ?? 0) > plain, "a change of mind takes a while");
  say("Other.");
  undo();
  assert.deepEqual([back, said()], [["B"], ["Archived A.", "Other."]]);
  const [first] = toasts.value;
  undo(first?.id);
  undo(first?.id);
  undo();
  assert.deepEqual(back, ["B", "A"]);
  await orUndo(Promise.resolve(failed), "Archived C.", () => back.push("C"));
  undo();
  assert.deepEqual([back, said().at(-1)], [["B", "A"], "Busy."], "what failed is not taken back");
  clear();
});

Deno.test("while somebody is at them no message goes, and after that each has its whole time", () => {
  using clock = clockwork();
  clear();
  say("One.");
  draw();
  hold();
  say("Two.");
  draw();
  assert.deepEqual(clock.waits(), []);
  release();
  assert.equal(clock.waits().length, 2);
  clock.ring();
  assert.deepEqual(said(), []);
  say("Three.");
  draw();
  hold();
  clear();
  say("Four.");
  draw();
  assert.equal(clock.waits().length, 1, "nobody is at what is no longer there");
  clear();
});
