/** A conversation by its API: what can be asked for when it is made, and what is shown of it. */
import assert from "node:assert/strict";
import { MODES } from "../../events/catalog/modes.ts";
import { TestServer } from "./harness.ts";

async function agents(server: TestServer, ...models: string[]): Promise<string[]> {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const made = models.map((model, n) =>
    server.call("POST", "/api/agents", { name: `Agent ${n + 1}`, providerId: provider, model, color: n + 1 })
  );
  return (await Promise.all(made)).map(({ json }) => json.id);
}

async function upload(
  server: TestServer,
  name: string,
  text: string,
): Promise<{ sha256: string; name: string }> {
  const { json, status } = await server.call(
    "POST",
    "/api/attachments",
    new TextEncoder().encode(text),
    { "content-type": "text/plain", "x-file-name": name },
  );
  assert.equal(status, 201, JSON.stringify(json));
  return { sha256: json.sha256, name };
}

// Shows S4-44, S4-21.
Deno.test("one request makes the conversation with web access, manual responses, message, files and agents, and the log says who did", async () => {
  await using server = await TestServer.start();
  const agentIds = await agents(server, "echo", "critic");
  const file = await upload(server, "plan.txt", "bread, butter");
  const made = await server.call("POST", "/api/conversations", {
    webAccess: true,
    manualResponses: true,
    message: "What of this plan?",
    attachments: [file],
    agentIds,
  });
  assert.equal(made.status, 201);
  const { id, webAccess, manualResponses } = made.json.conversation;
  assert.deepEqual([webAccess, manualResponses], [true, true]);
  const { json } = await server.call("GET", `/api/conversations/${id}`);
  assert.deepEqual(json.participants.map((p: { agentId: string }) => p.agentId), agentIds);
  assert.deepEqual(json.messages.map((m: { content: string }) => m.content), ["What of this plan?"]);
  assert.deepEqual(
    json.messages[0].attachments.map((a: { name: string; size: number }) => [a.name, a.size]),
    [["plan.txt", 13]],
  );
  const { events } = (await server.call("GET", `/api/conversations/${id}/events`)).json;
  assert.deepEqual(events.map((e: { type: string }) => e.type), [
    "ConversationStarted",
    "ParticipantAdded",
    "ParticipantAdded",
    "MessagePosted",
  ]);
  for (const event of events) {
    assert.equal(event.by.id, "local");
    assert.match(event.at, /^\d{4}-\d\d-\d\dT/);
  }
});

// Shows C-15, S4-2.
Deno.test("agents given at creation do not make a conversation manual; manualResponses does", async () => {
  await using server = await TestServer.start();
  const agentIds = await agents(server, "echo");
  const plain = await server.call("POST", "/api/conversations", { agentIds, message: "Hello" });
  assert.equal(plain.json.conversation.mode, "parallel");
  const { id } = plain.json.conversation;
  await server.settled(id);
  assert.equal((await server.call("GET", `/api/conversations/${id}/messages`)).json.items.length, 2);
  const manual = await server.call("POST", "/api/conversations", {
    agentIds,
    manualResponses: true,
    message: "Hello",
  });
  assert.equal(manual.json.conversation.mode, "manual");
  const silent = await server.call("GET", `/api/conversations/${manual.json.conversation.id}/messages`);
  assert.equal(silent.json.items.length, 1);
});

// Shows S4-T1, S4-1, S4-6.
Deno.test("a conversation says that responses are manual exactly when its mode is", async () => {
  await using server = await TestServer.start();
  const agentIds = await agents(server, "echo");
  const { id, manualResponses } =
    (await server.call("POST", "/api/conversations", { agentIds })).json.conversation;
  assert.equal(manualResponses, false, "unless it was asked for");
  for (const mode of [...MODES, ...MODES.toReversed()]) {
    const changed = await server.call("PATCH", `/api/conversations/${id}`, { mode });
    assert.equal(changed.status, 200, mode);
    const shown = await server.call("GET", `/api/conversations/${id}`);
    for (const { conversation } of [changed.json, shown.json]) {
      assert.equal(conversation.manualResponses, mode === "manual", mode);
    }
  }
});

