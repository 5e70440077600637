/** given(events).folds(to): what each event of a conversation changes. */
import assert from "node:assert/strict";
import { agentStatus, conversation, participantOf } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import { ANN, BEN, completion, History } from "../../history.ts";

const begun = () => new History().started().joined("Ada", "Critic");
const asked = () => begun().posted("m1", "Why?").requested("Ada", "m1");
const message = (history: History, id: string) => history.state().messages[id];

Deno.test("ConversationStarted: title, mode, settings, lineage and time of birth", () => {
  const lineage = { conversationId: "conv_0", seq: 7, kind: "fork" as const };
  const state = new History().started({ title: "Plans", mode: "manual", settings: { rounds: 2 }, lineage })
    .state();
  assert.deepEqual(
    [state.title, state.titled, state.mode, state.settings, state.lineage, state.createdAt, state.seq],
    ["Plans", true, "manual", { rounds: 2 }, lineage, "2026-01-01T12:00:01.000Z", 1],
  );
});

Deno.test("a title is the beginning of the first message until someone chooses one", () => {
  const history = begun().posted("m1", "  Where\nis   it? ").posted("m2", "Other");
  assert.equal(history.state().title, "Where is it?");
  assert.equal(history.add("ConversationRenamed", { title: "Search" }).state().title, "Search");
});

Deno.test("a title is cut behind 60 characters of the first message, and shows that it was", () => {
  const titleOf = (length: number) => begun().posted("m1", "🦜".repeat(length)).state().title;
  assert.equal(titleOf(60), "🦜".repeat(60));
  assert.equal(titleOf(61), `${"🦜".repeat(60)}…`);
});

Deno.test("ConversationArchived, ConversationRestored and ConversationDeleted set their marks", () => {
  const history = begun().add("ConversationArchived", {});
  assert.equal(history.state().archived, true);
  assert.equal(history.add("ConversationRestored", {}).state().archived, false);
  assert.equal(history.add("ConversationDeleted", {}).state().deleted, true);
});

// Shows C-9.
Deno.test("ModeChanged and SettingsChanged: the mode, its manager, rounds and what else is set", () => {
  const history = begun().managed("Ada", "Be kind.").add("SettingsChanged", { webAccess: true, rounds: 3 });
  const state = history.add("ModeChanged", { mode: "round_robin", rounds: 2 }).state();
  assert.equal(state.mode, "round_robin");
  assert.deepEqual(state.manager, { participantId: "p_Ada", principles: "Be kind." });
  assert.deepEqual(state.settings, { webAccess: true, rounds: 2 });
});

// Shows S0-25, S0-26, S0-29, S4-4.
Deno.test("participants join enabled, leave the roster and stay known", () => {
  const history = begun();
  assert.deepEqual(history.state().participants.map((p) => [p.id, p.enabled]), [
    ["p_Ada", true],
    ["p_Critic", true],
  ]);
  const state = history.add("ParticipantRemoved", { participantId: "p_Ada" }).state();
  assert.deepEqual(state.participants.map((p) => p.id), ["p_Critic"]);
  assert.equal(participantOf(state, "p_Ada")?.name, "Ada");
});

// Shows S0-24, S0-A12, S0-A16, S2-4.
Deno.test("a toggle and a new order of the roster are folded", () => {
  const history = begun().add("ParticipantDisabled", { participantId: "p_Ada" })
    .add("ParticipantsReordered", { participantIds: ["p_Critic", "p_gone"] });
  assert.deepEqual(history.state().participants.map((p) => [p.id, p.enabled]), [
    ["p_Critic", true],
    ["p_Ada", false],
  ]);
  history.add("ParticipantEnabled", { participantId: "p_Ada" });
  assert.equal(participantOf(history.state(), "p_Ada")?.enabled, true);
});

