/** The copy of a fold that is kept while the fold goes on. */
import { draws } from "../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { copyState } from "../../projections/serialise.ts";
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
