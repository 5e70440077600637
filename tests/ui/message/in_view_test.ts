/** The marks in an answer's head: which messages it was written with in view. */
import assert from "node:assert/strict";
import { SAW_DOTS, sawOf } from "../../../ui/message/in_view.ts";
import { History } from "../../history.ts";

const inShort = (story: History, turnId: string) => {
  const saw = sawOf(story.state(), turnId);
  return saw && [saw.more, ...saw.shown.map(({ messageId, had }) => (had ? "" : "-") + messageId)];
};

Deno.test("every message before an answer is told, with whether the answer had it, and no later one", () => {
  const story = new History().started().joined("Ada", "Ben").answered("m1", "Why?", {
    Ada: "So.",
    Ben: "Thus.",
  })
    .add("InclusionSet", { messageId: "m_t_Ben_m1", included: false })
    .posted("m2", "And?").requested("Ada", "m2", { turnId: "t2" });
  assert.equal(inShort(story, "t2"), null, "not known before it has started");
  story.claimed("t2");
  const saw = [0, "m1", "m_t_Ada_m1", "-m_t_Ben_m1", "m2"];
  assert.deepEqual(inShort(story, "t2"), saw);
  story.completed("t2", "Well.").add("InclusionSet", { messageId: "m1", included: false })
    .answered("m3", "More?", { Ben: "Yes." });
  assert.deepEqual(inShort(story, "t2"), saw, "whatever happens later");
  assert.deepEqual(inShort(story, "t_Ben_m1"), [0, "m1"], "answers beside it were not there yet");
  assert.equal(inShort(story, "no_turn"), null);
});

Deno.test("an answer that is hidden from one agent alone is hollow for that one", () => {
  const story = new History().started().joined("Ada", "Ben").answered("m1", "Why?", { Ada: "So." })
    .add("InclusionSet", { messageId: "m_t_Ada_m1", included: false, participantIds: ["p_Ben"] })
    .answered("m2", "And?", { Ada: "Well.", Ben: "Hm." });
  assert.deepEqual(inShort(story, "t_Ada_m2"), [0, "m1", "m_t_Ada_m1", "m2"]);
  assert.deepEqual(inShort(story, "t_Ben_m2"), [0, "m1", "-m_t_Ada_m1", "m2"]);
});

Deno.test("notices, answers that said nothing and answers that were not there yet have no mark", () => {
  const story = new History().started().joined("Ada", "Ben").posted("m1", "Why?")
    .requested("Ada", "m1").requested("Ben", "m1").claimed("t_Ada")
    .add("TurnFailed", {
      turnId: "t_Ada",
      attempt: 1,
      error: { code: "auth", message: "No.", retryable: false },
    })
    .add("MessagePosted", {
      messageId: "n1",
      author: { kind: "system", id: "system", name: "System" },
      role: "system",
      content: "Ada could not answer.",
    })
    .claimed("t_Ben").posted("m2", "And?").requested("Ada", "m2", { turnId: "t2" }).claimed("t2")
    .completed("t_Ben", "Thus.");
  assert.deepEqual(inShort(story, "t2"), [0, "m1", "m2"]);
});

Deno.test("of a long talk the last are told one by one and the others counted", () => {
  const story = new History().started().joined("Ada");
  for (let n = 1; n <= 12; n++) story.answered(`m${n}`, `Question ${n}?`, { Ada: `Answer ${n}.` });
  const saw = sawOf(story.state(), "t_Ada_m12");
  assert.equal(saw?.shown.length, SAW_DOTS);
  assert.equal(saw?.shown.at(-1)?.messageId, "m12");
  assert.equal((saw?.more ?? 0) + SAW_DOTS, 23);
});