// Shows S0-A1, S0-A5, S4-3.
Deno.test("MessagePosted: header and body, author, place and files", () => {
  const attachments = [{ sha256: "a".repeat(64), name: "a.txt", type: "text/plain", size: 1 }];
  const history = begun().posted("m1", "Look", BEN, { attachments, mentions: ["p_Ada"] });
  assert.deepEqual(message(history, "m1"), {
    id: "m1",
    seq: 4,
    at: "2026-01-01T12:00:04.000Z",
    role: "user",
    author: { kind: "human", id: "ben", name: "Ben" },
    status: "complete",
    included: true,
    length: 4,
    prefixed: true,
    mentions: ["p_Ada"],
    attachments,
  });
  assert.deepEqual(history.state().bodies["m1"], { content: "Look" });
  assert.deepEqual(history.state().people, [{ id: "ben", name: "Ben" }]);
});

Deno.test("a person who changed their name is known by the new one; old messages keep theirs", () => {
  const history = begun().posted("m1", "One").posted("m2", "Two", { ...ANN, name: "Anna" });
  assert.deepEqual(history.state().people, [{ id: "ann", name: "Anna" }]);
  assert.equal(message(history, "m1")?.author.name, "Ann");
});

// Shows S3-1, S3-3.
Deno.test("a second message with a known id replaces nothing", () => {
  const history = begun().posted("m1", "First").posted("m1", "Second", BEN)
    .requested("Ada", "m1", { messageId: "m1" });
  assert.deepEqual(history.state().order, ["m1"]);
  assert.equal(history.state().bodies["m1"]?.content, "First");
  assert.equal(history.state().people.length, 1);
});

// Shows S0-20, S0-A8.
Deno.test("InclusionSet: the box, the overrides and their history", () => {
  const history = begun().posted("m1", "Look").add("InclusionSet", { messageId: "m1", included: false })
    .add("InclusionSet", { messageId: "m1", included: true, participantIds: ["p_Ada"] })
    .add("InclusionSet", { messageId: "nobody", included: true });
  assert.equal(message(history, "m1")?.included, false);
  assert.deepEqual(message(history, "m1")?.inclusion, [
    { seq: 5, included: false },
    { seq: 6, included: true, participantIds: ["p_Ada"] },
  ]);
});

// Shows S4-32, D-5.
Deno.test("TurnRequested: the answer has its id and its author before anything is shown", () => {
  const state = asked().state();
  assert.deepEqual(state.open, ["t_Ada"]);
  assert.equal(state.turns["t_Ada"]?.status, "pending");
  assert.deepEqual(state.exchanges["m1"], { id: "m1", mode: "parallel", by: "ann", turnIds: ["t_Ada"] });
  const { status, author, participantId, role } = state.messages["m_t_Ada"] ?? {};
  assert.deepEqual([status, author, participantId, role], [
    "pending",
    { kind: "agent", id: "a_Ada", name: "Ada" },
    "p_Ada",
    "assistant",
  ]);
});

// Shows S2-10, S2-30.
Deno.test("TurnStarted: the attempt runs, its answer is being written, its agent is busy", () => {
  const state = asked().claimed("t_Ada").state();
  assert.equal(state.turns["t_Ada"]?.status, "running");
  assert.equal(state.turns["t_Ada"]?.owner, "process-1");
  assert.equal(state.messages["m_t_Ada"]?.status, "streaming");
  const statusOf = (id: string) => {
    const participant = participantOf(state, id);
    return participant && agentStatus(state, participant);
  };
  assert.deepEqual([statusOf("p_Ada"), statusOf("p_Critic")], ["answering", "idle"]);
});

const call = { turnId: "t_Ada", attempt: 1, round: 1 } as const;
const CALLED = {
  ...call,
  providerId: "p1",
  provider: "openai",
  model: "gpt-5",
  renderer: "openai/1",
  hash: "salted" as const,
  sha256: "a".repeat(64),
  shellBlob: "b".repeat(64),
} as const;

