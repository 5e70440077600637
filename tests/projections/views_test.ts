/** What is shown of the fold: sidebar rows, pages, single messages, what is due, estimates. */
import type { ListRow } from "../../projections/shapes/views.ts";
import assert from "node:assert/strict";
import { dueTurns } from "../../projections/conversation/due.ts";
import { evolveRow, isUnread, preview, rowOf } from "../../projections/conversation/list.ts";
import { placeOfRow } from "../../projections/conversation/list_order.ts";
import { formerOf } from "../../projections/conversation/former_rows.ts";
import { messageView } from "../../projections/conversation/message_view.ts";
import { firstPaint, pageOf } from "../../projections/serialise.ts";
import { contextTokens, estimateTokens } from "../../projections/context/tokens.ts";
import { History } from "../history.ts";

const pair = () => new History().started().joined("Ada", "Critic");

function rowFrom(history: History): ListRow | null {
  return history.events.reduce<ListRow | null>((row, event) => evolveRow(row, history.id, event), null);
}

Deno.test("a sidebar row has the title, who takes part, who answers and what was said last", () => {
  const history = pair().posted("m1", "Why?").requested("Ada", "m1").requested("Critic", "m1")
    .completed("t_Ada", "Because\nof  it.");
  const row = rowOf(history.state());
  assert.deepEqual(row, {
    id: "conv_1",
    seq: 7,
    title: "Why?",
    mode: "parallel",
    createdAt: "2026-01-01T12:00:01.000Z",
    updatedAt: "2026-01-01T12:00:07.000Z",
    messageCount: 3,
    participants: [
      { id: "p_Ada", agentId: "a_Ada", name: "Ada", color: 1, enabled: true },
      { id: "p_Critic", agentId: "a_Critic", name: "Critic", color: 1, enabled: true },
    ],
    answering: 1,
    open: [{ turnId: "t_Critic", authorName: "Critic" }],
    waits: 0,
    archived: false,
    lineage: null,
    pinned: false,
    labels: [],
    saidSeq: 7,
    lastMessage: { authorName: "Ada", text: "Because of it." },
  });
  assert.deepEqual(rowFrom(history), row);
});

const named = (name: string) => ({ sha256: "ab".repeat(32), name, type: "image/png", size: 9 });

Deno.test("a row of a message that is files alone has what they are called, until its words are gone", () => {
  const attachments = [named("bread.png"), named("crust.png")];
  const alone = () => pair().posted("m1", "", undefined, { attachments });
  const history = alone();
  const by = { authorName: "Ann" };
  assert.deepEqual(rowOf(history.state()).lastMessage, { ...by, text: "", files: "bread.png, crust.png" });
  assert.deepEqual(rowFrom(history), rowOf(history.state()));
  const erased = { messageId: "m1", seqs: [history.seq] };
  assert.deepEqual(rowFrom(alone().add("ContentErased", erased))?.lastMessage, { ...by, text: "" });
  history.posted("m2", "Look.", undefined, { attachments });
  assert.deepEqual(rowOf(history.state()).lastMessage, { ...by, text: "Look." });
  assert.deepEqual(rowFrom(history), rowOf(history.state()));
});

Deno.test("a row shows neither notices, nor passes, nor what agents say to one another in manager mode", () => {
  const history = pair().managed("Ada").posted("m1", "Why?", undefined, { to: "p_Ada" })
    .requested("Ada", "m1").completed("t_Ada", "Ask Critic.", { to: "p_Critic" })
    .requested("Critic", "m1").completed("t_Critic", "SKIP", { passed: true });
  assert.equal(rowOf(history.state()).lastMessage?.text, "Why?");
  history.requested("Ada", "m1", { turnId: "t_2" }).completed("t_2", "So it is.", { to: "person" });
  assert.equal(rowOf(history.state()).lastMessage?.text, "So it is.");
  assert.deepEqual(rowFrom(history), rowOf(history.state()));
});

