/** What a judge is asked in a run. */
import assert from "node:assert/strict";
import { CHECK_VERDICTS } from "../../../events/catalog/limits.ts";
import { notAsked, toBeJudged } from "../../../projections/checks/to_judge.ts";
import { History } from "../../history.ts";

function talk(questions: number): History {
  const history = new History().started().joined("Ada", "Ben");
  for (let at = 0; at < questions; at++) {
    history.answered(`q${at}`, "Bread?", { Ada: "Yes, bread.", Ben: "No." });
  }
  return history;
}

Deno.test("a judge is asked of each rule every answer it is about, of nothing else, and of none twice", () => {
  const history = talk(2)
    .add("ExpectationSet", { expectationId: "e0", kind: "like", text: "kind", messageId: "q0" })
    .add("ExpectationSet", { expectationId: "e1", kind: "says", text: "bread" })
    .add("ExpectationSet", { expectationId: "e2", kind: "like", text: "short", messageId: "m_t_Ben_q1" });
  const all = toBeJudged(history.state());
  assert.deepEqual(all.map(({ expectationId, messageId }) => `${expectationId} ${messageId}`), [
    ...["e0 m_t_Ada_q0", "e0 m_t_Ben_q0", "e2 m_t_Ben_q1"],
  ]);
  const [first, ...rest] = all;
  assert.ok(first);
  const asked = history.add("TurnRequested", {
    turnId: "t1",
    messageId: "v1",
    participantId: "p_judge",
    mode: "parallel",
    reason: { code: "asked", text: "asked to judge" },
    through: 1,
    judges: first,
  });
  assert.deepEqual(notAsked(asked.state()), rest);
});

Deno.test("of a rule that fails already, or whose words are gone, nothing is asked", () => {
  const failed = talk(1).posted("q1", "Why?").requested("Ada", "q1").claimed("t_Ada")
    .add("TurnCancelled", { turnId: "t_Ada", why: "stopped" })
    .add("ExpectationSet", { expectationId: "e0", kind: "like", text: "kind" });
  assert.deepEqual(toBeJudged(failed.state()), []);
  const gone = talk(1).add("ExpectationSet", { expectationId: "e0", kind: "like" });
  assert.deepEqual(toBeJudged(gone.state()), []);
});

Deno.test("of more answers than a judge is asked about the first are", () => {
  const rule = { expectationId: "e0", kind: "like", text: "kind" } as const;
  const most = talk(CHECK_VERDICTS / 2).add("ExpectationSet", rule).state();
  assert.equal(toBeJudged(most).length, CHECK_VERDICTS);
  const more = talk(CHECK_VERDICTS / 2 + 1).add("ExpectationSet", rule).state();
  assert.deepEqual(toBeJudged(more), toBeJudged(most));
});
