import assert from "node:assert/strict";
import { given } from "../../given.ts";
import { BEN, completion, History } from "../../../history.ts";

const manual = () =>
  new History().started({ mode: "manual" }).joined("Editor", "Critic").posted("m1", "What do you think?");
const running = () =>
  new History().started().joined("Editor").posted("m1", "Hi").requested("Editor", "m1").claimed("t_Editor");
const claim = (turnId: string) =>
  ({ type: "claim", turnId, owner: "process-2", agentVersion: 1, window: null }) as const;

// Shows S4-8, S4-43, S4-T2.
Deno.test("asking an agent that takes no part is refused", () => {
  given(manual()).when({ type: "ask", agentId: "a_Nobody" }).refused(
    "not_found",
    "Agent not in this conversation",
  );
});

// Shows S4-9, S4-42.
Deno.test("asking outside manual mode is refused in the words of the contract", () => {
  const history = new History().started().joined("Editor");
  for (const command of [{ type: "ask", agentId: "a_Editor" }, { type: "ask_all" }] as const) {
    given(history).when(command).refused("validation", "This chat does not support manual responses");
  }
});

// Shows S4-10, S4-40, S4-T4.
Deno.test("asking one agent requests its turn with everything said so far", () => {
  const decided = given(manual()).when({ type: "ask", agentId: "a_Critic" }).then("TurnRequested");
  const turn = decided.one("TurnRequested");
  assert.equal(turn.participantId, "p_Critic");
  assert.equal(turn.through, 4);
  assert.deepEqual(turn.reason, { code: "asked", text: "asked by Ann" });
  assert.deepEqual(decided.accepted.answer, { turnId: turn.turnId, messageId: turn.messageId });
});

// Shows S4-51.
Deno.test("an agent that already answers is not asked twice; a disabled one not at all", () => {
  const busy = manual().requested("Critic", "t_Critic", { mode: "manual" });
  given(busy).when({ type: "ask", agentId: "a_Critic" }).refused("conflict");
  given(busy).when({ type: "ask", agentId: "a_Editor" }).then("TurnRequested");
  given(busy).when({ type: "ask_all" }).refused("conflict");
  const off = manual().add("ParticipantDisabled", { participantId: "p_Critic" });
  given(off).when({ type: "ask", agentId: "a_Critic" }).refused("validation");
});

// Shows P12.
Deno.test("asking all lets each agent see the reply before it", () => {
  const asked = given(manual()).when({ type: "ask_all" }).then("TurnRequested");
  const first = asked.one("TurnRequested");
  assert.equal(first.reason.text, "in turn 1 of 2");
  const claimed = given(asked.next).when(claim(first.turnId)).then("TurnStarted");
  const done = given(claimed.next).when({
    type: "complete",
    data: { ...completion(first.turnId, "I like it"), messageId: first.messageId },
  }).then("TurnCompleted", "TurnRequested");
  const second = done.one("TurnRequested");
  assert.equal(second.participantId, "p_Critic");
  assert.equal(second.through, claimed.next.seq + 1, "including the answer that has just been completed");
});

const inTurn = (rounds: number) =>
  new History().started({ mode: "round_robin", settings: { rounds } }).joined("A", "B", "C");

/** Lets the one open turn of a history complete, as long as there is one; returns who spoke. */
function playRound(history: History, answers: (participantId: string) => string = () => "Yes"): string[] {
  const order: string[] = [];
  for (;;) {
    const state = history.state();
    const [turnId] = state.open;
    const turn = turnId ? state.turns[turnId] : undefined;
    if (!turn) return order;
    order.push(turn.participantId);
    const text = answers(turn.participantId);
    const claimed = given(history).when(claim(turn.id)).next;
    history = given(claimed).when({
      type: "complete",
      data: {
        ...completion(turn.id, text),
        messageId: turn.messageId,
        ...(text === "SKIP" ? { passed: true } : {}),
      },
    }).next;
    assert.ok(order.length < 50, "the exchange does not end");
  }
}

// Shows P12.
Deno.test("in turn: roster order, one at a time, as many rounds as set", () => {
  const once = given(inTurn(1)).when({ type: "post", content: "Go" });
  assert.deepEqual(once.speakers(), ["p_A"]);
  assert.deepEqual(playRound(once.next), ["p_A", "p_B", "p_C"]);
  const twice = given(inTurn(2)).when({ type: "post", content: "Go" });
  assert.deepEqual(playRound(twice.next), ["p_A", "p_B", "p_C", "p_A", "p_B", "p_C"]);
});

