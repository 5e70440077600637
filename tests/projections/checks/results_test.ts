/** What of a conversation's expectations holds, in its own answers and in those of another run. */
import assert from "node:assert/strict";
import { answersFor, resultsOf } from "../../../projections/checks/results.ts";
import { History } from "../../history.ts";
import type { DataOf } from "../../../events/catalog/conversation.ts";

type Set = Omit<DataOf<"ExpectationSet">, "expectationId">;

function talk(...expected: Set[]): History {
  const history = new History().started().joined("Ada", "Ben")
    .answered("q1", "Bread?", { Ada: "Yes, bread.", Ben: "No." })
    .answered("q2", "Why?", { Ada: "It smells.", Ben: "It takes long." });
  expected.forEach((one, at) => history.add("ExpectationSet", { expectationId: `e${at}`, ...one }));
  return history;
}
/** The same questions, answered otherwise; the roster stands in another order. */
const other = () =>
  new History().started().joined("Ben", "Ada")
    .answered("r1", "Bread?", { Ben: "Never.", Ada: "Yes, cake." })
    .answered("r2", "Why?", { Ben: "It takes long.", Ada: "It smells." });

const short = (results: ReturnType<typeof resultsOf>) =>
  results.map(({ outcome, why, messageIds }) => [outcome, why, messageIds.length]);
const ADA = "m_t_Ada_q1";

Deno.test("an answer is found again by its question and its agent, whatever the ids and the order of the roster", () => {
  const [one, run] = [talk().state(), other().state()];
  assert.deepEqual(answersFor(one, { messageId: ADA }, one).map(({ id }) => id), [ADA]);
  assert.deepEqual(answersFor(one, { messageId: ADA }, run).map(({ id }) => id), ["m_t_Ada_r1"]);
  assert.deepEqual(answersFor(one, { messageId: "q2" }, run).map(({ id }) => id), [
    "m_t_Ben_r2",
    "m_t_Ada_r2",
  ]);
  assert.equal(answersFor(one, {}, run).length, 4);
});

Deno.test("words that must and must not be said hold in one run and fail in the other, and the answers are named", () => {
  const state = talk(
    { messageId: ADA, kind: "says", text: "yes … BREAD" },
    { messageId: "q1", kind: "says_not", text: "never" },
    { kind: "says", text: "." },
  ).state();
  assert.deepEqual(short(resultsOf(state, state)), [["held", null, 1], ["held", null, 2], ["held", null, 4]]);
  const [said, not] = resultsOf(state, other().state());
  assert.deepEqual([said?.outcome, said?.why, said?.messageIds], ["failed", "not_said", ["m_t_Ada_r1"]]);
  assert.deepEqual([not?.outcome, not?.why, not?.messageIds], ["failed", "said", ["m_t_Ben_r1"]]);
});

Deno.test("who gave no answer, or whose answer failed, holds nothing, not even what must not be said", () => {
  const state = talk({ messageId: ADA, kind: "says_not", text: "cake" }, {
    messageId: ADA,
    kind: "tokens",
    most: 1,
  })
    .state();
  const none = new History().started().joined("Ada").posted("r1", "Bread?").state();
  assert.deepEqual(short(resultsOf(state, none)), [["failed", "no_answer", 0], ["failed", "no_answer", 0]]);
  const stopped = new History().started().joined("Ada").posted("r1", "Bread?").requested("Ada", "r1")
    .claimed("t_Ada").add("TurnCancelled", { turnId: "t_Ada", why: "stopped" }).state();
  assert.deepEqual(short(resultsOf(state, stopped))[0], ["failed", "not_answered", 1]);
});

