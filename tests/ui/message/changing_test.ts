/** What a person said and says otherwise: which message it may be. */
import "../page.ts";
import assert from "node:assert/strict";
import { History } from "../../history.ts";
import { canChange, lastToChange } from "../../../ui/message/changing.ts";

// Shows S0-62.
Deno.test("what a person said can be said otherwise elsewhere, the last of it first; no answer, and nothing that is erased", () => {
  const history = new History().started().joined("Ada").posted("m1", "Why?").posted("m2", "So?")
    .requested("Ada", "m2").completed("t_Ada", "Because.");
  const state = history.state();
  assert.equal(lastToChange(state)?.id, "m2");
  const [answer] = Object.values(state.messages).filter(({ role }) => role === "assistant");
  assert.ok(answer);
  assert.equal(canChange(answer), false);
  assert.equal(
    canChange({ author: { kind: "human", id: "a", name: "A" }, role: "user", erased: true }),
    false,
  );
  assert.equal(canChange({ author: { kind: "human", id: "a", name: "A" }, role: "system" }), false);
  assert.equal(lastToChange(new History().started().joined("Ada").state()), null);
});
