/** What a judge is told, and what of its answer is a verdict. */
import assert from "node:assert/strict";
import { toJudge, verdictIn } from "../../../projections/checks/verdict.ts";
import { History } from "../../history.ts";

const talk = () =>
  new History().started().joined("Ada").answered("q1", "Bread?", { Ada: "Yes, bread." })
    .add("ExpectationSet", { expectationId: "e0", kind: "like", text: "kind" });
const JUDGES = { expectationId: "e0", messageId: "m_t_Ada_q1" };

Deno.test("a judge is told the rule, the question and the answer, or nothing where words of one are gone", () => {
  const state = talk().state();
  assert.deepEqual(toJudge(state, JUDGES), { rule: "kind", question: "q1", answer: JUDGES.messageId });
  assert.equal(toJudge(state, { ...JUDGES, expectationId: "e1" }), null);
  assert.equal(toJudge(state, { ...JUDGES, messageId: "m_none" }), null);
  for (const messageId of ["q1", JUDGES.messageId]) {
    const gone = talk().add("ContentErased", { messageId, seqs: [1] });
    assert.equal(toJudge(gone.state(), JUDGES), null, messageId);
  }
  const rule = talk().add("ContentErased", { messageId: "q1", seqs: [talk().seq] });
  assert.equal(toJudge(rule.state(), JUDGES), null);
});

Deno.test("a verdict has a reason and says whether the rule holds, whatever stands around it as a fence", () => {
  const verdict = { reason: "It is.", holds: true };
  assert.deepEqual(verdictIn(JSON.stringify({ ...verdict, more: 1 })), verdict);
  assert.deepEqual(verdictIn(`\`\`\`json\n${JSON.stringify(verdict)}\n\`\`\``), verdict);
  for (
    const strange of ["", "It holds.", '"holds"', "[true]", '{"reason":1,"holds":true}', '{"holds":true}']
  ) {
    assert.equal(verdictIn(strange), null, strange);
  }
});
