/** What panels and blind comparisons are expected to use, over HTTP: told before, as much as is asked then, or why not. */
import assert from "node:assert/strict";
import { compared } from "../../comparing.ts";
import { TestServer } from "../harness.ts";

const council = ([a, b]: readonly string[]) => ({
  format: "council",
  seats: [{ role: "member", agentId: a }, { role: "member", agentId: b }, { role: "chair", agentId: a }],
});

Deno.test("a panel tells what it is expected to use here, in a new conversation and beside one agent, and nobody is asked", async () => {
  await using server = await TestServer.start();
  const { path, agentIds } = await compared(server, ["researcher", "critic"]);
  await server.call("POST", `${path}/participants`, { agentId: agentIds[1] });
  const panel = council(agentIds);
  const before = (await server.call("GET", path)).json.seq;
  const question = "Which bread keeps longest?";
  const here = await server.call("POST", `${path}/panels/cost`, { question, panel });
  assert.equal(here.status, 200, here.text);
  assert.deepEqual([here.json.answers, here.json.usd], [5, 0]);
  assert.ok(here.json.tokens > 5 * 400);
  const fresh = await server.call("POST", "/api/panels/cost", { question, panel });
  assert.deepEqual([fresh.json.answers, fresh.json.usd], [5, 0]);
  const limited = { ...panel, limits: { tokens: 1 } };
  const whole = await server.call("POST", "/api/panels/cost", { question, panel: limited });
  assert.deepEqual(whole.json, fresh.json, "what it comes to is told, whatever its limit");
  const empty = await server.call("POST", "/api/panels/cost", { question: " ", panel });
  assert.ok(empty.json.tokens < fresh.json.tokens && empty.json.answers === 5, "it is still being typed");
  const judged = await server.call("POST", `${path}/panels/cost`, { question, panel, aloneId: agentIds[1] });
  assert.equal(judged.json.answers, 6);
  const elsewhere = await server.call("POST", `${path}/panels/cost`, { question, panel, aloneId: "agent_x" });
  assert.equal(elsewhere.status, 422);
  assert.equal((await server.call("GET", path)).json.seq, before);
});

Deno.test("a blind comparison tells what it is expected to use; a price that is missing is told as that, never as nothing", async () => {
  await using server = await TestServer.start();
  const { path, agentIds } = await compared(server, ["echo", "echo"]);
  const question = "Which bread keeps longest?";
  const free = await server.call("POST", `${path}/comparisons/cost`, { question, agentIds });
  assert.deepEqual([free.json.answers, free.json.usd], [2, 0]);
  const provider = await server.call("POST", "/api/providers", {
    name: "Elsewhere",
    kind: "openai",
    baseUrl: "http://localhost:1/v1",
  });
  const paid = async (model: string) => {
    const body = { name: model, providerId: provider.json.id, model, color: 1 };
    return (await server.call("POST", "/api/agents", body)).json.id;
  };
  const unknown = { question, agentIds: [agentIds[0], await paid("nobody-knows-1")] };
  const told = await server.call("POST", `${path}/comparisons/cost`, unknown);
  assert.deepEqual([told.json.answers, told.json.usd], [2, null]);
  const priced = { question, agentIds: [agentIds[0], await paid("gpt-5")] };
  assert.ok((await server.call("POST", `${path}/comparisons/cost`, priced)).json.usd > 0);
  assert.equal(
    (await server.call("POST", `${path}/comparisons/cost`, { question, agentIds: [] })).status,
    422,
  );
  const gone = { question, agentIds: ["agent_1", "agent_gone"] };
  assert.equal((await server.call("POST", `${path}/comparisons/cost`, gone)).status, 422);
});
