import assert from "node:assert/strict";
import { briefMarkdown, briefOf, readBrief, standsIn } from "../../../projections/panels/brief.ts";
import { given } from "../../actors/given.ts";
import { completion } from "../../history.ts";
import { asking, claimed, COUNCIL, council, format, openTurns, panelIn, put, round } from "../../panels.ts";

const BRIEF = {
  answer: "Take the second.",
  agreed: [{
    text: "It is\ncheaper.",
    from: [{ answer: 1, words: "it costs less" }, { answer: 2, words: "cheap" }],
  }],
  disputed: [],
  open: [{ text: "When?", from: [{ answer: 9, words: "x" }] }],
};

Deno.test("a brief is words for whoever reads on, each line with whose it is; what is none is none", () => {
  const brief = readBrief(`\`\`\`json\n${JSON.stringify(BRIEF)}\n\`\`\``);
  assert.ok(brief);
  assert.equal(
    briefMarkdown(brief, ["Ada, Answer", "Bob, Answer"]),
    "Take the second.\n\n**Agreed**\n\n- It is cheaper. (Ada, Answer; Bob, Answer)\n\n**Open**\n\n- When?",
  );
  for (const none of ["", "words", "[]", "{}", '{"answer":1}']) assert.equal(readBrief(none), null, none);
  const odd = readBrief('{"answer":"","agreed":[1,{"text":"a","from":[{"answer":"1"}]}],"disputed":"x"}');
  assert.deepEqual(odd, { answer: "", agreed: [{ text: "a", from: [] }], disputed: [], open: [] });
});

Deno.test("every line of a brief leads to the answer it comes from, and says whether its words stand there", () => {
  let now = round(
    put(council(), asking(format("council"), COUNCIL)).next,
    (name) => name === "Ada" ? "We found that *it costs\nless*, always." : "No.",
  );
  now = round(now, () => "A critique");
  const [chair] = openTurns(now);
  assert.ok(chair);
  const raw = JSON.stringify(BRIEF);
  now = given(claimed(now, chair)).when({
    type: "complete",
    data: { ...completion(chair.id, "Take the second."), messageId: chair.messageId, raw },
  }).next;
  const state = now.state();
  const brief = briefOf(state, chair.messageId);
  const [first, second] = Object.values(panelIn(state).rounds[0]?.turns ?? {}).map((id) =>
    state.turns[id]?.messageId
  );
  assert.deepEqual(brief?.agreed[0]?.from, [
    { messageId: first, words: "it costs less", found: true },
    { messageId: second, words: "cheap", found: false },
  ]);
  assert.deepEqual(brief?.open[0]?.from, [], "an answer that it was not shown leads nowhere");
  assert.deepEqual(brief?.sources, [first, second]);
  assert.equal(briefOf(state, first ?? ""), null, "an answer of another stage is no brief");
  assert.equal(standsIn("x", " "), false);
});