const called = (callId: string, asks?: true, round = 1, attempt = 1) => ({
  turnId: "t_Ada",
  attempt,
  round,
  callId,
  tool: "ring",
  args: "{}",
  ...(asks ? { asks } : {}),
});
const returned = (callId: string, round = 1, attempt = 1) =>
  ({ turnId: "t_Ada", attempt, round, callId, status: "refused", result: "" }) as const;

// Shows S4-33.
Deno.test("a row tells how many calls wait for a person: not what asks nothing, was answered, refused by itself or cut", () => {
  const history = pair().posted("m1", "Why?").requested("Ada", "m1").claimed("t_Ada");
  const counts: number[] = [];
  const note = () => {
    assert.deepEqual(rowFrom(history), rowOf(history.state()));
    counts.push(rowOf(history.state()).waits);
  };
  for (const call of [called("a"), called("b", true), called("c", true)]) history.add("ToolCalled", call);
  note();
  history.add("ToolDecided", { turnId: "t_Ada", attempt: 1, round: 1, callId: "b", allowed: true });
  note();
  history.add("ToolReturned", returned("c")).add("ToolReturned", returned("b"));
  note();
  // Servers exist that name the first call of every round alike.
  history.add("ToolCalled", called("b", true, 2));
  note();
  history.add("TurnInterrupted", { turnId: "t_Ada", attempt: 1, why: "lost" });
  note();
  history.claimed("t_Ada", 2).add("ToolCalled", called("b", true, 1, 2));
  note();
  history.add("TurnCancelled", { turnId: "t_Ada", why: "stopped" });
  note();
  assert.deepEqual(counts, [2, 1, 0, 1, 0, 1, 0]);
});

Deno.test("a row tells how many questions of servers wait, in whatever order they come; what goes with its call waits no more", () => {
  const history = pair().posted("m1", "Why?").requested("Ada", "m1").claimed("t_Ada");
  const counts: number[] = [];
  const note = () => {
    assert.deepEqual(rowFrom(history), rowOf(history.state()));
    counts.push(rowOf(history.state()).waits);
  };
  const asked = (callId: string, input: number) => ({
    turnId: "t_Ada",
    attempt: 1,
    round: 1,
    callId,
    input,
    message: "Which?",
    fields: [],
  });
  history.add("ToolCalled", called("a")).add("ToolCalled", called("b"));
  history.add("InputAsked", asked("b", 1)).add("InputAsked", asked("a", 1)).add("InputAsked", asked("a", 2));
  note();
  const { message: _, fields: __, ...first } = asked("a", 1);
  history.add("InputAnswered", { ...first, outcome: "declined" });
  note();
  history.add("ToolReturned", returned("a"));
  note();
  history.add("TurnInterrupted", { turnId: "t_Ada", attempt: 1, why: "lost" });
  note();
  assert.deepEqual(counts, [3, 2, 1, 0]);
});

Deno.test("a row stays short however many calls wait, and however long their names are", () => {
  const history = pair().posted("m1", "Why?").requested("Ada", "m1").claimed("t_Ada");
  const names = Array.from({ length: 16 }, (_, n) => `${"x".repeat(198)}${n}`);
  for (const name of names) history.add("ToolCalled", called(name, true));
  const row = rowOf(history.state());
  assert.equal(row.waits, 16);
  assert.deepEqual(rowFrom(history), row);
  assert.ok(JSON.stringify(row.open).length < 300);
});

Deno.test("filing a conversation is shown in its row, and moves it nowhere", () => {
  const history = pair().posted("m1", "Why?");
  const before = rowOf(history.state());
  history.add("ConversationFiled", { pinned: true, labels: ["Bread"] });
  const row = rowOf(history.state());
  assert.deepEqual([row.pinned, row.labels, row.updatedAt], [true, ["Bread"], before.updatedAt]);
  assert.deepEqual(rowFrom(history), row);
  history.add("ConversationFiled", { pinned: false, labels: [] });
  assert.deepEqual(rowFrom(history), { ...before, seq: row.seq + 1 });
});

