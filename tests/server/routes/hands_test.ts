/** Raised hands over HTTP: the price before, what is set, who has something to add, and that it ends. */
import assert from "node:assert/strict";
import { TestServer } from "../harness.ts";

Deno.test("hands are set with their price told before, tell who would add what, and end", async () => {
  await using server = await TestServer.start();
  const providerId = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agents = await Promise.all(["editor", "critic"].map(async (model) => {
    const body = { name: model, providerId, model, color: 1 };
    return (await server.call("POST", "/api/agents", body)).json.id as string;
  }));
  const made = await server.call("POST", "/api/conversations", { agentIds: agents, mode: "manual" });
  const { id } = made.json.conversation;
  const path = `/api/conversations/${id}`;
  const before = await server.call("GET", `${path}/hands`);
  assert.equal(before.status, 200, before.text);
  const { expected, ...rest } = before.json;
  assert.deepEqual(rest, {
    on: false,
    ended: null,
    limit: null,
    used: { calls: 0, tokens: 0, usd: 0 },
    hands: [],
  });
  assert.deepEqual([expected.answers, expected.usd], [2, 0]);
  assert.ok(expected.tokens >= 2 * 300, "at most what both may answer, and what they are sent");

  for (const body of [{}, { calls: 0 }, { calls: 1_001 }, { calls: 1, usd: 0 }, { calls: 1, more: 1 }]) {
    assert.equal((await server.call("POST", `${path}/hands`, body)).status, 422, JSON.stringify(body));
  }
  const set = await server.call("POST", `${path}/hands`, { calls: 10, usd: 1 });
  assert.equal(set.status, 200, set.text);
  await server.call("POST", `${path}/messages`, { content: "Which bread shall we bake?" });
  await server.settled(id);
  const asked = (await server.call("GET", `${path}/hands`)).json;
  assert.ok(
    asked.hands.every(({ is }: { is: string }) => is === "up" || is === "down"),
    JSON.stringify(asked),
  );
  assert.deepEqual([asked.on, asked.limit, asked.used.calls], [true, { calls: 10, usd: 1 }, 2]);
  assert.ok(asked.used.tokens > 0);
  for (const hand of asked.hands) {
    assert.ok(agents.includes(hand.agentId));
    assert.equal(hand.line !== null, hand.is === "up");
    const request = await server.call("GET", `${path}/turns/${hand.turnId}/request`);
    assert.deepEqual(request.json.calls.map(({ proof }: { proof: string }) => proof), ["proven"]);
  }
  const listed = await server.call("GET", `${path}/messages`);
  assert.equal(listed.json.items.length, 1, "no hand is a message of the talk");
  const markdown = await server.call("GET", `${path}/export?format=markdown`);
  assert.ok(!markdown.text.includes("not asked to answer"));

  assert.equal((await server.call("DELETE", `${path}/hands`)).status, 200);
  const ended = (await server.call("GET", `${path}/hands`)).json;
  assert.deepEqual([ended.on, ended.ended, ended.hands], [false, "off", []]);
  await server.call("PATCH", path, { mode: "parallel" });
  assert.equal((await server.call("POST", `${path}/hands`, { calls: 1 })).status, 422);
});