// Shows D-2, S4-33.
Deno.test("calls, retries and tools belong to one answer", () => {
  const error = { code: "overloaded", message: "Busy.", retryable: true } as const;
  const history = asked().claimed("t_Ada").add("ProviderCalled", CALLED)
    .add("ProviderCallFailed", { ...call, error, retryAfterMs: 5 })
    .add("ProviderCalled", { ...CALLED, round: 2 })
    .add("ToolCalled", { ...call, round: 2, callId: "c1", tool: "fetch_url", args: '{"url":"x"}' })
    .add("ToolReturned", { ...call, round: 2, callId: "c1", status: "ok", result: "text" })
    .completed("t_Ada", "Done.", { toolsUsed: ["fetch_url"] });
  const state = history.state();
  assert.equal(state.turns["t_Ada"]?.calls, 2);
  assert.equal(state.turns["t_Ada"]?.provider, "openai");
  assert.equal(state.messages["m_t_Ada"]?.retries, 1);
  assert.deepEqual(state.messages["m_t_Ada"]?.toolsUsed, ["fetch_url"]);
  assert.deepEqual(state.bodies["m_t_Ada"], {
    content: "Done.",
    tools: [{
      callId: "c1",
      attempt: 1,
      round: 2,
      tool: "fetch_url",
      args: '{"url":"x"}',
      status: "ok",
      result: "text",
    }],
  });
  assert.deepEqual(state.order, ["m1", "m_t_Ada"]);
});

// Shows S4-30, S3-9.
Deno.test("TurnCompleted: text, model, tokens and times under the id that was announced", () => {
  const history = asked().claimed("t_Ada").completed("t_Ada", "Because.", {
    raw: "[Ada]: Because.",
    reasoning: "Hm",
  });
  const { status, length, model, finishReason, usage, totalMs, firstTextMs, doneSeq } =
    message(history, "m_t_Ada") ?? {};
  assert.deepEqual([status, length, model, finishReason, totalMs, firstTextMs, doneSeq], [
    "complete",
    8,
    "echo",
    "stop",
    50,
    10,
    history.seq,
  ]);
  assert.equal(usage?.output, 5);
  assert.deepEqual(history.state().bodies["m_t_Ada"], {
    content: "Because.",
    reasoning: "Hm",
    raw: "[Ada]: Because.",
  });
  assert.deepEqual(history.state().open, []);
  assert.equal(history.state().tokens, 15);
});

// Shows P15.
Deno.test("TurnFailed and TurnCancelled keep the partial text and uncheck the answer", () => {
  const error = { code: "server", message: "It broke.", retryable: true } as const;
  const usage = { input: 7, cacheRead: 1, cacheWrite: 0, output: 2, reasoning: 0 };
  const history = asked().claimed("t_Ada")
    .add("TurnFailed", {
      turnId: "t_Ada",
      attempt: 1,
      error,
      partial: "Bec",
      reasoning: "Hm",
      usage,
      model: "m",
    })
    .requested("Critic", "m1").add("TurnCancelled", { turnId: "t_Critic", why: "stopped" });
  const state = history.state();
  assert.deepEqual(state.bodies["m_t_Ada"], { content: "Bec", reasoning: "Hm" });
  const failed = state.messages["m_t_Ada"];
  assert.deepEqual([failed?.status, failed?.included, failed?.error, failed?.length], [
    "failed",
    false,
    error,
    3,
  ]);
  assert.deepEqual([state.messages["m_t_Critic"]?.status, state.turns["t_Critic"]?.status], [
    "cancelled",
    "cancelled",
  ]);
  assert.equal(state.tokens, 10, "what a failed turn used counts against the cap");
});

// Shows P2.
Deno.test("TurnInterrupted: pending again and ownerless, what was shown is kept under the answer", () => {
  const history = asked().claimed("t_Ada")
    .add("TurnInterrupted", {
      turnId: "t_Ada",
      attempt: 1,
      why: "shutdown",
      partial: "Bec",
      reasoning: "Hm",
    });
  const turn = history.state().turns["t_Ada"];
  assert.deepEqual([turn?.status, turn?.owner, turn?.attempt], ["pending", undefined, 1]);
  assert.deepEqual(history.state().open, ["t_Ada"]);
  assert.equal(message(history, "m_t_Ada")?.status, "interrupted");
  assert.deepEqual(history.state().bodies["m_t_Ada"]?.cut, [
    { attempt: 1, why: "shutdown", content: "Bec", reasoning: "Hm" },
  ]);
  history.claimed("t_Ada", 2).add("TurnInterrupted", { turnId: "t_Ada", attempt: 2, why: "lost" });
  assert.deepEqual(history.state().bodies["m_t_Ada"]?.cut?.map((cut) => cut.attempt), [1, 2]);
});

