/** Erasing words in copies: where a message stands is found also where nothing but the message itself tells. */
import assert from "node:assert/strict";
import { CLOCKS } from "../../../server/serve.ts";
import { TestServer } from "../harness.ts";

const SAID = "Marmalade plans of the embassy";

const MOMENT = Date.UTC(2026, 0, 1);

/** A conversation of one agent that begins with a message. */
async function talk(server: TestServer, message: unknown = SAID) {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agent = { name: "Ada", providerId: provider, model: "silent", color: 1 };
  const agentIds = [(await server.call("POST", "/api/agents", agent)).json.id];
  const id: string = (await server.call("POST", "/api/conversations", { agentIds })).json.conversation.id;
  const posted = await server.call("POST", `/api/conversations/${id}/messages`, message);
  assert.equal(posted.status, 201, posted.text);
  await server.settled(id);
  const { seq } = (await server.call("GET", `/api/conversations/${id}`)).json;
  return { id, messageId: String(posted.json.message.id), seq: Number(seq) };
}

async function made(server: TestServer, from: string, how: string, body: object): Promise<string> {
  const answer = await server.call("POST", `/api/conversations/${from}/${how}`, body);
  assert.ok(answer.status < 300, answer.text);
  const { id } = answer.json.conversation;
  await server.settled(id);
  return id;
}

const erase = (server: TestServer, id: string, messageId: string) =>
  server.call("DELETE", `/api/conversations/${id}/messages/${messageId}/content?copies=true`);

/** All that is told of these. */
async function told(server: TestServer, ids: readonly string[]): Promise<string> {
  const texts = [(await server.call("GET", "/api/conversations")).text];
  for (const id of ids) {
    for (const path of ["", "?view=fold", "/events", "/export?format=ndjson"]) {
      texts.push((await server.call("GET", `/api/conversations/${id}${path}`)).text);
    }
  }
  return texts.join("\n");
}

Deno.test("titles of conversations that were begun before a message, or with others in its place, lose it with the copies", async () => {
  await using server = await TestServer.start();
  const { id, messageId } = await talk(server, { content: SAID });
  const before = await made(server, id, "fork", { seq: 1 });
  const changed = await made(server, id, "continue", { messageId, content: "Something else." });
  const other = await made(server, id, "fork", { seq: 1, title: "Mine" });
  assert.ok((await told(server, [before, changed, other])).includes("Marmalade"));
  const { json } = await server.call("GET", `/api/conversations/${id}/messages/${messageId}/copies`);
  assert.deepEqual(
    json.items.map(({ conversationId, messageIds }: Record<string, unknown>) => [conversationId, messageIds])
      .sort(),
    [before, changed, other].map((one) => [one, []]).sort(),
  );
  const gone = await erase(server, id, messageId);
  assert.deepEqual([gone.status, gone.json.copies], [200, []]);
  assert.ok(!(await told(server, [id, before, changed, other])).includes("Marmalade"));
  const { title } = (await server.call("GET", `/api/conversations/${other}`)).json.conversation;
  assert.equal(title, "Mine");
  // Again, and of a conversation in which it never stood, nothing happens.
  assert.equal((await erase(server, id, messageId)).status, 200);
  assert.equal((await erase(server, before, messageId)).status, 404);
});

Deno.test("a copy is found behind one that was deleted, from either end, and nothing else that began at that moment", async () => {
  for (const from of [0, 1]) {
    // All of it begins at one moment.
    await using server = await TestServer.start({ clocks: { ...CLOCKS, now: () => MOMENT } });
    const { id, messageId, seq } = await talk(server, { content: SAID });
    const middle = await made(server, id, "fork", { seq });
    const far = await made(server, middle, "fork", { seq });
    assert.equal((await server.call("DELETE", `/api/conversations/${middle}`)).status, 204);
    const stranger = await talk(server, { content: SAID });
    const ends = from === 0 ? [id, far] : [far, id];
    const gone = await erase(server, ends[0] ?? "", messageId);
    assert.deepEqual(gone.json.copies, [{ conversationId: ends[1], messageId }]);
    assert.ok(!(await told(server, [far])).includes("Marmalade (from"));
    const { content } =
      (await server.call("GET", `/api/conversations/${stranger.id}/messages`)).json.items[0];
    assert.equal(content, SAID);
  }
});

