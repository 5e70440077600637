/** Who saw what, and of what each provider call was made. */
import assert from "node:assert/strict";
import { contextOfTurn, seenBy, turnCalls } from "../../projections/requests.ts";
import { History } from "../history.ts";

const pair = () => new History().started().joined("Ada", "Critic");
const SHA = "a".repeat(64);
const called = (attempt: number, round: number) => ({
  turnId: "t_Ada",
  attempt,
  round,
  providerId: "p1",
  provider: "mock" as const,
  model: "echo",
  renderer: "mock/1",
  sha256: SHA,
  shellBlob: SHA,
});
const tool = (attempt: number, round: number, callId: string) => ({
  turnId: "t_Ada",
  attempt,
  round,
  callId,
  tool: "clock",
  args: "{}",
});

Deno.test("P6 a message was seen by the turns whose context had it, and by no turn that never started", () => {
  const history = pair().answered("m1", "Why?", { Ada: "Because.", Critic: "Is it?" })
    .add("InclusionSet", { messageId: "m1", included: false, participantIds: ["p_Critic"] })
    .answered("m2", "More?", { Ada: "No.", Critic: "Yes." }).posted("m3", "Then?").requested("Ada", "m3");
  const state = history.state();
  assert.deepEqual(seenBy(state, "m1"), [
    {
      turnId: "t_Ada_m1",
      participantId: "p_Ada",
      messageId: "m_t_Ada_m1",
      at: state.turns["t_Ada_m1"]?.startedAt,
    },
    {
      turnId: "t_Critic_m1",
      participantId: "p_Critic",
      messageId: "m_t_Critic_m1",
      at: state.turns["t_Critic_m1"]?.startedAt,
    },
    {
      turnId: "t_Ada_m2",
      participantId: "p_Ada",
      messageId: "m_t_Ada_m2",
      at: state.turns["t_Ada_m2"]?.startedAt,
    },
  ]);
  assert.deepEqual(seenBy(state, "m3"), []);
  assert.deepEqual(seenBy(state, "nobody"), []);
});

Deno.test("P5 a past turn keeps its record when a message is hidden afterwards", () => {
  const history = pair().answered("m1", "Why?", { Ada: "Because." });
  const before = contextOfTurn(history.state(), "t_Ada_m1");
  history.add("InclusionSet", { messageId: "m1", included: false });
  assert.deepEqual(contextOfTurn(history.state(), "t_Ada_m1"), before);
  assert.equal(before?.messages.length, 1);
  assert.equal(contextOfTurn(history.state(), "t_none"), null);
});

Deno.test("P6 each call has the tool rounds that came before it in its attempt", () => {
  const error = { code: "server", message: "It broke.", retryable: true } as const;
  const { events } = pair().posted("m1", "Why?").requested("Ada", "m1").claimed("t_Ada")
    .add("ProviderCalled", called(1, 1))
    .add("ToolCalled", { ...tool(1, 1, "c1"), said: "Let me see.", opaque: "[1]" })
    .add("ToolCalled", tool(1, 1, "c2"))
    .add("ToolReturned", {
      turnId: "t_Ada",
      attempt: 1,
      round: 1,
      callId: "c2",
      status: "error",
      result: "no",
    })
    .add("ToolReturned", {
      turnId: "t_Ada",
      attempt: 1,
      round: 1,
      callId: "c1",
      status: "ok",
      result: "noon",
    })
    .add("ProviderCalled", called(1, 2))
    .add("ProviderCallFailed", { turnId: "t_Ada", attempt: 1, round: 2, error })
    .add("ProviderCalled", { ...called(1, 1), turnId: "t_other" })
    .add("TurnInterrupted", { turnId: "t_Ada", attempt: 1, why: "lost" })
    .claimed("t_Ada", 2).add("ProviderCalled", called(2, 1))
    .add("ToolCalled", tool(2, 1, "c3")).add("ProviderCalled", called(2, 2));
  const calls = turnCalls(events, "t_Ada");
  const clock = { tool: "clock", args: "{}" };
  assert.deepEqual(calls.map(({ attempt, round, rounds, error }) => ({ attempt, round, rounds, error })), [
    { attempt: 1, round: 1, rounds: [], error: undefined },
    {
      attempt: 1,
      round: 2,
      rounds: [{
        said: "Let me see.",
        opaque: "[1]",
        calls: [
          { ...clock, callId: "c1", status: "ok", result: "noon" },
          { ...clock, callId: "c2", status: "error", result: "no" },
        ],
      }],
      error,
    },
    { attempt: 2, round: 1, rounds: [], error: undefined },
    {
      attempt: 2,
      round: 2,
      rounds: [{ said: "", calls: [{ ...clock, callId: "c3", status: "unknown", result: "" }] }],
      error: undefined,
    },
  ]);
  assert.equal(calls[0]?.at, events[calls[0]?.seq ? calls[0].seq - 1 : 0]?.at);
});
