/** Who saw what, for every message and every turn. */
import assert from "node:assert/strict";
import { seenBy } from "../../../projections/context/requests.ts";
import { contextOfTurn, History } from "../../history.ts";

const pair = () => new History().started().joined("Ada", "Critic");

// Shows P6.
Deno.test("a message was seen by the turns whose context had it, and by no turn that never started", () => {
  const history = pair().answered("m1", "Why?", { Ada: "Because.", Critic: "Is it?" })
    .add("InclusionSet", { messageId: "m1", included: false, participantIds: ["p_Critic"] })
    .answered("m2", "More?", { Ada: "No.", Critic: "Yes." }).posted("m3", "Then?").requested("Ada", "m3");
  const state = history.state();
  assert.deepEqual(seenBy(state, "m1"), [
    {
      turnId: "t_Ada_m1",
      participantId: "p_Ada",
      messageId: "m_t_Ada_m1",
      at: state.turns["t_Ada_m1"]?.startedAt,
    },
    {
      turnId: "t_Critic_m1",
      participantId: "p_Critic",
      messageId: "m_t_Critic_m1",
      at: state.turns["t_Critic_m1"]?.startedAt,
    },
    {
      turnId: "t_Ada_m2",
      participantId: "p_Ada",
      messageId: "m_t_Ada_m2",
      at: state.turns["t_Ada_m2"]?.startedAt,
    },
  ]);
  assert.deepEqual(seenBy(state, "m3"), []);
  assert.deepEqual(seenBy(state, "nobody"), []);
});

// Shows P5.
Deno.test("a past turn keeps its record when a message is hidden afterwards", () => {
  const history = pair().answered("m1", "Why?", { Ada: "Because." });
  const before = contextOfTurn(history.state(), "t_Ada_m1");
  history.add("InclusionSet", { messageId: "m1", included: false });
  assert.deepEqual(contextOfTurn(history.state(), "t_Ada_m1"), before);
  assert.equal(before?.messages.length, 1);
  assert.equal(contextOfTurn(history.state(), "t_none"), null);
});
