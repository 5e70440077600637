/** Answers beside the talk, by the API. */
import assert from "node:assert/strict";
import { TRIAL_ANSWERS } from "../../events/catalog/limits.ts";
import { TestServer } from "./harness.ts";

async function talk(server: TestServer, models: readonly string[]) {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agentIds: string[] = [];
  for (const [n, model] of models.entries()) {
    const agent = { name: `Agent ${n + 1}`, providerId: provider, model, color: n + 1 };
    agentIds.push((await server.call("POST", "/api/agents", agent)).json.id);
  }
  const made = await server.call("POST", "/api/conversations", { agentIds, message: "Which bread?" });
  const id: string = made.json.conversation.id;
  await server.settled(id);
  const path = `/api/conversations/${id}`;
  const messages = async () => (await server.call("GET", `${path}/messages`)).json.items;
  const [question, answer] = await messages();
  return { id, path, agentIds, messages, question, answer };
}

const limit = { tokens: 1_000_000 };

Deno.test("a turn with a message and without: its cost is told before, it is asked for once, and its sides are measured", async () => {
  await using server = await TestServer.start();
  const { id, path, question, answer, messages } = await talk(server, ["echo"]);
  const cost = (await server.call(
    "GET",
    `${path}/trials/cost?turnId=${answer.turnId}&without=${question.id}&times=2`,
  )).json;
  assert.deepEqual([cost.answers, cost.usd, cost.arms.length], [4, 0, 2]);
  assert.ok(cost.tokens > 0 && cost.largest >= cost.tokens / 4 && cost.arms[0].input > cost.arms[1].input);
  const body = { turnId: answer.turnId, without: [question.id], times: 2, limit };
  const start = () => server.call("POST", `${path}/trials`, body, { "idempotency-key": "trial-1" });
  const started = await start();
  assert.equal(started.status, 201);
  assert.deepEqual((await start()).json, started.json, "asked twice under one key, asked once");
  await server.settled(id);
  const trial = (await server.call("GET", `${path}/trials/${started.json.trialId}`)).json;
  assert.deepEqual([trial.status, trial.kind, trial.answers.length], ["ended", "without", 4]);
  assert.deepEqual(trial.arms.map((arm: { without: string[]; whole: number }) => [arm.without, arm.whole]), [
    [[], 2],
    [[question.id], 2],
  ]);
  assert.equal(trial.difference.ways.all, 6);
  assert.equal(trial.difference.within, 1, "echo says the same each time");
  assert.ok(trial.difference.between < 1);
  assert.equal(trial.difference.ways.asFar, 2, "only this division and its mirror set them so far apart");
  assert.equal((await messages()).length, 2, "the talk is as it was");
  const rows = (await server.call("GET", `${path}/trials`)).json.items;
  assert.deepEqual(rows.map((row: { id: string; status: string }) => [row.id, row.status]), [[
    trial.id,
    "ended",
  ]]);
  const found = (await server.call("GET", `/api/usage?conversationId=${id}`)).json;
  assert.equal(found.total.turns, 5);
  const row = (await server.call("GET", "/api/conversations")).json.items.find((one: { id: string }) =>
    one.id === id
  );
  assert.deepEqual([row.messageCount, row.answering], [2, 0]);
  const markdown = (await server.call("GET", `${path}/export?format=markdown`)).text;
  assert.ok(!markdown.includes(trial.answers[1].message.id));
});

Deno.test("several answers of several agents: their spread is told, and one is taken into the talk", async () => {
  await using server = await TestServer.start();
  const { id, path, agentIds, question, messages } = await talk(server, ["echo", "critic"]);
  const started = await server.call("POST", `${path}/trials`, {
    messageId: question.id,
    agentIds,
    times: 3,
    limit,
  });
  assert.equal(started.status, 201);
  await server.settled(id);
  const trial = (await server.call("GET", `${path}/trials/${started.json.trialId}`)).json;
  assert.equal(trial.difference, null);
  assert.deepEqual(trial.arms.map((arm: { whole: number; asked: number }) => [arm.whole, arm.asked]), [
    [3, 3],
    [3, 3],
  ]);
  assert.equal(trial.arms[0].agreement, 1);
  assert.ok(trial.arms[0].words > 0 && trial.arms[0].tokens > 0 && trial.arms[0].deviation === 0);
  const { message } = trial.answers[1];
  const take = (messageId: string) => server.call("POST", `${path}/trials/${trial.id}/take`, { messageId });
  assert.equal((await take(question.id)).status, 404);
  assert.equal((await take(message.id)).status, 200);
  const now = await messages();
  assert.equal(now.at(-1).id, message.id);
  assert.deepEqual(now.map((one: { included: boolean }) => one.included), [true, false, false, true]);
  const after = (await server.call("GET", `${path}/trials/${trial.id}`)).json;
  assert.deepEqual(after.answers.map((one: { taken: boolean }) => one.taken), [
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
});

Deno.test("a trial that is too large, asks for nothing, or is capped below one answer is refused and changes nothing", async () => {
  await using server = await TestServer.start();
  const { path, agentIds, question, answer } = await talk(server, [
    "echo",
    "echo",
    "echo",
    "echo",
    "echo",
    "echo",
    "echo",
  ]);
  const seq = async () => (await server.call("GET", path)).json.seq;
  const before = await seq();
  const all = { messageId: question.id, agentIds, times: 7, limit };
  const without = { turnId: answer.turnId, without: [question.id], times: 2, limit };
  const wrong: readonly (readonly [unknown, number])[] = [
    [{ ...all, times: 8 }, 422],
    [{ ...all, times: 0 }, 422],
    [{ ...without, times: 9 }, 422],
    [{ ...without, limit: { tokens: 99 } }, 422],
    [{ ...without, limit: {} }, 422],
    [{ ...without, without: [] }, 422],
    [{ ...without, turnId: "turn_none" }, 404],
    [{ ...without, agentIds }, 422],
    [{ ...all, agentIds: [agentIds[0], agentIds[0]] }, 422],
    [{ ...all, messageId: answer.id }, 422],
  ];
  for (const [body, status] of wrong) {
    assert.equal((await server.call("POST", `${path}/trials`, body)).status, status, JSON.stringify(body));
  }
  assert.equal(await seq(), before);
  assert.ok(7 * 8 > TRIAL_ANSWERS && 7 * 7 <= TRIAL_ANSWERS);
  assert.equal((await server.call("POST", `${path}/trials`, all)).status, 201);
  assert.equal((await server.call("GET", `${path}/trials/cost?turnId=${answer.turnId}`)).status, 422);
});
