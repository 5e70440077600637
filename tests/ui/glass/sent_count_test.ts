/** How many messages a turn was sent. */
import assert from "node:assert/strict";
import { COUNTED_AT_ONCE, sentCount } from "../../../ui/glass/sent_count.ts";
import { contextOfTurn, History } from "../../history.ts";
import { clockwork } from "../browser.ts";

Deno.test("in a short talk it is known at once, and what was left out or came later is not counted", () => {
  const history = new History().started().joined("Ada").answered("m1", "One", { Ada: "a" })
    .add("InclusionSet", { messageId: "m1", included: false }).posted("m2", "Two")
    .requested("Ada", "m2", { turnId: "t2" }).claimed("t2").posted("m3", "Three");
  const state = history.state();
  assert.equal(sentCount(state, "t2"), contextOfTurn(state, "t2")?.messages.length);
  assert.equal(sentCount(state, "t2"), 2);
  assert.equal(sentCount(state, "nothing"), 0);
});

Deno.test("in a long one it is counted a little at a time, once, and not known until then", () => {
  using clock = clockwork();
  const history = new History().started().joined("Ada");
  const count = 2 * COUNTED_AT_ONCE + 1;
  for (let n = 1; n <= count; n++) history.posted(`m${n}`, "x");
  const state = history.requested("Ada", `m${count}`).claimed("t_Ada").state();
  assert.equal(sentCount(state, "t_Ada"), null);
  assert.equal(sentCount(state, "t_Ada"), null);
  assert.equal(clock.waits().length, 1, "counted once, whoever asks");
  for (let go = 0; go < 2; go++) {
    clock.ring();
    assert.equal(sentCount(state, "t_Ada"), null);
  }
  clock.ring();
  assert.equal(sentCount(state, "t_Ada"), count);
  assert.deepEqual(clock.waits(), []);
});
