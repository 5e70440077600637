/** A conversation of another product here: its words with their own times and authors, marked, once, and gone on with. */
import assert from "node:assert/strict";
import { MOVED_MESSAGE_UNITS } from "../../events/catalog/limits.ts";
import { TestServer } from "./harness.ts";
import { pixel } from "../projections/moving_in/given.ts";

const NDJSON = { "content-type": "application/x-ndjson" };
const head = (more: Record<string, unknown> = {}) => ({
  from: "ChatGPT",
  id: "bread",
  head: "a2",
  title: "Why bread rises",
  at: "2024-05-01T10:00:00.000Z",
  ...more,
});
const ask = { role: "user", at: "2024-05-01T10:00:01.000Z", content: "Why does bread rise?" };
const answer = {
  role: "assistant",
  name: "gpt-5",
  at: "2024-05-01T10:00:05.000Z",
  content: "Yeast makes gas.",
};

async function take(
  server: TestServer,
  first: Record<string, unknown>,
  ...messages: Record<string, unknown>[]
) {
  const lines = [{ messages: messages.length, ...first }, ...messages];
  return await server.call(
    "POST",
    "/api/imports",
    lines.map((line) => JSON.stringify(line)).join("\n"),
    NDJSON,
  );
}
const foldOf = async (server: TestServer, id: string) =>
  (await server.call("GET", `/api/conversations/${id}?view=fold`)).json.fold;

Deno.test("words come with their own times and authors, marked as from there, and stand in the list by their times", async () => {
  await using server = await TestServer.start();
  const taken = await take(server, head(), ask, answer);
  assert.equal(taken.status, 201, taken.text);
  const { conversation, created } = taken.json;
  assert.deepEqual([created, conversation.title], [true, "Why bread rises"]);
  const fold = await foldOf(server, conversation.id);
  const [first, second, notice] = fold.order.map((id: string) => fold.messages[id]);
  assert.deepEqual([first.at, first.author, first.origin], [
    ask.at,
    { kind: "human", id: "local", name: "User" },
    { from: "ChatGPT", at: ask.at },
  ]);
  assert.deepEqual([second.at, second.author.kind, second.author.name, second.status], [
    answer.at,
    "agent",
    "gpt-5",
    "complete",
  ]);
  assert.deepEqual([notice.notice.code, notice.origin], ["imported", { from: "ChatGPT" }]);
  assert.equal(fold.importedThrough, fold.seq);
  const { items } = (await server.call("GET", "/api/conversations")).json;
  const row = items.find(({ id }: { id: string }) => id === conversation.id);
  assert.deepEqual([row.createdAt, row.updatedAt, row.saidSeq, row.lastMessage], [
    head().at,
    answer.at,
    0,
    { authorName: "gpt-5", text: "Yeast makes gas." },
  ]);
  assert.equal(items.at(-1).id, conversation.id, "older than what was said here");
});

Deno.test("a time that is still to come is kept as it is told, and keeps no conversation on top of the list", async () => {
  await using server = await TestServer.start();
  const late = "9998-12-31T23:59:59.999Z";
  const taken = await take(server, head({ at: late }), { ...ask, at: late });
  const { id } = taken.json.conversation;
  const fold = await foldOf(server, id);
  assert.deepEqual([fold.createdAt, fold.messages[fold.order[0]].at], [late, late]);
  server.advance(60_000);
  const { json } = await server.call("POST", "/api/conversations", { message: "New" });
  const list = (await server.call("GET", "/api/conversations")).json.items.map((row: { id: string }) =>
    row.id
  );
  assert.ok(list.indexOf(json.conversation.id) < list.indexOf(id), "what is said later stands above it");
  const earlier = await take(server, head({ id: "other" }), ask, answer);
  assert.equal(earlier.json.conversation.updatedAt, answer.at);
});

Deno.test("whom a file names is nobody here, and the same one in every conversation from there", async () => {
  await using server = await TestServer.start();
  const said = [{ ...ask, name: "Zoë" }, { ...answer, name: "Zoë" }, { ...ask, name: "User" }];
  const authors = async (first: Record<string, unknown>) => {
    const taken = await take(server, first, ...said);
    const { order, messages } = await foldOf(server, taken.json.conversation.id);
    return order.slice(0, 3).map((id: string) => messages[id].author);
  };
  const [zoe, agent, user] = await authors(head());
  assert.deepEqual([zoe.kind, agent.kind, user.name], ["human", "agent", "User"]);
  assert.equal(new Set(["local", zoe.id, agent.id, user.id]).size, 4);
  assert.deepEqual(await authors(head({ id: "other" })), [zoe, agent, user]);
});

Deno.test("it is gone on with: an agent of this workspace sees the words, and the conversation moves up", async () => {
  await using server = await TestServer.start();
  const id = (await take(server, head(), ask, answer)).json.conversation.id;
  const [agent] = (await server.call("GET", "/api/agents")).json.items;
  await server.call("POST", `/api/conversations/${id}/participants`, { agentId: agent.id });
  const { participantId } = { participantId: (await foldOf(server, id)).participants[0].id };
  const { body } = (await server.call("GET", `/api/conversations/${id}/context/${participantId}`)).json;
  assert.deepEqual(
    JSON.parse(body).messages.map(({ role, content }: { role: string; content: string }) => [role, content]),
    [
      // One after the other of the same role they are one.
      ["user", "Why does bread rise?\n\n[gpt-5]: Yeast makes gas."],
    ],
  );
  const posted = await server.call("POST", `/api/conversations/${id}/messages`, { content: "And salt?" });
  assert.equal(posted.status, 201);
  const { items } = (await server.call("GET", "/api/conversations")).json;
  assert.equal(items[0].id, id);
});

