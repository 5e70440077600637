/** The guards and the fold say the same of every event: who lets go of a turn by a guard never keeps one that is over. */
import { draws } from "../../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { conversation } from "../../../projections/conversation/conversation.ts";
import type { ConversationState, Turn } from "../../../projections/shapes/folds.ts";
import { endsAttempt, endsTurn } from "../../../projections/conversation/turn_ends.ts";
import { arbitraryHistory } from "../../arbitrary_history.ts";

const turnsIn = (state: ConversationState, status: Turn["status"][]): Set<string> =>
  new Set(Object.values(state.turns).filter((turn) => status.includes(turn.status)).map(({ id }) => id));

Deno.test("an event ends a turn exactly where the fold closes it, and an attempt where nobody runs the turn after it", () => {
  let turns = 0;
  let attempts = 0;
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      let state = conversation.initial("conv_walk");
      for (const event of events) {
        if (event.type === "ConversationDeleted") return;
        const open = turnsIn(state, ["pending", "running"]);
        const running = turnsIn(state, ["running"]);
        state = conversation.evolve(state, event);
        const ended = open.difference(turnsIn(state, ["pending", "running"]));
        const left = running.difference(turnsIn(state, ["running"]));
        assert.deepEqual([...ended], endsTurn(event) ? [event.data.turnId] : [], event.type);
        if (left.size > 0) assert.ok(endsAttempt(event) && left.has(event.data.turnId), event.type);
        if (endsAttempt(event)) assert.ok(!turnsIn(state, ["running"]).has(event.data.turnId), event.type);
        turns += ended.size;
        attempts += left.size;
      }
    }),
    { numRuns: draws(300) },
  );
  // A history has some of both, but none has to.
  assert.ok(turns > 0 && attempts > 0, `${turns} turns and ${attempts} attempts ended`);
});