Deno.test("the project of a conversation is told in its row and its fold, and moves it nowhere in the list", () => {
  const history = pair().posted("m1", "Why?");
  const before = rowOf(history.state());
  history.add("ProjectSet", { projectId: "p1" });
  const row = rowOf(history.state());
  assert.deepEqual([row.projectId, row.updatedAt, history.state().projectId], ["p1", before.updatedAt, "p1"]);
  assert.deepEqual(rowFrom(history), row);
  const under = [{ name: `begun ${row.createdAt}`, at: row.createdAt }];
  assert.deepEqual(placeOfRow(row), { shelf: "open", at: row.updatedAt, also: ["open in p1"], under });
  history.add("ProjectSet", {});
  assert.deepEqual(rowFrom(history), { ...before, seq: row.seq + 1 });
  assert.deepEqual(placeOfRow(rowFrom(history)), { shelf: "open", at: row.updatedAt, under });
});

Deno.test("a copy is found by what it was made of, when that began and its title; a check among checks and by its agents", () => {
  const row = rowOf(pair().posted("m1", "Why?").state());
  const names = (more: Partial<typeof row>) => placeOfRow({ ...row, ...more })?.under.map(({ name }) => name);
  const begun = `begun ${row.createdAt}`;
  assert.deepEqual(names({}), [begun]);
  const lineage = { conversationId: "c0", seq: 3, kind: "fork" } as const;
  assert.deepEqual(names({ lineage }), [begun, "made of c0"]);
  assert.deepEqual(names({ title: "Bread (run again)" }), [begun, "titled Bread (run again)"]);
  const agents = [...new Set(row.participants.map(({ agentId }) => agentId))];
  assert.deepEqual(names({ check: "Bread" }), [begun, ...agents.map((id) => `checks of ${id}`)]);
  assert.ok(agents.length > 1);
  assert.deepEqual(placeOfRow({ ...row, check: "Bread", archived: true })?.also, ["checks"]);
  // What an earlier program wrote does not tell what it was made of.
  assert.deepEqual(placeOfRow(formerOf({ ...row, lineage }))?.under.map(({ name }) => name), [
    begun,
  ]);
});

Deno.test("what was said since somebody read is unread; what else happened is not", () => {
  const history = pair().posted("m1", "Why?");
  const read = history.seq;
  const unread = () => isUnread(rowOf(history.state()), read);
  assert.equal(isUnread(rowOf(history.state()), 0), true);
  history.requested("Ada", "m1").claimed("t_Ada").add("ConversationRenamed", { title: "Bread" });
  assert.equal(unread(), false);
  history.completed("t_Ada", "Because.");
  assert.equal(unread(), true);
});

Deno.test("a row goes with its conversation; one that was never begun here is not invented", () => {
  assert.equal(rowFrom(pair().add("ConversationDeleted", {})), null);
  const [, second] = pair().events;
  assert.equal(second && evolveRow(null, "conv_1", second), null);
});

Deno.test("a clock that was set back takes no row back in the list", () => {
  const history = pair().posted("m1", "Why?");
  const before = rowFrom(history);
  const [last] = history.posted("m2", "And then?").events.slice(-1);
  assert.ok(before && last);
  const early = { ...last, at: "2025-12-31T12:00:00.000Z" };
  assert.equal(evolveRow(before, history.id, early)?.seq, last.seq);
  assert.equal(evolveRow(before, history.id, early)?.updatedAt, before.updatedAt);
});

Deno.test("a preview is one line of at most 120 characters, counted as people count", () => {
  assert.equal(preview(" a\n\tb "), "a b");
  assert.equal(preview("👋".repeat(120)), "👋".repeat(120));
  assert.equal(preview("👋".repeat(121)), "👋".repeat(119) + "…");
});

