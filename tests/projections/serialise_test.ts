/** What a page begins with. */
import assert from "node:assert/strict";
import { handsOf } from "../../projections/conversation/raised_hands.ts";
import { endOf, firstPaint } from "../../projections/serialise.ts";
import { History } from "../history.ts";

Deno.test("hands that may be up come with the beginning of a page, however much was said since", () => {
  const talk = new History().started({ mode: "manual" }).joined("Ada").add("HandsSet", { calls: 5 })
    .posted("m1", "What now?")
    .requested("Ada", "hands_1", { turnId: "t_hand", asks: "hand" })
    .claimed("t_hand").completed("t_hand", "I would.");
  for (let n = 0; n < 5; n++) {
    talk.add("MessagePosted", {
      messageId: `n${n}`,
      author: { kind: "system", id: "system", name: "System" },
      role: "system",
      content: "Noted.",
    });
  }
  const state = talk.state();
  assert.deepEqual(handsOf(state).map(({ line }) => line), ["I would."]);
  for (const fold of [firstPaint(state, 2), endOf(state, 2, 2).fold]) {
    assert.deepEqual(handsOf(fold), handsOf(state));
  }
});
