/** A turn against another, by the API: of one conversation, and of a fork or a re-run of it. */
import assert from "node:assert/strict";
import { TestServer } from "../harness.ts";

async function room(server: TestServer) {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agentIds: string[] = [];
  for (const [name, model] of [["Ada", "echo"], ["Ben", "echo"]]) {
    const made = await server.call("POST", "/api/agents", { name, providerId: provider, model, color: 1 });
    agentIds.push(made.json.id);
  }
  const made = await server.call("POST", "/api/conversations", { agentIds, message: "Bread or rice?" });
  const id: string = made.json.conversation.id;
  await server.settled(id);
  return { id, path: `/api/conversations/${id}` };
}

async function answers(server: TestServer, id: string) {
  const { json } = await server.call("GET", `/api/conversations/${id}/messages`);
  return json.items.filter(({ role }: { role: string }) => role === "assistant");
}

Deno.test("a message that is hidden from one agent is the difference, and the request parts where it stood", async () => {
  await using server = await TestServer.start();
  const { id, path } = await room(server);
  const { json } = await server.call("GET", path);
  const [ada] = json.participants;
  const hidden = await server.call("POST", `${path}/messages`, { content: "A secret for Ben." });
  await server.settled(id);
  const said = `${path}/messages/${hidden.json.message.id}`;
  const left = await server.call("PATCH", said, { included: false, participantIds: [ada.id] });
  assert.equal(left.status, 200, left.text);
  await server.call("POST", `${path}/messages`, { content: "And now?" });
  await server.settled(id);
  const [a, b] = (await answers(server, id)).slice(-2);
  const { status, json: found } = await server.call(
    "GET",
    `${path}/turns/${a.turnId}/difference?turn=${b.turnId}`,
  );
  assert.equal(status, 200);
  assert.deepEqual([found.left.name, found.right.name], ["Ada", "Ben"]);
  assert.equal(found.left.only.count, 0);
  assert.deepEqual(found.right.only.messages.map(({ preview }: { preview: string }) => preview), [
    "A secret for Ben.",
  ]);
  assert.equal(found.request.same, false);
  assert.ok(found.request.bytes > 0 && found.request.path !== null);
  const same = await server.call("GET", `${path}/turns/${a.turnId}/difference?turn=${a.turnId}`);
  assert.deepEqual([same.json.request.same, same.json.answers.same, same.json.left.only.count], [
    true,
    true,
    0,
  ]);
});

Deno.test("a turn of a re-run is compared with the one it came of; what is not there is 404, what is erased is not told", async () => {
  await using server = await TestServer.start();
  const { id, path } = await room(server);
  const rerun = await server.call("POST", `${path}/rerun`, { agents: {} });
  assert.ok(rerun.status < 300, rerun.text);
  const other: string = rerun.json.conversation.id;
  await server.settled(other);
  const [[first], [again]] = [await answers(server, id), await answers(server, other)];
  const difference = `${path}/turns/${first.turnId}/difference?turn=${again.turnId}`;
  const { json } = await server.call("GET", `${difference}&conversation=${other}`);
  assert.equal(json.both, 1);
  assert.deepEqual([json.left.only.count, json.right.only.count], [0, 0]);
  assert.equal(json.right.conversationId, other);
  assert.equal((await server.call("GET", difference)).status, 404);
  assert.equal((await server.call("GET", `${difference}&conversation=conv_none`)).status, 404);
  assert.equal((await server.call("GET", `${path}/turns/${first.turnId}/difference`)).status, 422);
  const { json: { items } } = await server.call("GET", `${path}/messages`);
  const gone = await server.call("DELETE", `${path}/messages/${items[0].id}/content`);
  assert.equal(gone.status, 200, gone.text);
  const erased = await server.call("GET", `${difference}&conversation=${other}`);
  assert.equal(erased.json.request, null);
  assert.equal(erased.json.answers?.same, true);
  await server.call("DELETE", `${path}/messages/${first.id}/content`);
  assert.equal((await server.call("GET", `${difference}&conversation=${other}`)).json.answers, null);
});