// Shows P13.
Deno.test("a round in which everyone passes is the last", () => {
  const asked = given(inTurn(5)).when({ type: "post", content: "Go" });
  assert.deepEqual(playRound(asked.next, () => "SKIP"), ["p_A", "p_B", "p_C"]);
});

// Shows P13.
Deno.test("an agent that answers SKIP passes: a notice says so and the answer stays out of the context", () => {
  const asked = given(inTurn(1)).when({ type: "post", content: "Go" });
  const turn = asked.one("TurnRequested");
  const claimed = given(asked.next).when(claim(turn.turnId)).next;
  const passed = given(claimed).when({
    type: "complete",
    data: { ...completion(turn.turnId, "SKIP"), messageId: turn.messageId, passed: true },
  }).then("TurnCompleted", "MessagePosted", "TurnRequested");
  assert.equal(passed.one("MessagePosted").content, "A passed.");
  assert.equal(passed.next.state().messages[turn.messageId]?.included, false);
});

// Shows P18.
Deno.test("in turn with a mention only those named take part, in every round", () => {
  const asked = given(inTurn(2)).when({ type: "post", content: "@C and @A" });
  assert.deepEqual(playRound(asked.next), ["p_A", "p_C", "p_A", "p_C"]);
});

// Shows S2-56.
Deno.test("in turn a failure does not end the round, Stop does", () => {
  const asked = given(inTurn(1)).when({ type: "post", content: "Go" });
  const turn = asked.one("TurnRequested");
  const claimed = given(asked.next).when(claim(turn.turnId)).next;
  const failed = given(claimed).when({
    type: "fail",
    data: {
      turnId: turn.turnId,
      attempt: 1,
      error: { code: "server", message: "It broke.", retryable: true },
    },
  });
  assert.deepEqual(failed.speakers(), ["p_B"]);
  const stopped = given(claimed).when({ type: "stop" }).then("TurnCancelled", "ExchangeCompleted");
  assert.deepEqual(stopped.accepted.answer.stopped, [turn.turnId]);
});

Deno.test("an agent disabled or removed in the middle of its turn is cancelled and the round goes on", () => {
  const asked = given(inTurn(1)).when({ type: "post", content: "Go" });
  const off = given(asked.next).when({ type: "change_participant", participantId: "p_A", enabled: false });
  off.then("ParticipantDisabled", "TurnCancelled", "TurnRequested");
  assert.deepEqual(off.speakers(), ["p_B"]);
  const gone = given(asked.next).when({ type: "remove_participant", participantId: "p_A" });
  gone.then("ParticipantRemoved", "TurnCancelled", "TurnRequested");
});

// Shows P10.
Deno.test("stop ends everything that is open, also before the first byte, and twice is fine", () => {
  const history = new History().started().joined("Editor", "Critic").posted("m1", "Hi")
    .requested("Editor", "m1").requested("Critic", "m1").claimed("t_Editor");
  const stopped = given(history).when({ type: "stop" })
    .then("TurnCancelled", "TurnCancelled", "ExchangeCompleted");
  given(stopped.next).when({ type: "stop" }).then();
  given(history).when({ type: "stop", turnId: "t_Critic" }).then("TurnCancelled");
  given(history).when({ type: "stop", turnId: "t_Nobody" }).refused("not_found");
});

Deno.test("the claim: one process gets the turn, any other is refused", () => {
  const history = new History().started().joined("Editor").posted("m1", "Hi").requested("Editor", "m1");
  const claimed = given(history).when(claim("t_Editor")).then("TurnStarted");
  assert.equal(claimed.one("TurnStarted").attempt, 1);
  given(claimed.next).when(claim("t_Editor")).refused("stale");
});

Deno.test("a turn reads what was said when it was asked for, not what came before its claim", () => {
  const history = new History().started().joined("Editor").posted("m1", "Hi").requested("Editor", "m1");
  const { through, requestedSeq } = history.state().turns["t_Editor"] ?? {};
  const { context } = given(history.posted("m2", "And?")).when(claim("t_Editor")).one("TurnStarted");
  assert.equal(context.through, through);
  assert.equal(context.inclusionThrough, requestedSeq);
});

Deno.test("an agent answers one thing at a time, in the order it was asked", () => {
  const history = new History().started().joined("Editor").posted("m1", "Hi").requested("Editor", "m1")
    .posted("m2", "And?", BEN).requested("Editor", "m2", { turnId: "t_2" });
  given(history).when(claim("t_2")).refused("stale");
  given(history.claimed("t_Editor")).when(claim("t_2")).refused("stale");
});

