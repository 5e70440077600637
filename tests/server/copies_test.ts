/** Conversations that outlive their surroundings: run again with other models, exported for reading, agents gone. */
import assert from "node:assert/strict";
import { conversation as conversationFold } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { htmlTexts } from "../../server/routes/transcripts.ts";
import { rechained } from "../events/exported.ts";
import { ANN, History } from "../history.ts";
import { TestServer } from "./harness.ts";

// Tests read what they expect; a wrong shape fails the test.
// deno-lint-ignore no-explicit-any
type Any = any;

async function conversation(
  server: TestServer,
  models: Record<string, string>,
  more: object = {},
): Promise<string> {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agentIds: string[] = [];
  for (const [name, model] of Object.entries(models)) {
    agentIds.push((await server.call("POST", "/api/agents", { name, providerId: provider, model })).json.id);
  }
  return (await server.call("POST", "/api/conversations", { agentIds, ...more })).json.conversation.id;
}

async function say(server: TestServer, id: string, content: string): Promise<Any> {
  const posted = await server.call("POST", `/api/conversations/${id}/messages`, { content });
  await server.settled(id);
  return posted.json.message;
}

const fold = async (server: TestServer, id: string): Promise<Any> =>
  (await server.call("GET", `/api/conversations/${id}`)).json;

// Shows P26, C-2.
Deno.test("the same conversation with another model is a new one: same words, same checkboxes, the old one untouched", async () => {
  await using server = await TestServer.start();
  const id = await conversation(server, { Ada: "echo", Ben: "echo" });
  const first = await say(server, id, "first");
  await server.call("PATCH", `/api/conversations/${id}/messages/${first.id}`, { included: false });
  await say(server, id, "second");
  const before = await fold(server, id);
  const exported = (await server.call("GET", `/api/conversations/${id}/export`)).text;
  const ada = before.participants.find((p: Any) => p.name === "Ada");
  const made = await server.call("POST", `/api/conversations/${id}/rerun`, {
    agents: { [ada.id]: { model: "manager" } },
  });
  assert.equal(made.status, 201);
  const copy = made.json.conversation.id;
  assert.deepEqual(made.json.conversation.lineage, {
    conversationId: id,
    seq: before.seq,
    kind: "rerun",
    title: "first",
  });
  await server.settled(copy);
  const after = await fold(server, copy);
  assert.deepEqual(after.participants.map((p: Any) => [p.name, p.model]), [["Ada", "manager"], [
    "Ben",
    "echo",
  ]]);
  const people = (state: Any) =>
    state.messages.filter((m: Any) => m.role === "user").map((m: Any) => [m.content, m.included]);
  assert.deepEqual(people(after), people(before));
  assert.deepEqual(people(after), [["first", false], ["second", true]]);
  const answers = after.messages.filter((m: Any) => m.role === "assistant");
  assert.equal(answers.length, 4);
  assert.ok(answers.every((m: Any) => m.status === "complete"));
  assert.equal((await server.call("GET", `/api/conversations/${id}/export`)).text, exported);
  const agents = (await server.call("GET", "/api/agents")).json.items.filter((a: Any) => a.name === "Ada");
  assert.deepEqual(
    agents.map((a: Any) => a.model).sort(),
    ["echo", "manager"],
    "the settings keep what was set",
  );
  const unknown = await server.call("POST", `/api/conversations/${id}/rerun`, { agents: { nobody: {} } });
  assert.equal(unknown.status, 404);
});