Deno.test("files that were sent without words are found where they were sent again", async () => {
  await using server = await TestServer.start();
  const sent = { "content-type": "text/plain", "x-file-name": "a.txt" };
  const [one, two] = [
    (await server.call("POST", "/api/attachments", "marmalade", sent)).json.sha256,
    (await server.call("POST", "/api/attachments", "butter", sent)).json.sha256,
  ];
  const withFile = (sha256: string) => ({ content: "", attachments: [{ sha256, name: "a.txt" }] });
  const { id, messageId } = await talk(server, withFile(one));
  await server.call("POST", `/api/conversations/${id}/messages`, withFile(two));
  await server.settled(id);
  const again = await made(server, id, "rerun", { agents: {} });
  const gone = await erase(server, id, messageId);
  assert.equal(gone.json.copies.length, 1, gone.text);
  assert.equal((await server.call("GET", `/api/attachments/${one}`)).status, 404);
  const { items } = (await server.call("GET", `/api/conversations/${again}/messages`)).json;
  const files = items.flatMap(({ attachments }: { attachments: { sha256: string }[] }) => attachments);
  assert.deepEqual(files.map(({ sha256 }: { sha256: string }) => sha256), [two]);
});

Deno.test("a title that a tool gave because of a message goes with it, also where a copy only tells what it was made of", async () => {
  await using server = await TestServer.start();
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agent = {
    name: "Tia",
    providerId: provider,
    model: "tool-user",
    tools: ["rename_conversation"],
    color: 1,
  };
  const agentIds = [(await server.call("POST", "/api/agents", agent)).json.id];
  const id: string = (await server.call("POST", "/api/conversations", { agentIds })).json.conversation.id;
  const at = `/api/conversations/${id}`;
  const asked = new Promise<void>((resolve) => {
    const stop = server.system.subscribe((frame) => {
      const calls = frame.type === "commit" &&
        frame.commit.events.some(({ event }) => event.type === "ToolCalled");
      if (!calls) return;
      stop();
      resolve();
    });
  });
  const posted = await server.call("POST", `${at}/messages`, {
    content: "Please call it Marmalade embassy.",
  });
  const messageId = String(posted.json.message.id);
  await asked;
  const { events } = (await server.call("GET", `${at}/events`)).json;
  const { turnId, callId } = events.find(({ type }: { type: string }) => type === "ToolCalled").data;
  await server.call("POST", `${at}/turns/${turnId}/permission`, { callId, allowed: true });
  await server.settled(id);
  assert.equal((await server.call("GET", at)).json.conversation.title, "Marmalade embassy");
  const { seq } = (await server.call("GET", at)).json;
  const before = await made(server, id, "fork", { seq: 1 });
  const behind = await made(server, id, "fork", { seq });
  const all = [id, before, behind];
  assert.ok((await told(server, [before])).includes("Marmalade embassy"));
  for (const { id: message } of (await server.call("GET", `${at}/messages`)).json.items.toReversed()) {
    if (message !== messageId) await erase(server, id, message);
  }
  await server.call("DELETE", `${at}/messages/${messageId}/content?copies=true`);
  assert.ok(
    !(await told(server, all)).includes("Marmalade"),
    (await told(server, all)).match(/.{80}Marmalade.{20}/)?.[0],
  );
});

Deno.test("a copy that was deleted and is had back has not got the words back", async () => {
  await using server = await TestServer.start();
  const { id, messageId, seq } = await talk(server, { content: SAID });
  const fork = await made(server, id, "fork", { seq });
  const again = await made(server, id, "rerun", { agents: {} });
  const stranger = await talk(server, { content: SAID });
  for (const one of [fork, again, stranger.id]) {
    assert.equal((await server.call("DELETE", `/api/conversations/${one}`)).status, 204);
  }
  const own = await server.call("DELETE", `/api/conversations/${fork}/messages/${messageId}/content`);
  assert.equal(own.status, 404, "for people it is gone");
  const copies = (await erase(server, id, messageId)).json.copies;
  assert.deepEqual(
    copies.map(({ conversationId }: { conversationId: string }) => conversationId).sort(),
    [fork, again].sort(),
  );
  for (const one of [fork, again, stranger.id]) {
    assert.equal((await server.call("POST", `/api/conversations/${one}/restore`)).status, 200);
  }
  assert.ok(
    !(await told(server, [id, fork, again])).replaceAll(/^.*"items":.*$/gm, "").includes("Marmalade"),
  );
  assert.ok((await told(server, [stranger.id])).includes(SAID));
});