// Shows S4-45, S4-46, S4-T6.
Deno.test("a conversation is shown with its sorted messages, whose they are, its agents, and what may be attached", async () => {
  await using server = await TestServer.start();
  const agentIds = await agents(server, "echo", "critic");
  const file = await upload(server, "note.txt", "rye");
  const { id } = (await server.call("POST", "/api/conversations", { agentIds })).json.conversation;
  await server.call("POST", `/api/conversations/${id}/messages`, { content: "First", attachments: [file] });
  await server.settled(id);
  await server.call("POST", `/api/conversations/${id}/messages`, { content: "Second" });
  await server.settled(id);
  const { json } = await server.call("GET", `/api/conversations/${id}`);

  const seqs = json.messages.map((m: { seq: number }) => m.seq);
  assert.deepEqual(seqs, [...seqs].sort((a: number, b: number) => a - b));
  const times = json.messages.map((m: { createdAt: string }) => m.createdAt);
  assert.deepEqual(times, [...times].sort());
  const membership = new Map(json.participants.map((p: { id: string; name: string }) => [p.id, p.name]));
  const who = json.messages.map((
    m: { authorType: string; authorName: string; participantId: string | null },
  ) => [
    m.authorType,
    m.authorName,
    m.participantId === null ? null : membership.get(m.participantId),
  ]);
  const exchange = [
    ["human", "User", null],
    ["agent", "Agent 1", "Agent 1"],
    ["agent", "Agent 2", "Agent 2"],
  ];
  assert.deepEqual(who, [...exchange, ...exchange]);
  assert.deepEqual(json.messages[0].attachments.map((a: { name: string }) => a.name), ["note.txt"]);
  assert.deepEqual(json.participants.map((p: { agentId: string }) => p.agentId), agentIds);

  const { acceptableTypes, maxSize } = json.fileUpload;
  assert.ok(Number.isInteger(maxSize) && maxSize > 0);
  assert.ok(acceptableTypes.includes("image/png") && acceptableTypes.includes("text/plain"));
  const refused = await server.call("POST", "/api/attachments", new Uint8Array([77, 90]), {
    "content-type": "application/x-msdownload",
  });
  assert.equal(acceptableTypes.includes("application/x-msdownload"), false);
  assert.equal(refused.status, 415);
  const large = await server.call(
    "POST",
    "/api/attachments",
    new Uint8Array(maxSize + 1).fill(97),
    {
      "content-type": "text/plain",
    },
  );
  assert.equal(large.status, 413);

  const rows = (await server.call("GET", "/api/conversations")).json.items;
  assert.ok(rows.some((row: { id: string }) => row.id === id), "the other chats have a route of their own");
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const models = await server.call("GET", `/api/providers/${provider}/models`);
  assert.ok(models.text.includes("echo"), "and so have the models");
});

// Shows S0-59, S0-68, S0-A19.
Deno.test({
  name: "whole exchanges with the mock provider need no network: there is none here",
  permissions: { net: false, read: true, write: true, env: true, sys: true },
  async fn() {
    await using server = await TestServer.start();
    await assert.rejects(() => fetch("http://127.0.0.1:8/"), Deno.errors.NotCapable);
    const agentIds = await agents(server, "editor", "critic", "error-401");
    const { id } = (await server.call("POST", "/api/conversations", { agentIds })).json.conversation;
    await server.call("POST", `/api/conversations/${id}/messages`, { content: "Is bread food?" });
    await server.settled(id);
    const { items } = (await server.call("GET", `/api/conversations/${id}/messages`)).json;
    assert.deepEqual(items.map((m: { status: string }) => m.status), [
      "complete",
      "complete",
      "complete",
      "failed",
      "complete",
    ]);
  },
});
