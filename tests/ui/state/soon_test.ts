/** What may wait is told of the conversation a task later, and once for all that came in one. */
import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import { soon } from "../../../ui/state/soon.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { History } from "../../history.ts";
import { clockwork } from "../browser.ts";

Deno.test("however much comes in one task is told once, after it; nothing once it is called off", () => {
  using clock = clockwork();
  const state = new History().started().state();
  const changed = signal({ state });
  const store = {
    get now(): ConversationState {
      return changed.value.state;
    },
  };
  const change = () => (changed.value = { state });
  let told = 0;
  const off = soon(store, () => told++);
  clock.ring();
  assert.equal(told, 0, "what was there when it began is no news");
  for (const expected of [1, 2]) {
    change();
    change();
    assert.equal(told, expected - 1);
    clock.ring();
    assert.equal(told, expected);
  }
  change();
  off();
  change();
  clock.ring();
  assert.equal(told, 2);
});
