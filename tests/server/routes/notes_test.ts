import assert from "node:assert/strict";
import { NOTES } from "../../../events/catalog/limits.ts";
import { TestServer, WELCOME } from "../harness.ts";

Deno.test("a note is kept with its source, changed by versions, put away and had back", async () => {
  await using server = await TestServer.start();
  const { messages: [first] } = (await server.call("GET", `/api/conversations/${WELCOME}`)).json;
  const source = { conversationId: WELCOME, messageId: first.id };
  const made = await server.call("POST", "/api/notes", { text: " Bread takes an hour. ", source });
  assert.equal(made.status, 201, made.text);
  const { id, text, version, by, seqs } = made.json;
  assert.deepEqual([text, version, by.kind, made.json.source, seqs], [
    "Bread takes an hour.",
    1,
    "user",
    source,
    undefined,
  ]);
  const changed = await server.call("PATCH", `/api/notes/${id}`, {
    text: "Two hours.",
    agentId: "agent_editor",
  });
  assert.deepEqual([changed.json.version, changed.json.agentId, changed.json.source], [
    2,
    "agent_editor",
    source,
  ]);
  assert.equal((await server.call("PATCH", `/api/notes/${id}`, { agentId: null })).json.agentId, undefined);
  assert.equal((await server.call("DELETE", `/api/notes/${id}`)).status, 204);
  assert.deepEqual((await server.call("GET", "/api/notes")).json.items, []);
  assert.equal((await server.call("POST", `/api/notes/${id}/restore`)).status, 200);
  assert.equal((await server.call("GET", "/api/notes")).json.items.length, 1);
  assert.equal((await server.call("DELETE", `/api/notes/${id}/content`)).status, 204);
  assert.equal((await server.call("DELETE", `/api/notes/${id}/content`)).status, 204);
  assert.equal((await server.call("DELETE", "/api/notes/nowhere/content")).status, 404);
  const gone = (await server.call("GET", `/api/notes/${id}`)).json;
  assert.deepEqual([gone.text, gone.erased, gone.archived], ["", true, true]);
});

Deno.test("what a note names has to be there, and it is for one at most", async () => {
  await using server = await TestServer.start();
  const refused = async (note: object) => {
    const { status, json } = await server.call("POST", "/api/notes", { text: "x", ...note });
    return [status, json.errors?.[0]?.path];
  };
  assert.deepEqual(await refused({ agentId: "agent_nobody" }), [422, "agentId"]);
  assert.deepEqual(await refused({ agentId: "agent_editor", projectId: "project_1" }), [422, "agentId"]);
  assert.deepEqual(await refused({ source: { conversationId: "nowhere" } }), [422, "source"]);
  assert.deepEqual(await refused({ source: { conversationId: WELCOME, messageId: "nowhere" } }), [
    422,
    "source",
  ]);
  assert.deepEqual((await refused({ text: " " }))[0], 422);
  assert.deepEqual((await refused({ text: "x".repeat(1_001) }))[0], 422);
});

Deno.test(`one more than ${NOTES} is refused, until one is put away`, async () => {
  await using server = await TestServer.start();
  const by = { kind: "user", id: "local", name: "User" } as const;
  const events = Array.from({ length: NOTES }, (_, at) => ({
    type: "NoteCreated" as const,
    data: { id: `n${at}`, version: 1, text: "x" },
  }));
  await server.system.changeWorkspace(() => ({ ok: true, answer: { id: "" }, events }), { by });
  const more = () => server.call("POST", "/api/notes", { text: "One more" });
  assert.deepEqual((await more()).json.errors[0].path, "text");
  assert.equal((await server.call("DELETE", "/api/notes/n0")).status, 204);
  assert.equal((await more()).status, 201);
});