Deno.test("bounds are of all answers together for tokens and of each for time, and tell what was measured", () => {
  const state = talk({ kind: "tokens", most: 1_000_000 }, { kind: "tokens", most: 1 }, {
    kind: "seconds",
    most: 1_000,
  }).state();
  const [enough, little, time] = resultsOf(state, state);
  assert.ok(enough?.measured);
  assert.equal(enough.outcome, "held");
  assert.deepEqual([little?.outcome, little?.why, little?.measured], ["failed", "over", enough.measured]);
  const one = resultsOf(talk({ messageId: ADA, kind: "tokens", most: 1_000_000 }).state(), state)[0];
  assert.equal((one?.measured ?? 0) * 4, enough.measured, "each answer of the four used as much");
  assert.equal(time?.outcome, "held");
});

Deno.test("what a model costs is open where nobody knows its price", () => {
  const state = talk({ messageId: ADA, kind: "usd", most: 1 }).state();
  const turn = state.turns["t_Ada_q1"];
  assert.ok(turn);
  state.turns[turn.id] = { ...turn, calls: 1, provider: "openai" };
  assert.deepEqual(short(resultsOf(state, state)), [["open", "unknown_price", 1]]);
  const model = state.messages[ADA]?.model ?? "";
  const [known] = resultsOf(state, state, { prices: { [model]: { input: 1, output: 1 } } });
  assert.equal(known?.outcome, "held");
});

/** What a judge answered of an answer; undefined: it failed. */
function judged(history: History, of: string, answer: string | undefined): History {
  const [turnId, messageId] = [`t_${of}`, `v_${of}`];
  history.add("TurnRequested", {
    turnId,
    messageId,
    participantId: "p_judge",
    mode: "parallel",
    reason: { code: "asked", text: "asked to judge" },
    through: 1,
    judges: { expectationId: "e0", messageId: of },
  }, { exchange: "p_judge" }).claimed(turnId);
  return answer === undefined
    ? history.add("TurnFailed", {
      turnId,
      attempt: 1,
      error: { code: "server", message: "It is down.", retryable: true },
    })
    : history.completed(turnId, answer, { messageId });
}
const said = (holds: boolean, reason: string) => JSON.stringify({ reason, holds });

Deno.test("a judge’s word counts where it was asked, one that says no is enough, and else it is open with why", () => {
  const asked = () => talk({ messageId: "q1", kind: "like", text: "kind" });
  const BEN = "m_t_Ben_q1";
  const of = (history: History) => {
    const state = history.state();
    const [one] = resultsOf(state, state);
    return [
      one?.outcome,
      one?.why,
      one?.judged,
      one?.messageIds.length,
      one?.verdicts.map(({ holds }) => holds),
    ];
  };
  const yes = () => judged(asked(), ADA, said(true, "It is."));
  assert.deepEqual(of(asked()), ["open", "not_judged", null, 2, []]);
  assert.deepEqual(of(yes()), ["open", "not_judged", "It is.", 2, [true]]);
  assert.deepEqual(of(judged(yes(), BEN, `${said(true, "Too.")}`)), ["held", null, "It is.", 2, [
    true,
    true,
  ]]);
  assert.deepEqual(of(judged(yes(), BEN, said(false, "It is not."))), [
    ...["failed", "unlike", "It is not.", 1, [true, false]],
  ]);
  assert.deepEqual(of(judged(yes(), BEN, undefined)), ["open", "judge_failed", "It is down.", 2, [
    true,
    null,
  ]]);
  assert.deepEqual(of(judged(judged(asked(), ADA, undefined), BEN, said(false, "No."))), [
    ...["failed", "unlike", "No.", 1, [null, false]],
  ]);
  for (const strange of ["Yes.", "{}", '{"holds":true}', '{"reason":"x","holds":"true"}', "[1]", "null"]) {
    assert.deepEqual(of(judged(yes(), BEN, strange)).slice(0, 2), ["open", "judge_failed"], strange);
  }
});

Deno.test("asked again, an agent is held to what it said last", () => {
  const again = talk({ messageId: ADA, kind: "says", text: "rye" })
    .requested("Ada", "q1", { turnId: "t2", retryOf: "t_Ada_q1" }).claimed("t2").completed("t2", "Rye.");
  assert.deepEqual(short(resultsOf(again.state(), again.state())), [["held", null, 1]]);
});
