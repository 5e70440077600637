/** What an expectation is about, and why it does not hold, in words. */
import assert from "node:assert/strict";
import "../page.ts";
import { aboutOf } from "../../../ui/checks/expected_words.ts";
import { words } from "../../../ui/words/checks.ts";
import { History } from "../../history.ts";

Deno.test("an expectation is told by its question, of one answer with who gave it", () => {
  const state = new History().started().joined("Ada").answered("q0", "Tea?", { Ada: "Yes." })
    .answered("q1", "Now?", { Ada: "No." }).state();
  assert.equal(aboutOf(state, {}), words.everyAnswer);
  assert.equal(aboutOf(state, { messageId: "q1" }), words.answersTo(2));
  assert.equal(aboutOf(state, { messageId: "q1", participantId: "p_Ada" }), words.answerOf("Ada", 2));
  assert.equal(aboutOf(state, { messageId: "m_t_Ada_q1" }), words.answerOf("Ada", 2));
});
