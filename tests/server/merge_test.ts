/** One answer from several, by the API. */
import assert from "node:assert/strict";
import { TestServer } from "./harness.ts";

Deno.test("merging asks the chosen agent alone; its message names its sources, and its request is what they are", async () => {
  await using server = await TestServer.start();
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agentIds: string[] = [];
  for (const [n, model] of ["echo", "critic", "echo"].entries()) {
    const agent = { name: `Agent ${n + 1}`, providerId: provider, model, color: n + 1 };
    agentIds.push((await server.call("POST", "/api/agents", agent)).json.id);
  }
  const made = await server.call("POST", "/api/conversations", { agentIds, message: "Bread?" });
  const id: string = made.json.conversation.id;
  const path = `/api/conversations/${id}`;
  await server.settled(id);
  const read = async () => (await server.call("GET", `${path}/messages`)).json.items;
  const [question, one, two] = await read();
  const body = { agentId: agentIds[2], messageIds: [two.id, one.id] };
  const merge = () => server.call("POST", `${path}/merge`, body, { "idempotency-key": "merge-1" });
  const merged = await merge();
  assert.equal(merged.status, 201);
  assert.deepEqual((await merge()).json, merged.json, "asked twice under one key, asked once");
  await server.settled(id);
  const answer = (await read()).at(-1);
  assert.equal(answer.id, merged.json.messageId);
  assert.deepEqual(answer.sources, [one.id, two.id]);
  assert.equal(answer.question, question.id);
  assert.equal(answer.authorName, "Agent 3");
  assert.deepEqual((await read())[1].sources, []);
  const request = (await server.call("GET", `${path}/turns/${merged.json.turnId}/request`)).json;
  assert.deepEqual(request.messageIds, [question.id, one.id, two.id]);
  assert.deepEqual(request.calls.map((call: { proof: string }) => call.proof), ["proven"]);
  assert.match(request.body, /Write one answer from these answers above: \[Agent 1\], \[Agent 2\]\./);
  const seen = (await server.call("GET", `${path}/messages/${one.id}/seen-by`)).json.items;
  assert.deepEqual(seen.map((turn: { turnId: string }) => turn.turnId), [merged.json.turnId]);

  for (
    const [wrong, status] of [
      [{ ...body, agentId: "agent_none" }, 404],
      [{ ...body, messageIds: [one.id] }, 422],
      [{ ...body, messageIds: [one.id, one.id] }, 422],
      [{ ...body, messageIds: [one.id, question.id] }, 422],
      [{ ...body, messageIds: [one.id, "message_none"] }, 404],
      [{ ...body, content: "please" }, 422],
    ] as const
  ) assert.equal((await server.call("POST", `${path}/merge`, wrong)).status, status, JSON.stringify(wrong));
});

Deno.test("the gist and the claims of answers are messages that say what they are, and count in no context", async () => {
  await using server = await TestServer.start();
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agentIds: string[] = [];
  for (const [n, model] of ["editor", "critic"].entries()) {
    const agent = { name: `Agent ${n + 1}`, providerId: provider, model, color: n + 1 };
    agentIds.push((await server.call("POST", "/api/agents", agent)).json.id);
  }
  const made = await server.call("POST", "/api/conversations", { agentIds, message: "How do I bake bread?" });
  const path = `/api/conversations/${made.json.conversation.id}`;
  const read = async () => (await server.call("GET", `${path}/messages`)).json.items;
  await server.settled(made.json.conversation.id);
  const messageIds = (await read()).slice(1).map((message: { id: string }) => message.id);
  for (const task of ["gist", "claims"]) {
    const asked = await server.call("POST", `${path}/merge`, { agentId: agentIds[1], messageIds, task });
    assert.equal(asked.status, 201);
    await server.settled(made.json.conversation.id);
    const message = (await read()).at(-1);
    assert.deepEqual([message.id, message.task, message.included, message.sources], [
      asked.json.messageId,
      task,
      false,
      messageIds,
    ]);
    assert.match(
      message.content,
      task === "gist" ? /^Agree \[1\]\[2\]: / : /^(?:Same|Contradiction|Alone)\n1: /,
    );
  }
  assert.equal((await read())[1].task, null);
  const [markdown, html] = await Promise.all(
    ["markdown", "html"].map((format) => server.call("GET", `${path}/export?format=${format}`)),
  );
  assert.match(markdown?.text ?? "", /\*[^*\n]*Z, gist of 2 answers, left out of the context\*\n\nAgree /);
  assert.match(html?.text ?? "", /<\/time>, claims of 2 answers, left out of the context<\/p>/);
  assert.equal(markdown?.text.match(/of 2 answers/g)?.length, 2, "answers say nothing of it");
  const body = { agentId: agentIds[1], messageIds, task: "poem" };
  assert.equal((await server.call("POST", `${path}/merge`, body)).status, 422);
});
