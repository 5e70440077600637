/** The one place that says what failed. */
import assert from "node:assert/strict";
import type { Failure } from "../../../ui/state/api.ts";
import { orSay, say, toast } from "../../../ui/state/toast.ts";
import { clockwork } from "../browser.ts";

const failed: Failure = { ok: false, status: 409, code: "busy", message: "Busy.", errors: [] };

Deno.test("what failed is said, longer than what went well; what went well only where it has words", async () => {
  using clock = clockwork();
  toast.value = null;
  assert.deepEqual(await orSay(Promise.resolve({ ok: true, value: 7 })), { ok: true, value: 7 });
  assert.equal(toast.value, null, "nothing to say");
  await orSay(Promise.resolve({ ok: true, value: 7 }), "Saved.");
  assert.deepEqual(toast.value, { text: "Saved.", error: false });
  const [short = 0] = clock.waits();
  assert.equal(
    await orSay(Promise.resolve(failed), "Saved."),
    failed,
    "who asked gets the answer all the same",
  );
  assert.deepEqual(toast.value, { text: "Busy.", error: true });
  const [long = 0] = clock.waits();
  assert.ok(long > short);
});

Deno.test("a newer message has its whole time: the older one's end does not take it away", () => {
  using clock = clockwork();
  say("One.");
  say("Two.");
  assert.equal(clock.waits().length, 1);
  assert.equal(toast.value?.text, "Two.");
  clock.ring();
  assert.equal(toast.value, null);
});
