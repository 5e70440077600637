/** What a judge was told of, also where its words are gone since. */
import assert from "node:assert/strict";
import { seenBy } from "../../../projections/context/requests.ts";
import { contextOfTurn, History } from "../../history.ts";

Deno.test("an answer was told of to its judge also where its question is erased since", () => {
  const history = new History().started().joined("Ada").answered("q0", "Bread?", { Ada: "Yes." })
    .add("ExpectationSet", { expectationId: "e0", kind: "like", text: "kind" })
    .add("TurnRequested", {
      turnId: "t1",
      messageId: "v1",
      participantId: "p_judge",
      mode: "parallel",
      reason: { code: "asked", text: "asked to judge" },
      through: 100,
      judges: { expectationId: "e0", messageId: "m_t_Ada_q0" },
    }).claimed("t1");
  const told = () => contextOfTurn(history.state(), "t1");
  assert.deepEqual(told()?.quoted, ["q0", "m_t_Ada_q0"]);
  history.add("ContentErased", { messageId: "q0", author: "Ann", seqs: [] });
  assert.deepEqual(told()?.quoted, ["m_t_Ada_q0"]);
  assert.equal(told()?.closing, undefined, "nothing is asked of what is not whole");
  assert.deepEqual(seenBy(history.state(), "m_t_Ada_q0").map(({ turnId }) => turnId), ["t1"]);
});
