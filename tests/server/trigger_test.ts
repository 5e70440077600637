/** On request over HTTP: every error and status to the letter, and what an asked answer says of itself. */
import assert from "node:assert/strict";
import { type Answer, TestServer } from "./harness.ts";

interface Room {
  readonly at: string;
  readonly id: string;
  readonly agentIds: string[];
}

async function room(server: TestServer, models: string[], more: object = {}): Promise<Room> {
  const { json } = await server.call("GET", "/api/providers");
  const agentIds: string[] = [];
  for (const [index, model] of models.entries()) {
    const agent = { name: `Agent ${index + 1}`, providerId: json.items[0].id, model };
    agentIds.push((await server.call("POST", "/api/agents", agent)).json.id);
  }
  const made = await server.call("POST", "/api/conversations", { agentIds, manualResponses: true, ...more });
  const { id } = made.json.conversation;
  return { at: `/api/conversations/${id}`, id, agentIds };
}

function refused(answer: Answer, status: number, error: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.json.error, error);
  assert.equal(answer.json.detail, error);
  assert.match(answer.headers.get("content-type") ?? "", /^application\/problem\+json/);
}

// Shows S4-8, S4-9, S4-40, S4-41, S4-42, S4-43, S4-51.
Deno.test("each refusal of trigger_agent in its words and with its status", async () => {
  await using server = await TestServer.start();
  const { at, id, agentIds } = await room(server, ["hang-middle", "echo"]);
  const ask = (agentId: string) => server.call("POST", `${at}/trigger_agent/${agentId}`);
  const [slow = "", quick = ""] = agentIds;
  refused(await ask("agent_none"), 404, "Agent not in this conversation");
  const asked = await ask(slow);
  assert.equal(asked.status, 200);
  assert.deepEqual(Object.keys(asked.json).sort(), ["messageId", "seq", "turnId"]);
  refused(await ask(slow), 409, "This agent is already answering.");
  refused(await server.call("POST", `${at}/trigger_all`), 409, "An agent is already answering.");
  await server.call("POST", `${at}/stop`, {});
  await server.settled(id);
  const { json } = await server.call("GET", at);
  const second = json.participants.find((p: { agentId: string }) => p.agentId === quick);
  await server.call("PATCH", `${at}/participants/${second.id}`, { enabled: false });
  refused(await ask(quick), 422, "This agent is not enabled in this conversation.");
  await server.call("PATCH", at, { mode: "parallel" });
  for (const path of [`trigger_agent/${slow}`, "trigger_agent/agent_none", "trigger_all"]) {
    refused(await server.call("POST", `${at}/${path}`), 422, "This chat does not support manual responses");
  }
  const nowhere = await server.call("POST", "/api/conversations/conversation_none/trigger_all");
  assert.equal(nowhere.status, 404);
});

// Shows S4-5, S4-T7.
Deno.test("manual responses without an agent are refused in the words of the contract", async () => {
  await using server = await TestServer.start();
  refused(
    await server.call("POST", "/api/conversations", { manualResponses: true }),
    422,
    "must include at least one agent",
  );
  const { at } = await room(server, ["echo"]);
  const [last] = (await server.call("GET", at)).json.participants;
  refused(
    await server.call("DELETE", `${at}/participants/${last.id}`),
    422,
    "must include at least one agent",
  );
  assert.equal((await server.call("GET", at)).json.participants.length, 1);
});

// Shows S4-1, S4-22, S4-24, S4-T1, S4-T6.
Deno.test("an asked answer is attributed, says its model and tokens, and only it came", async () => {
  await using server = await TestServer.start();
  const { at, id, agentIds } = await room(server, ["echo", "echo"], { message: "Is bread food?" });
  await server.settled(id);
  const before = (await server.call("GET", at)).json;
  assert.equal(before.conversation.mode, "manual");
  assert.equal(before.messages.length, 1, "nobody answers by itself");
  const asked = (await server.call("POST", `${at}/trigger_agent/${agentIds[1]}`)).json;
  await server.settled(id);
  const { messages } = (await server.call("GET", at)).json;
  assert.equal(messages.length, 2);
  const { id: _, seq: __, createdAt, usage, turnId, participantId, timing, ...answer } = messages[1];
  assert.equal(messages[1].id, asked.messageId);
  assert.equal(turnId, asked.turnId);
  assert.ok(participantId && usage.input > 0 && usage.output > 0);
  assert.ok(!Number.isNaN(Date.parse(createdAt)));
  assert.ok(timing.firstTextMs >= 0 && timing.totalMs >= timing.firstTextMs);
  assert.deepEqual(answer, {
    conversationId: id,
    role: "assistant",
    content: "Is bread food?",
    included: true,
    includedFor: {},
    input: null,
    authorName: "Agent 2",
    authorType: "agent",
    streaming: false,
    completed: true,
    status: "complete",
    modelId: "echo",
    reasoning: null,
    citations: [],
    toolsUsed: [],
    toolStatus: null,
    attachments: [],
    erased: false,
    erasure: null,
    error: null,
    finishReason: "stop",
    form: null,
    pinned: false,
    cost: 0,
    permission: null,
    question: messages[0].id,
    origin: null,
    sources: [],
    task: null,
    versionOf: null,
    versions: [],
  });
  assert.deepEqual([messages[0].authorName, messages[0].authorType], ["User", "human"]);
});

Deno.test("one to five rounds can be set, nothing else", async () => {
  await using server = await TestServer.start();
  const { at } = await room(server, ["echo"]);
  for (const rounds of [1, 5]) assert.equal((await server.call("PATCH", at, { rounds })).status, 200);
  for (const rounds of [0, 6, 1.5, "2", null]) {
    const { status, json } = await server.call("PATCH", at, { rounds });
    assert.deepEqual([status, json.errors?.[0]?.path], [422, "rounds"], String(rounds));
  }
});