Deno.test("a turn that has ended stays as it ended, whatever a foreign log says after it", () => {
  const ended = asked().claimed("t_Ada").completed("t_Ada", "Because.");
  const before = ended.state();
  const after = ended
    .add("TurnCompleted", completion("t_Ada", "Other."))
    .add("TurnInterrupted", { turnId: "t_Ada", attempt: 1, why: "lost", partial: "x" })
    .add("TurnStarted", {
      turnId: "t_Ada",
      attempt: 2,
      owner: "late",
      agentVersion: 1,
      context: { through: 1, inclusionThrough: 1, rules: 1, window: null },
    })
    .add("ProviderCalled", { ...CALLED })
    .add("TurnCancelled", { turnId: "t_Ada", why: "stopped", partial: "y" }).state();
  assert.deepEqual({ ...after, seq: 0, updatedAt: "" }, { ...before, seq: 0, updatedAt: "" });
});

// Shows S2-13.
Deno.test("ExchangeCompleted closes the exchange", () => {
  const history = asked().claimed("t_Ada").completed("t_Ada", "Because.");
  assert.deepEqual(Object.keys(history.state().exchanges), ["m1"]);
  history.add("ExchangeCompleted", { completed: 1, failed: 0, cancelled: 0 }, { exchange: "m1" });
  assert.deepEqual(history.state().exchanges, {});
});

// Shows C-11.
Deno.test("with the setting queue a message waits while agents answer, until its turn is requested", () => {
  const history = begun().add("SettingsChanged", { onNewMessage: "queue" }).posted("m1", "One")
    .requested("Ada", "m1").posted("m2", "Two");
  assert.deepEqual(history.state().queue, ["m2"]);
  history.completed("t_Ada", "1").requested("Ada", "m2", { turnId: "t_2" });
  assert.deepEqual(history.state().queue, []);
});

Deno.test("on request no message waits: one that did is not answered later, and a new one does not begin to", () => {
  const history = begun().add("SettingsChanged", { onNewMessage: "queue" }).posted("m1", "One")
    .requested("Ada", "m1").posted("m2", "Two");
  assert.deepEqual(history.state().queue, ["m2"]);
  history.add("ModeChanged", { mode: "manual" });
  assert.deepEqual(history.state().queue, []);
  assert.deepEqual(history.posted("m3", "Three").state().queue, []);
});

Deno.test("an event of an unknown type moves only the position", () => {
  const history = asked();
  const before = history.state();
  history.events.push({
    seq: history.seq + 1,
    id: "x/1",
    type: "PollOpened",
    v: 3,
    at: "2026-02-01T00:00:00.000Z",
    by: ANN,
    data: { turnId: "t_Ada", messageId: "m1" },
  });
  const after = history.state();
  assert.deepEqual({ ...after, seq: before.seq, updatedAt: before.updatedAt }, before);
  assert.equal(after.seq, before.seq + 1);
});

Deno.test("events about things nobody announced change nothing and break nothing", () => {
  const history = begun().claimed("t_none").completed("t_none", "x")
    .add("ParticipantRemoved", { participantId: "p_none" })
    .add("ToolReturned", { ...call, turnId: "t_none", callId: "c", status: "ok", result: "" });
  assert.deepEqual(history.state().order, []);
  assert.equal(history.state().participants.length, 2);
});

Deno.test("the fold survives JSON at every step", () => {
  const { events } = asked().claimed("t_Ada").completed("t_Ada", "Because.");
  events.reduce((state, event) => {
    const next = conversation.evolve(JSON.parse(JSON.stringify(state)), event);
    assert.deepEqual(JSON.parse(JSON.stringify(next)), next);
    return next;
  }, foldAll(conversation, conversation.initial("conv_1"), []));
});