Deno.test("the same again changes nothing, at once or later; grown it is another; deleted it stays so", async () => {
  await using server = await TestServer.start();
  const both = await Promise.all([take(server, head(), ask, answer), take(server, head(), ask, answer)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 201]);
  const [{ json: { conversation: { id } } }] = both;
  assert.deepEqual((await take(server, head(), ask, answer)).json.created, false);
  const key = { from: "ChatGPT", id: "bread", head: "a2" };
  const keys = [key, { ...key, head: "a3" }];
  const states = async () =>
    (await server.call("POST", "/api/imports/known", { keys })).json.items.map((
      { state }: { state: string },
    ) => state);
  assert.deepEqual(await states(), ["here", "new"]);
  const grown = await take(server, head({ head: "a3" }), ask, answer, {
    ...ask,
    at: "2024-05-02T10:00:00.000Z",
  });
  assert.notEqual(grown.json.conversation.id, id);
  await server.call("DELETE", `/api/conversations/${id}`);
  await server.purged(id);
  assert.equal((await take(server, head(), ask, answer)).status, 409);
});

Deno.test("a branch names the conversation with which it begins", async () => {
  await using server = await TestServer.start();
  const main = await take(server, head(), ask, answer);
  const fork = { id: "bread", head: "a2", messages: 1 };
  const branch = await take(server, head({ head: "a1", fork }), ask, { ...answer, content: "Yeast." });
  assert.equal(branch.status, 201, branch.text);
  const { lineage, messages, order } = await foldOf(server, branch.json.conversation.id);
  assert.deepEqual(lineage, {
    conversationId: main.json.conversation.id,
    seq: 2,
    kind: "fork",
    messageId: order[0],
    title: "Why bread rises",
  });
  assert.equal(messages[order[0]].seq, 2);
});

Deno.test("texts of any length a message may have, and pictures that were uploaded, are kept", async () => {
  await using server = await TestServer.start();
  const file = await server.call("POST", "/api/attachments", pixel(), {
    "content-type": "image/png",
    "x-file-name": "a.png",
  });
  const long = "ü\\".repeat(MOVED_MESSAGE_UNITS / 2);
  const attachments = [{ sha256: file.json.sha256, name: "a.png" }];
  const taken = await take(server, head(), { ...ask, attachments }, { ...answer, content: long });
  assert.equal(taken.status, 201, taken.text);
  const fold = await foldOf(server, taken.json.conversation.id);
  assert.equal(fold.bodies[fold.order[1]].content, long);
  assert.equal(fold.messages[fold.order[0]].attachments[0].type, "image/png");
  const more = await take(server, head({ head: "b" }), { ...answer, content: `${long}x` });
  assert.equal(more.status, 422);
  const nobody = [{ sha256: "0".repeat(64), name: "b" }];
  assert.equal((await take(server, head({ head: "c" }), { ...ask, attachments: nobody })).status, 422);
});

Deno.test("what is no such conversation is refused in words that say where, and nothing is there", async () => {
  await using server = await TestServer.start();
  const call = (text: string) => server.call("POST", "/api/imports", text, NDJSON);
  const lines = (first: unknown, ...rest: unknown[]) =>
    [first, ...rest].map((line) => JSON.stringify(line)).join("\n");
  const before = (await server.call("GET", "/api/conversations")).json.items.length;
  for (
    const [text, said] of [
      ["", /no first line/],
      ["{", /Line 1: it is not JSON/],
      [lines({ ...head(), messages: 0 }), /Line 1: messages/],
      [lines({ ...head(), messages: 1 }), /fewer lines/],
      [lines({ ...head(), messages: 1 }, ask, answer), /more lines/],
      [lines({ ...head(), messages: 1, secret: 1 }, ask), /Line 1: it: has a field that is not known/],
      [lines({ ...head(), messages: 1, at: "2024-05-01" }, ask), /Line 1: at/],
      [
        lines({ ...head({ fork: { id: "bread", head: "a2", messages: 1 } }), messages: 1 }, ask),
        /Line 1: fork/,
      ],
      [lines({ ...head(), messages: 1, title: "a\nb" }, ask), /Line 1: title/],
      [lines({ ...head(), messages: 1 }, { ...ask, role: "system" }), /Line 2: role/],
      [`${lines({ ...head(), messages: 1 })}\n${"[".repeat(99)}`, /Line 2: it is nested too deep/],
    ] as const
  ) {
    const refused = await call(text);
    assert.equal(refused.status, 422, `${text}: ${refused.text}`);
    assert.match(refused.json.detail, said);
  }
  assert.equal((await server.call("GET", "/api/conversations")).json.items.length, before);
});