// Shows S0-71.
Deno.test("a first paint has every header, the texts of the last page and those still being written", () => {
  const history = pair().posted("m1", "Old").requested("Ada", "m1").claimed("t_Ada").posted("m2", "New")
    .posted("m3", "Newer");
  const state = history.state();
  const paint = firstPaint(state, 1);
  assert.deepEqual(Object.keys(paint.messages), ["m1", "m_t_Ada", "m2", "m3"]);
  assert.deepEqual(Object.keys(paint.bodies).sort(), ["m3", "m_t_Ada"]);
  assert.equal(Object.keys(state.bodies).length, 4);
});

Deno.test("pages go backwards from the end or from before a seq, and say where the next begins", () => {
  const history = pair().posted("m1", "1").posted("m2", "2").posted("m3", "3");
  const state = history.state();
  assert.deepEqual(pageOf(state, null, 2), { ids: ["m2", "m3"], next: state.messages["m2"]?.seq });
  assert.deepEqual(pageOf(state, state.messages["m2"]?.seq ?? 0, 2), { ids: ["m1"], next: null });
  assert.deepEqual(pageOf(state, 1, 2), { ids: [], next: null });
  assert.deepEqual(pageOf(state, 999, 3).ids, ["m1", "m2", "m3"]);
});

// Shows S4-3, S4-24, S4-25, S4-26.
Deno.test("a message as the API shows it", () => {
  const history = pair().answered("m1", "Why?", { Ada: "Because." })
    .add("InclusionSet", { messageId: "m_t_Ada_m1", included: false })
    .add("InclusionSet", { messageId: "m_t_Ada_m1", included: false, participantIds: ["p_Ada", "p_Critic"] })
    .add("InclusionSet", { messageId: "m_t_Ada_m1", included: true, participantIds: ["p_Ada"] });
  assert.deepEqual(messageView(history.state(), "m_t_Ada_m1"), {
    id: "m_t_Ada_m1",
    seq: 5,
    conversationId: "conv_1",
    participantId: "p_Ada",
    role: "assistant",
    content: "Because.",
    included: false,
    pinned: false,
    includedFor: { p_Ada: true, p_Critic: false },
    createdAt: "2026-01-01T12:00:05.000Z",
    authorName: "Ada",
    authorType: "agent",
    streaming: false,
    citations: [],
    form: null,
    completed: true,
    status: "complete",
    turnId: "t_Ada_m1",
    usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0 },
    modelId: "echo",
    reasoning: null,
    toolsUsed: [],
    toolStatus: null,
    attachments: [],
    error: null,
    finishReason: "stop",
    timing: { firstTextMs: 10, totalMs: 50 },
    cost: null,
    question: "m1",
    versionOf: null,
    versions: [],
    origin: null,
    sources: [],
    task: null,
    permission: null,
    input: null,
    erased: false,
    erasure: null,
  });
  const person = messageView(history.state(), "m1");
  assert.deepEqual([person?.participantId, person?.authorType, person?.authorName], [null, "human", "Ann"]);
  history.add("MessagePosted", {
    messageId: "n1",
    author: { kind: "system", id: "system", name: "System" },
    role: "system",
    content: "Critic could not answer.",
  });
  const notice = messageView(history.state(), "n1");
  assert.deepEqual([notice?.role, notice?.authorType, notice?.authorName, notice?.included], [
    "system",
    "system",
    "System",
    false,
  ]);
  assert.equal(messageView(history.state(), "none"), null);
});

Deno.test("an answer that failed tells the code and the words of it, and nothing else of the fault", () => {
  const history = pair().posted("m1", "Why?").requested("Ada", "m1").claimed("t_Ada").add("TurnFailed", {
    turnId: "t_Ada",
    attempt: 1,
    error: { code: "auth", message: "The key was refused.", retryable: false, statusCode: 401 },
  });
  const { status, error, finishReason } = messageView(history.state(), "m_t_Ada") ?? {};
  assert.deepEqual([status, error, finishReason], [
    "failed",
    { code: "auth", message: "The key was refused." },
    null,
  ]);
});

