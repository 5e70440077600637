/** A tool that asks first, over HTTP: what waits is seen, the word is given once, errors change nothing. */
import assert from "node:assert/strict";
import { TestServer } from "./harness.ts";

// Shows S4-33.
Deno.test("a program sees which tool waits, lets it run, and gets clear errors for anything else", async () => {
  await using server = await TestServer.start();
  const { json: agent } = await server.call("POST", "/api/agents", {
    name: "Ada",
    providerId: "provider_mock",
    model: "tool-user",
    tools: ["rename_conversation"],
  });
  const { json: made } = await server.call("POST", "/api/conversations", { agentIds: [agent.id] });
  const at = `/api/conversations/${made.conversation.id}`;
  const asked = new Promise<void>((resolve) => {
    const stop = server.system.subscribe((frame) => {
      if (frame.type !== "commit" || !frame.commit.events.some(({ event }) => event.type === "ToolCalled")) {
        return;
      }
      stop();
      resolve();
    });
  });
  await server.call("POST", `${at}/messages`, { content: "Please call it Boats." });
  await asked;
  const row = async () =>
    (await server.call("GET", "/api/conversations")).json.items
      .find((row: { id: string }) => row.id === made.conversation.id);
  assert.equal((await row()).waits, 1);
  const { json: page } = await server.call("GET", `${at}/messages`);
  const answer = page.items.find((m: { role: string }) => m.role === "assistant");
  assert.equal(answer.toolStatus, "Asks to use rename_conversation");
  const { json: log } = await server.call("GET", `${at}/events`);
  const { callId } = log.events.find((e: { type: string }) => e.type === "ToolCalled").data;

  const decide = (body: unknown, turnId = answer.turnId) =>
    server.call("POST", `${at}/turns/${turnId}/permission`, body);
  const seq = async () => (await server.call("GET", at)).json.conversation.seq;
  const before = await seq();
  assert.equal((await decide({ callId })).status, 422);
  assert.equal((await decide({ callId, allowed: "yes" })).status, 422);
  assert.equal((await decide({ callId, allowed: true, site: "evil.example" })).status, 422);
  assert.equal((await decide({ callId, allowed: true, site: true })).status, 422, "it reads no address");
  assert.equal((await decide({ callId: "call_none", allowed: true })).json.code, "not_found");
  assert.equal((await decide({ callId, allowed: true }, "turn_none")).status, 404);
  assert.equal(await seq(), before);

  const { status, json } = await decide({ callId, allowed: true });
  assert.equal(status, 200);
  assert.deepEqual([json.callId, json.allowed, json.seq], [callId, true, before + 1]);
  await server.settled(made.conversation.id);
  assert.equal((await server.call("GET", at)).json.conversation.title, "Boats");
  assert.equal((await row()).waits, 0);
  assert.equal((await decide({ callId, allowed: true })).status, 200, "said again: nothing happens");
  assert.equal((await decide({ callId, allowed: false })).json.code, "conflict");
});
