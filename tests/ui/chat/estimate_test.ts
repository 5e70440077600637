/** What sending would come to, before it is sent. */
import assert from "node:assert/strict";
import { answerOf, contextOf, estimated, newcomer, projectTokens } from "../../../ui/chat/estimate.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import { completion, History } from "../../history.ts";

const prices = { costly: { input: 1_000_000, output: 2_000_000 } };
const asked = (model: string, free = false) => ({ model, free, context: 10, answer: 3 });

Deno.test("tokens add up over all who are asked, money over those who cost any", () => {
  const text = "x".repeat(40);
  assert.deepEqual(estimated([asked("costly"), asked("practice", true)], text, [], prices), {
    agents: 2,
    tokens: 2 * (10 + 10 + 4),
    usd: 24 + 6,
  });
  assert.deepEqual(estimated([asked("practice", true)], "", [], prices), { agents: 1, tokens: 10, usd: 0 });
  assert.deepEqual(estimated([], text, [], prices), { agents: 0, tokens: 0, usd: 0 });
});

Deno.test("a price that is not known makes the whole unknown, not cheaper", () => {
  assert.equal(estimated([asked("costly"), asked("who knows"), asked("costly")], "a", [], prices).usd, null);
});

Deno.test("a file without words is sent too", () => {
  const file = { sha256: "a".repeat(64), name: "a.txt", type: "text/plain", size: 400 };
  assert.equal(estimated([asked("costly")], "", [file], prices).tokens, 10 + 4 + 100);
});

Deno.test("what is left out, failed or not ended is not counted, for one agent or for all", () => {
  const history = new History().started().joined("ada", "ben")
    .answered("m1", "x".repeat(400), { ada: "y".repeat(40), ben: "z".repeat(80) });
  const both = 104 + 14 + 24;
  assert.equal(contextOf(history.state(), "p_ada"), both);
  history.add("InclusionSet", { messageId: "m1", included: false });
  assert.equal(contextOf(history.state(), "p_ada"), both - 104);
  history.add("InclusionSet", {
    messageId: "m_t_ben_m1",
    included: false,
    participantIds: ["p_ada"],
  });
  assert.equal(contextOf(history.state(), "p_ada"), 14);
  assert.equal(contextOf(history.state(), "p_ben"), 14 + 24);
  history.requested("ada", "m1", { turnId: "t_more" });
  assert.equal(contextOf(history.state(), "p_ada"), 14, "an answer that is being written");
});

Deno.test("as a conversation goes on it is counted as if it were read anew, whichever message changes", () => {
  const history = new History().started().joined("ada", "ben")
    .answered("m1", "x".repeat(400), { ada: "y".repeat(40), ben: "z".repeat(80) })
    .add("InclusionSet", { messageId: "m1", included: false })
    .posted("m2", "x".repeat(200))
    .add("InclusionSet", { messageId: "m_t_ben_m1", included: false, participantIds: ["p_ada"] })
    .add("InclusionSet", { messageId: "m1", included: true });
  let state = conversation.initial(history.id);
  const counts = history.events.map((event, at) => {
    state = conversation.evolve(state, event);
    const anew = foldAll(conversation, conversation.initial(history.id), history.events.slice(0, at + 1));
    for (const id of ["p_ada", "p_ben"]) assert.equal(contextOf(state, id), contextOf(anew, id), event.type);
    return contextOf(state, "p_ada");
  });
  assert.ok(new Set(counts).size > 5);
});

Deno.test("an answer is expected to be as long as those before it", () => {
  const history = new History().started().joined("ada", "ben").posted("m1", "hi");
  assert.equal(answerOf(history.state(), "p_ada"), 400);
  for (const [turnId, output] of [["t1", 100], ["t2", 300]] as const) {
    history.requested("ada", "m1", { turnId }).claimed(turnId).completed(turnId, "words", {
      usage: { ...completion(turnId, "").usage, input: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0, output },
    });
  }
  assert.equal(answerOf(history.state(), "p_ada"), 200);
  assert.equal(answerOf(history.state(), "p_ben"), 400);
});

Deno.test("who has said nothing yet is sent its own prompt", () => {
  assert.equal(newcomer("costly", false, "x".repeat(40)).context, 14);
  assert.equal(newcomer("costly", false, "").context, 0);
});

Deno.test("what a project gives counts for each who is asked in it, as it is now, and not while it is put away", () => {
  const file = { sha256: "a".repeat(64), name: "a.txt", type: "text/plain", size: 400 };
  const project = {
    id: "p1",
    version: 1,
    name: "Oven",
    instructions: "",
    files: [file],
    agentIds: [],
    seq: 1,
    at: "2026-01-01T00:00:00.000Z",
    seqs: [1],
    archived: false,
  };
  const of = (more: object, id: string | undefined = "p1") =>
    projectTokens({ projects: { p1: { ...project, ...more } } }, id);
  assert.ok(of({}) > 100 && of({}) < 120);
  assert.ok(of({ instructions: "x".repeat(400) }) > 200);
  assert.deepEqual([of({ archived: true }), of({}, "p2"), projectTokens(null, "p1")], [0, 0, 0]);
  assert.equal(newcomer("costly", false, "", 7).context, 7);
});

Deno.test("of an agent that is sent only the newest messages only these count, and what is pinned", () => {
  const history = new History().started().joined("ada")
    .answered("m1", "x".repeat(400), { ada: "y".repeat(40) })
    .answered("m2", "x".repeat(80), { ada: "z".repeat(8) });
  const state = history.state();
  assert.equal(contextOf(state, "p_ada", 2), 24 + 6);
  assert.equal(contextOf(state, "p_ada", 4), contextOf(state, "p_ada"), "no window where all fit");
  history.add("PinSet", { messageId: "m1", pinned: true });
  assert.equal(contextOf(history.state(), "p_ada", 2), 104 + 24 + 6);
});
