/** How conversations stand in the list: pins, labels, who takes part. */
import assert from "node:assert/strict";
import { LABEL_CODE_POINTS, LABELS } from "../../events/catalog/limits.ts";
import { renamed } from "../events/exported.ts";
import { TestServer, WELCOME } from "./harness.ts";

const at = `/api/conversations/${WELCOME}`;
const rows = async (server: TestServer) => (await server.call("GET", "/api/conversations")).json.items;
const rowOf = async (server: TestServer, id = WELCOME) =>
  (await rows(server)).find((row: { id: string }) => row.id === id);

Deno.test("a conversation is pinned and labelled, the list tells it, and that is no news of what is in it", async () => {
  await using server = await TestServer.start();
  await server.call("POST", "/api/conversations", { title: "Newer" });
  const before = await rowOf(server);
  assert.deepEqual([before.pinned, before.labels], [false, []]);
  const filed = await server.call("PATCH", at, { pinned: true, labels: ["Küche", "Home"] });
  assert.equal(filed.status, 200);
  const { conversation } = filed.json;
  assert.deepEqual([conversation.pinned, conversation.labels], [true, ["Küche", "Home"]]);
  const { seq, pinned, labels, ...row } = await rowOf(server);
  assert.deepEqual([seq, pinned, labels], [filed.json.seq, true, ["Küche", "Home"]]);
  const { seq: _, pinned: __, labels: ___, ...was } = before;
  assert.deepEqual(row, was, "not moved in the list, nothing of it new");
  assert.equal((await rows(server)).at(-1).id, WELCOME, "as before by when something was said");
  assert.equal((await server.call("PATCH", at, { pinned: true })).json.seq, filed.json.seq, "as it stands");
  const { json } = await server.call("PATCH", at, { pinned: false, labels: [] });
  assert.deepEqual([json.conversation.pinned, json.conversation.labels], [false, []]);
  assert.equal(json.seq, filed.json.seq + 1, "one event for both");
});

Deno.test("labels are short, few, clear, and each once; at the bound they are taken", async () => {
  await using server = await TestServer.start();
  const many = (count: number) => Array.from({ length: count }, (_, at) => `label ${at}`);
  for (
    const labels of [
      ["x".repeat(LABEL_CODE_POINTS + 1)],
      many(LABELS + 1),
      ["  "],
      ["one", "one"],
      ["one", " one "],
      ["in\u202evisible"],
      ["two\nlines"],
      "one",
    ]
  ) {
    const refused = await server.call("PATCH", at, { labels });
    assert.equal(refused.status, 422, JSON.stringify(labels));
  }
  const most = [" 😀" + "😀".repeat(LABEL_CODE_POINTS - 1), ...many(LABELS - 1)];
  const { status, json } = await server.call("PATCH", at, { labels: most });
  assert.equal(status, 200);
  assert.deepEqual(json.conversation.labels, most.map((label) => label.trim()));
});

Deno.test("a copy has the labels of what it was made of, and nobody has pinned it yet", async () => {
  await using server = await TestServer.start();
  const { json: { seq } } = await server.call("PATCH", at, { pinned: true, labels: ["Home"] });
  const forked = await server.call("POST", `${at}/fork`, { seq });
  const { text } = await server.call("GET", `${at}/export`);
  const imported = await server.call("POST", "/api/import", renamed(text, WELCOME, "conversation_again"));
  assert.equal(imported.status, 201);
  for (const { json } of [forked, imported]) {
    const { pinned, labels } = await rowOf(server, json.conversation.id);
    assert.deepEqual([pinned, labels], [false, ["Home"]]);
  }
});

Deno.test("the list tells which agents take part", async () => {
  await using server = await TestServer.start();
  const { participants } = (await server.call("GET", at)).json;
  const agentIds = (all: { agentId: string }[]) => all.map(({ agentId }) => agentId);
  assert.ok(participants.length > 0);
  assert.deepEqual(agentIds((await rowOf(server)).participants), agentIds(participants));
});
