/** What a conversation tells of its agents: how each answered last. */
import assert from "node:assert/strict";
import { agentsOf } from "../../../server/checks/talk.ts";
import { TestServer } from "../harness.ts";

Deno.test("an agent is as it answered last, its prompt without what its mode said of the others; who never answered is named", async () => {
  await using server = await TestServer.start();
  const providerId: string = (await server.call("GET", "/api/providers")).json.items[0].id;
  const [ada, ben] = await Promise.all(["Ada", "Ben"].map(async (name) => {
    const agent = { name, providerId, model: "echo", systemPrompt: `You are ${name}.` };
    return (await server.call("POST", "/api/agents", agent)).json.id as string;
  }));
  const made = await server.call("POST", "/api/conversations", {
    agentIds: [ada, ben],
    message: "@Ada Which bread?",
  });
  const id: string = made.json.conversation.id;
  await server.settled(id);
  const changed = { model: "critic", systemPrompt: "You are Ada, and brief." };
  const { status, text } = await server.call("PATCH", `/api/agents/${ada}`, changed);
  assert.equal(status, 200, text);
  await server.call("POST", `/api/conversations/${id}/messages`, { content: "@Ada And why?" });
  await server.settled(id);
  const state = await server.system.conversation(id);
  assert.ok(state);
  const { agents, unknown } = await agentsOf(server.system, state);
  assert.deepEqual(agents.map(({ kind, model, prompt }) => ({ kind, model, prompt })), [
    { kind: "mock", model: "critic", prompt: "You are Ada, and brief." },
  ]);
  assert.deepEqual(unknown, ["Ben"]);
});