Deno.test("only the running attempt may record, complete or fail", () => {
  const data = completion("t_Editor", "Late", 2);
  given(running()).when({ type: "complete", data }).refused("stale");
  given(running().completed("t_Editor", "Done")).when({
    type: "complete",
    data: completion("t_Editor", "Again"),
  })
    .refused("stale");
});

// Shows S2-13, S2-39.
Deno.test("the last answer completes the exchange", () => {
  const decided = given(running()).when({ type: "complete", data: completion("t_Editor", "Done") });
  decided.then("TurnCompleted", "ExchangeCompleted");
  assert.deepEqual(decided.one("ExchangeCompleted"), { completed: 1, failed: 0, cancelled: 0 });
});

// Shows S2-40, S2-43, S2-12, S2-T2.
Deno.test("a failure is said in the conversation and the others go on", () => {
  const history = new History().started().joined("Editor", "Critic").posted("m1", "Hi")
    .requested("Editor", "m1").requested("Critic", "m1").claimed("t_Editor").claimed("t_Critic");
  const failed = given(history).when({
    type: "fail",
    data: {
      turnId: "t_Critic",
      attempt: 1,
      error: { code: "rate_limited", message: "Too many requests.", retryable: true },
    },
  }).then("TurnFailed", "MessagePosted");
  assert.equal(failed.one("MessagePosted").content, "Critic could not answer. Too many requests.");
  given(failed.next).when({ type: "complete", data: completion("t_Editor", "Fine") })
    .then("TurnCompleted", "ExchangeCompleted");
});

// Shows P2.
Deno.test("an interrupted turn is pending again and fails after three attempts, its partials kept", () => {
  let history = running();
  for (const attempt of [1, 2]) {
    const cut = given(history).when({
      type: "interrupt",
      data: { turnId: "t_Editor", attempt, why: "lost", partial: `part ${attempt}` },
    }).then("TurnInterrupted");
    assert.equal(cut.next.state().turns["t_Editor"]?.status, "pending");
    history = given(cut.next).when(claim("t_Editor")).next;
  }
  const last = given(history).when({
    type: "interrupt",
    data: { turnId: "t_Editor", attempt: 3, why: "lost", partial: "part 3" },
  }).then("TurnInterrupted", "TurnFailed", "MessagePosted", "ExchangeCompleted");
  assert.equal(last.next.state().bodies["m_t_Editor"]?.cut?.length, 3);
});

// Shows P11, S2-45.
Deno.test("a retry is a new turn with a new message id and the old one's context", () => {
  const history = running().completed("t_Editor", "First try");
  const retried = given(history).when({ type: "retry", turnId: "t_Editor" }).then("TurnRequested");
  const turn = retried.one("TurnRequested");
  assert.notEqual(turn.messageId, "m_t_Editor");
  assert.equal(turn.retryOf, "t_Editor");
  assert.equal(turn.through, history.state().turns["t_Editor"]?.through);
  const state = retried.next.state();
  assert.equal(state.bodies["m_t_Editor"]?.content, "First try", "the old answer stays");
  assert.equal(state.messages["m_t_Editor"]?.included, true, "and counts until there is another");
  const started = given(retried.next).when(claim(turn.turnId)).one("TurnStarted");
  assert.equal(started.context.inclusionThrough, retried.next.seq, "with today's checkboxes");
});

// Shows P11.
Deno.test("a retry is refused while the agent answers, is off, is gone, or for an unknown turn", () => {
  given(running()).when({ type: "retry", turnId: "t_Editor" }).refused("conflict");
  given(running()).when({ type: "retry", turnId: "t_Nobody" }).refused("not_found");
  const done = () => running().completed("t_Editor", "Done");
  given(done().add("ParticipantDisabled", { participantId: "p_Editor" }))
    .when({ type: "retry", turnId: "t_Editor" }).refused("validation");
  given(done().add("ParticipantRemoved", { participantId: "p_Editor" }))
    .when({ type: "retry", turnId: "t_Editor" }).refused("not_found");
});

Deno.test("a turn under way finishes under the old rule when the mode changes", () => {
  const asked = given(inTurn(1)).when({ type: "post", content: "Go" });
  const changed = given(asked.next).when({ type: "change", mode: "parallel" }).then("ModeChanged");
  assert.deepEqual(playRound(changed.next), ["p_A", "p_B", "p_C"]);
});
