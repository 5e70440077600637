/** The copy of a fold that is kept while the fold goes on. */
import { draws } from "../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { handsOf } from "../../projections/conversation/raised_hands.ts";
import { copyState, endOf, firstPaint } from "../../projections/serialise.ts";
import { History } from "../history.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { arbitraryHistory } from "../arbitrary_history.ts";

Deno.test("a copy stays what the fold was, whatever comes after it", () => {
  fc.assert(
    fc.property(arbitraryHistory, fc.nat(), (events, at) => {
      const cut = at % (events.length + 1);
      const state = foldAll(conversation, conversation.initial("conv_walk"), events.slice(0, cut));
      const copy = copyState(state);
      assert.equal(copy === null, state.deleted);
      const before = JSON.stringify(state);
      if (copy) assert.equal(JSON.stringify(copy), before);
      foldAll(conversation, state, events.slice(cut));
      if (copy) assert.equal(JSON.stringify(copy), before);
    }),
    { numRuns: draws(200) },
  );
});

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