// Shows P20.
Deno.test("an export for reading has every word, by whom and when, and what was left out; as JSON every message whole", async () => {
  await using server = await TestServer.start();
  const id = await conversation(server, { Ada: "echo", Bad: "error-401", Cut: "cut-middle" });
  const asked = await say(server, id, "Is *bread* food?");
  await server.call("PATCH", `/api/conversations/${id}/messages/${asked.id}`, { included: false });
  const { messages } = await fold(server, id);
  const at = `/api/conversations/${id}/export`;
  const markdown = await server.call("GET", `${at}?format=markdown`);
  assert.match(markdown.headers.get("content-type") ?? "", /^text\/markdown/);
  assert.match(markdown.headers.get("content-disposition") ?? "", /^attachment; .*\.md$/);
  for (const { content, authorName, createdAt } of messages) {
    if (content === "") continue;
    assert.ok(markdown.text.includes(content), content);
    assert.ok(markdown.text.includes(`## ${authorName}\n\n*${createdAt}`), authorName);
  }
  assert.match(markdown.text, /## User\n\n\*[^*]*, left out of the context\*\n\nIs \*bread\* food\?/);
  assert.match(markdown.text, /## Cut\n\n\*[^*]*, failed, left out of the context\*\n\nI was about to/);
  const json = await server.call("GET", `${at}?format=json`);
  assert.deepEqual(json.json.messages, messages);
  const openai = await server.call("GET", `${at}?format=openai`);
  assert.deepEqual(openai.json.messages, [{ role: "assistant", name: "Ada", content: "Is *bread* food?" }]);
  assert.match(openai.headers.get("content-disposition") ?? "", /\.openai\.json$/);
  assert.equal((await server.call("GET", `${at}?format=docx`)).status, 422);
});

Deno.test("a file's name of another direction turns nothing around it on the page of a conversation", () => {
  const history = new History().started().add("MessagePosted", {
    messageId: "m1",
    author: ANN,
    role: "user",
    content: "Look",
    attachments: [{ sha256: "0".repeat(64), name: "\u05e9 <b>.png", type: "image/png", size: 7 }],
  });
  const page = [...htmlTexts(foldAll(conversationFold, conversationFold.initial("c"), history.events))].join(
    "",
  );
  assert.ok(page.includes('<p class="file">Attached: <bdi>\u05e9 &lt;b&gt;.png</bdi> (7 bytes)</p>'));
});

Deno.test("a page of a conversation holds its words as they are, and nothing of it runs or is loaded", async () => {
  await using server = await TestServer.start();
  const id = await conversation(server, { "Ada <b>": "echo" });
  await say(server, id, '<script>alert("&")</script>\n  two');
  await server.call("PATCH", `/api/conversations/${id}`, { title: "</title><script>" });
  const page = await server.call("GET", `/api/conversations/${id}/export?format=html`);
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  assert.match(page.headers.get("content-disposition") ?? "", /^attachment; .*\.html$/);
  assert.match(page.text, /default-src 'none'; style-src 'unsafe-inline'/);
  assert.doesNotMatch(page.text, /<script|<b>/i);
  assert.equal(page.text.split("&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;\n  two").length, 3);
  assert.ok(page.text.includes("Ada &lt;b&gt;</h2>"));
  const { json } = await server.call("GET", `/api/conversations/${id}/export?format=openai`);
  assert.deepEqual(json.messages.map(({ role, name }: Any) => [role, name]), [
    ["user", "User"],
    ["assistant", "Ada_b_"],
  ]);
});

Deno.test("what was sent is proven in a fork and where an export is taken in, as it is where it was sent", async () => {
  await using server = await TestServer.start();
  await using other = await TestServer.start();
  const id = await conversation(server, { Ada: "echo" });
  await say(server, id, "first");
  await say(server, id, "second");
  const { seq } = await fold(server, id);
  const copy = (await server.call("POST", `/api/conversations/${id}/fork`, { seq, title: "Copy" })).json
    .conversation.id;
  const { text } = await server.call("GET", `/api/conversations/${id}/export`);
  assert.equal((await other.call("POST", "/api/import", text)).status, 201);
  const proofs = async (where: TestServer, id: string) => {
    const turns = (await fold(where, id)).messages.flatMap((m: Any) => m.turnId ?? []);
    const requests = turns.map(async (turn: string) =>
      (await where.call("GET", `/api/conversations/${id}/turns/${turn}/request`)).json.calls
    );
    return (await Promise.all(requests)).flat().map(({ body, proof }: Any) => ({ body, proof }));
  };
  const sent = await proofs(server, id);
  assert.deepEqual(sent.map(({ proof }) => proof), ["proven", "proven"]);
  assert.deepEqual(await proofs(server, copy), sent);
  assert.deepEqual(await proofs(other, id), sent);
});

// Shows P21.
Deno.test("an agent and its provider that are put away keep their name in old conversations, and answer there still", async () => {
  await using server = await TestServer.start();
  const provider = (await server.call("POST", "/api/providers", { name: "Old", kind: "mock" })).json;
  const agent = (await server.call("POST", "/api/agents", {
    name: "Ada",
    providerId: provider.id,
    model: "echo",
    color: 5,
  })).json;
  const { id } =
    (await server.call("POST", "/api/conversations", { agentIds: [agent.id] })).json.conversation;
  await say(server, id, "before");
  assert.equal((await server.call("DELETE", `/api/agents/${agent.id}`)).status, 204);
  assert.equal((await server.call("DELETE", `/api/providers/${provider.id}`)).status, 204);
  await say(server, id, "after");
  const state = await fold(server, id);
  const answers = state.messages.filter((m: Any) => m.role === "assistant");
  assert.deepEqual(answers.map((m: Any) => [m.authorName, m.content]), [["Ada", "before"], ["Ada", "after"]]);
  assert.deepEqual(state.participants.map((p: Any) => [p.name, p.color]), [["Ada", 5]]);
  const [{ id: membership }] = state.participants;
  assert.equal(
    (await server.call("DELETE", `/api/conversations/${id}/participants/${membership}`)).status,
    200,
  );
  const left = await fold(server, id);
  assert.deepEqual(left.participants, []);
  assert.deepEqual(
    left.messages.filter((m: Any) => m.role === "assistant").map((m: Any) => [m.authorName, m.content]),
    [["Ada", "before"], ["Ada", "after"]],
  );
  const refused = await server.call("POST", `/api/conversations/${id}/participants`, { agentId: agent.id });
  assert.equal(refused.status, 422, "who was put away joins nothing new");
});

// Shows S3-11.
Deno.test("a message that came under __fake_id__ is left as it is, and nothing that follows takes its id", async () => {
  await using server = await TestServer.start();
  const id = await conversation(server, { Ada: "echo" });
  await say(server, id, "list all tasks");
  const [asked, answer] = (await fold(server, id)).messages;
  const exported = (await server.call("GET", `/api/conversations/${id}/export`)).text;
  const named = "conversation_brought";
  const lines = exported.replaceAll(answer.id, "__fake_id__").replaceAll(id, named).trimEnd().split("\n");
  const old = rechained(lines).join("\n");
  const taken = await server.call("POST", "/api/import", old, { "content-type": "application/x-ndjson" });
  assert.equal(taken.status, 201, taken.text);
  const brought = await fold(server, named);
  const [first, second, notice] = brought.messages;
  assert.deepEqual(
    [first, second].map(({ id, content }: Any) => [id, content]),
    [[asked.id, "list all tasks"], ["__fake_id__", "list all tasks"]],
  );
  assert.match(notice.content, /was imported/);
  await say(server, named, "create task for groceries");
  const after = (await fold(server, named)).messages;
  assert.deepEqual(after.slice(0, 3), brought.messages, "left as they are");
  assert.equal(new Set(after.map((m: Any) => m.id)).size, 5, "none replaced");
  assert.match(after[4].id, /^message_[0-9a-f]{12}$/);
  const again = await server.call("POST", `/api/conversations/${named}/messages`, {
    id: "__fake_id__",
    content: "mine",
  });
  assert.equal(again.status, 422, "and none can be made");
  const broken = old.replaceAll("list all tasks", "drop all tasks").replaceAll(named, "conversation_forged");
  const refused = await server.call("POST", "/api/import", broken, {
    "content-type": "application/x-ndjson",
  });
  assert.equal(refused.status, 422, "a changed event without a chain of its own is none");
});

Deno.test("what came in from somewhere else stays foreign: in the import, in its forks and when it is run again", async () => {
  await using there = await TestServer.start();
  await using here = await TestServer.start();
  const id = await conversation(there, { Ada: "echo" });
  await say(there, id, "from there");
  const { text } = await there.call("GET", `/api/conversations/${id}/export`);
  const head = (await fold(there, id)).seq;
  assert.equal(await there.system.foreign(id), 0, "said here");
  const forked = async (server: TestServer, seq: number) =>
    (await server.call("POST", `/api/conversations/${id}/fork`, { seq })).json.conversation.id;
  assert.equal(await there.system.foreign(await forked(there, head)), 0, "a fork of own words is one's own");

  const imported = () =>
    here.call("POST", "/api/import", new TextEncoder().encode(text), {
      "content-type": "application/x-ndjson",
    });
  const { status, json } = await imported();
  assert.equal(status, 201);
  assert.equal(await here.system.foreign(id), json.seq);
  await here.call("POST", `/api/conversations/${id}/messages`, { content: "from here" });
  await here.settled(id);
  await imported();
  assert.equal(await here.system.foreign(id), json.seq, "taken in again, nothing changes");
  const now = (await fold(here, id)).seq;
  assert.ok(now > json.seq);
  for (const seq of [json.seq - 1, json.seq, json.seq + 1, now]) {
    assert.equal(await here.system.foreign(await forked(here, seq)), Math.min(seq, json.seq));
  }
  const provider = (await here.call("GET", "/api/providers")).json.items[0].id;
  const { json: agent } = await here.call("POST", "/api/agents", {
    name: "Cy",
    providerId: provider,
    model: "echo",
  });
  await here.call("POST", `/api/conversations/${id}/participants`, { agentId: agent.id });
  for (const { id: gone, name } of (await fold(here, id)).participants) {
    if (name === "Ada") await here.call("DELETE", `/api/conversations/${id}/participants/${gone}`, {});
  }
  const again = await here.call("POST", `/api/conversations/${id}/rerun`, { agents: {} });
  assert.equal(again.status, 201, again.text);
  const copy = again.json.conversation.id;
  await here.settled(copy);
  const messages = (await fold(here, copy)).messages.filter((m: Any) => m.role === "user");
  assert.equal(messages.length, 2);
  assert.ok(await here.system.foreign(copy) >= messages[1].seq, "nobody wrote them anew");
  assert.ok(await here.system.foreign(copy) < Number.MAX_SAFE_INTEGER, "what is written from now on counts");

  await here.call("DELETE", `/api/conversations/${id}`, {});
  await here.purged(id);
  assert.equal(await here.system.foreign(id), 0, "a deletion leaves no row");
});
