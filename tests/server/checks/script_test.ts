/** What a conversation says when it is run again. */
import assert from "node:assert/strict";
import { scriptOf } from "../../../server/checks/script.ts";
import { ANN, History } from "../../history.ts";

Deno.test("each question is said again as it counted, and what is expected of an answer of whoever takes its place", () => {
  const talk = new History().started().joined("Ada", "Ben")
    .answered("q0", "Tea?", { Ada: "Yes.", Ben: "No." }).answered("q1", "Now?", { Ada: "Yes." })
    .add("InclusionSet", { messageId: "q0", included: false })
    .add("ExpectationSet", { expectationId: "e0", kind: "says", text: "tea", messageId: "m_t_Ada_q1" })
    .add("ExpectationSet", { expectationId: "e1", kind: "tokens", most: 9 })
    .add("ExpectationSet", { expectationId: "e2", kind: "says", text: "no", messageId: "m_t_Ben_q0" });
  const { questions, expectations } = scriptOf(talk.state(), (id) => id === "p_Ada" ? "agent_1" : undefined);
  assert.deepEqual(questions, [{ content: "Tea?", left: true }, { content: "Now?" }]);
  assert.deepEqual(expectations, [
    { expectationId: "e0", kind: "says", text: "tea", question: 1, agentId: "agent_1" },
    { expectationId: "e1", kind: "tokens", most: 9 },
    { expectationId: "e2", kind: "says", text: "no", question: 0, agentId: "p_Ben" },
  ]);
});

Deno.test("a question that chose who answers chooses whoever takes their place; nobody, where nobody does", () => {
  const talk = new History().started().joined("Ada", "Ben")
    .posted("q0", "Tea?", ANN, { mentions: ["p_Ben", "p_Ada"] })
    .posted("q1", "Now?", ANN, { mentions: ["p_Ben"] });
  const { questions } = scriptOf(talk.state(), (id) => id === "p_Ada" ? "agent_1" : undefined);
  assert.deepEqual(questions, [{ content: "Tea?", mentions: ["agent_1"] }, { content: "Now?" }]);
});