// Shows S4-32, S4-30.
Deno.test("an answer is a message of its agent from the start: empty and streaming, then whole", () => {
  const history = pair().posted("m1", "Why?").requested("Ada", "m1").claimed("t_Ada");
  const shown = () => {
    const { role, authorName, participantId, content, streaming, completed, modelId, usage, toolsUsed } =
      messageView(history.state(), "m_t_Ada") ?? {};
    return [
      role,
      authorName,
      participantId,
      content,
      streaming,
      completed,
      modelId,
      usage?.output,
      toolsUsed,
    ];
  };
  assert.deepEqual(shown(), ["assistant", "Ada", "p_Ada", "", true, false, null, undefined, []]);
  history.completed("t_Ada", "Because.", { toolsUsed: ["https://bread.example/"] });
  assert.deepEqual(shown(), [
    "assistant",
    "Ada",
    "p_Ada",
    "Because.",
    false,
    true,
    "echo",
    5,
    ["https://bread.example/"],
  ]);
});

// Shows S4-33.
Deno.test("an answer being written says which tool runs now", () => {
  const call = { turnId: "t_Ada", attempt: 1, round: 1, callId: "c1" };
  const history = pair().posted("m1", "Why?").requested("Ada", "m1").claimed("t_Ada")
    .add("ToolCalled", { ...call, tool: "fetch_url", args: "{}" });
  const view = () => messageView(history.state(), "m_t_Ada");
  assert.deepEqual([view()?.streaming, view()?.completed, view()?.toolStatus], [
    true,
    false,
    "Using fetch_url",
  ]);
  history.add("ToolReturned", { ...call, status: "ok", result: "" });
  assert.equal(view()?.toolStatus, null);
});

// Shows S0-16, S2-7, S2-46.
Deno.test("every enabled agent's turn is due at once; an agent's second waits for its first", () => {
  const history = pair().posted("m1", "Why?").requested("Ada", "m1").requested("Critic", "m1")
    .posted("m2", "And?").requested("Ada", "m2", { turnId: "t_2" });
  const due = () => dueTurns(history.state()).map((turn) => turn.id);
  assert.deepEqual(due(), ["t_Ada", "t_Critic"]);
  history.claimed("t_Ada");
  assert.deepEqual(due(), ["t_Critic"]);
  history.add("TurnInterrupted", { turnId: "t_Ada", attempt: 1, why: "crashed" });
  assert.deepEqual(due(), ["t_Ada", "t_Critic"]);
  history.claimed("t_Ada", 2).completed("t_Ada", "Because.", { attempt: 2 });
  assert.deepEqual(due(), ["t_Critic", "t_2"]);
});

Deno.test("estimates of tokens grow with the text, count other scripts dearer, and pictures and files too", () => {
  assert.equal(estimateTokens(""), 0);
  assert.equal(estimateTokens("a".repeat(400)), 100);
  assert.equal(estimateTokens("日".repeat(100)), 80);
  const message = { messageId: "m", role: "user", content: "a".repeat(40) } as const;
  assert.equal(contextTokens({ messages: [message] }), 14);
  assert.equal(contextTokens({ messages: [message] }, "b".repeat(40)), 28);
  const file = (type: string) => [{ sha256: "a".repeat(64), name: "f", type, size: 400 }];
  assert.equal(contextTokens({ messages: [{ ...message, attachments: file("text/plain") }] }), 114);
  assert.equal(contextTokens({ messages: [{ ...message, attachments: file("image/png") }] }), 1_214);
});

// Shows S0-32, C-7.
Deno.test("a person's message names no participant; an agent's goes on naming its own when that has left", () => {
  const history = pair().posted("m1", "Why?").requested("Ada", "m1").completed("t_Ada", "Because.");
  assert.equal(messageView(history.state(), "m1")?.participantId, null);
  assert.equal(messageView(history.state(), "m_t_Ada")?.participantId, "p_Ada");
  const left = messageView(history.add("ParticipantRemoved", { participantId: "p_Ada" }).state(), "m_t_Ada");
  assert.deepEqual([left?.participantId, left?.authorName, left?.content], ["p_Ada", "Ada", "Because."]);
});
