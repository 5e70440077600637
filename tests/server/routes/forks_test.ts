import assert from "node:assert/strict";
import { type Answer, TestServer } from "../harness.ts";

interface Told {
  readonly id: string;
  readonly seq: number;
  readonly role: string;
  readonly content: string;
  readonly included: boolean;
}

/** A conversation of one agent in which two things were said and answered; the first names it. */
async function talk(server: TestServer, more: object = {}) {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agent = { name: "Ada", providerId: provider, model: "echo", color: 1 };
  const agentIds = [(await server.call("POST", "/api/agents", agent)).json.id];
  const made = await server.call("POST", "/api/conversations", { agentIds, message: "Bread?", ...more });
  const id: string = made.json.conversation.id;
  const path = `/api/conversations/${id}`;
  await server.settled(id);
  await server.call("POST", `${path}/messages`, { content: "And butter?" });
  await server.settled(id);
  return { id, path, said: await messages(server, id) };
}

const messages = async (server: TestServer, id: string): Promise<Told[]> =>
  (await server.call("GET", `/api/conversations/${id}/messages`)).json.items;
const idOf = ({ json }: Pick<Answer, "json">): string => json.conversation.id;
const row = async (server: TestServer, id: string) =>
  (await server.call("GET", "/api/conversations")).json.items.find((one: Told) => one.id === id);

// Shows S0-62, P26, C-2.
Deno.test("with other words in the place of a message another conversation goes on, and the old one stays as it was", async () => {
  await using server = await TestServer.start();
  const { id, path, said } = await talk(server);
  const [first, answer, second] = said;
  assert.ok(first && answer && second);
  const changed = await server.call("POST", `${path}/continue`, {
    messageId: second.id,
    content: "And jam?",
  });
  assert.equal(changed.status, 201);
  const to = idOf(changed);
  await server.settled(to);
  const now = await messages(server, to);
  assert.deepEqual(now.slice(0, 3).map(({ content }) => content), ["Bread?", answer.content, "And jam?"]);
  assert.equal(now[3]?.role, "assistant", "who takes part answers there");
  assert.equal(changed.json.message.id, now[2]?.id);
  assert.deepEqual(await messages(server, id), said, "nothing changes here");
  const lineage = {
    conversationId: id,
    seq: second.seq - 1,
    kind: "changed",
    messageId: second.id,
    title: "Bread?",
  };
  assert.deepEqual(changed.json.conversation.lineage, lineage);
  assert.deepEqual((await row(server, to)).lineage, lineage, "in the list too");
  assert.equal((await row(server, id)).lineage, null);
  assert.equal(changed.json.conversation.title, "Bread? (changed from message 3)");
});

Deno.test("the same once more is the same conversation, with the words said once; under another request the key is refused", async () => {
  await using server = await TestServer.start();
  const { path, said } = await talk(server);
  const [first, , second] = said;
  const go = (body: object) => server.call("POST", `${path}/continue`, body, { "idempotency-key": "go" });
  const body = { messageId: second?.id, content: "And jam?" };
  const once = await go(body);
  const again = await go(body);
  assert.equal(again.status, 201);
  assert.deepEqual([idOf(again), again.json.message.id], [idOf(once), once.json.message.id]);
  await server.settled(idOf(once));
  assert.equal(
    (await messages(server, idOf(once))).filter(({ role, content }) =>
      role === "user" && content === "And jam?"
    ).length,
    1,
  );
  assert.equal((await go({ ...body, messageId: first?.id })).json.code, "reused_key");
  assert.equal((await go({ ...body, content: "And salt?" })).json.code, "reused_key");
});

Deno.test("a try that was cut between the copy and the words is finished by the next under its key", async () => {
  await using server = await TestServer.start();
  const { path, said } = await talk(server);
  const body = { messageId: said[0]?.id, content: "Rice?" };
  const { execute } = server.system;
  let cut = true;
  Object.assign(server.system, {
    execute: (...[id, command, meta]: Parameters<typeof execute>) =>
      cut && command.type === "post"
        ? Promise.resolve({ ok: false, code: "unavailable", detail: "cut" })
        : execute.call(server.system, id, command, meta),
  });
  const go = () => server.call("POST", `${path}/continue`, body, { "idempotency-key": "go" });
  assert.equal((await go()).status, 503);
  cut = false;
  const done = await go();
  assert.equal(done.status, 201);
  await server.settled(idOf(done));
  assert.deepEqual((await messages(server, idOf(done))).map(({ role }) => role), ["user", "assistant"]);
});

Deno.test("a repetition that was cut short is finished by the next try under its key, and says nothing twice", async () => {
  await using server = await TestServer.start();
  const { id, path, said } = await talk(server);
  await server.call("PATCH", `${path}/messages/${said[2]?.id}`, { included: false });
  const { execute } = server.system;
  let left = 0;
  Object.assign(server.system, {
    execute: (...[id, command, meta]: Parameters<typeof execute>) =>
      left-- === 0
        ? Promise.resolve({ ok: false, code: "unavailable", detail: "cut" })
        : execute.call(server.system, id, command, meta),
  });
  const again = (key = "again") =>
    server.call("POST", `${path}/rerun`, { agents: {} }, { "idempotency-key": key });
  const human = async (id: string) => {
    await server.settled(id);
    return (await messages(server, id)).filter(({ role }) => role === "user");
  };
  left = 2;
  assert.equal((await again("half")).status, 503);
  const half = idOf({
    json: { conversation: (await server.call("GET", "/api/conversations")).json.items[0] },
  });
  await server.call("POST", `/api/conversations/${half}/messages`, { content: "Mine" });
  assert.equal(idOf(await again("half")), half);
  assert.deepEqual((await human(half)).map(({ content }) => content), ["Bread?", "Mine"], "now it is theirs");
  // It begins, says the first, says the second, and leaves that out.
  for (const at of [0, 1, 2]) {
    left = at;
    assert.equal((await again()).status, 503, `${at}`);
  }
  left = -1;
  const done = await again();
  assert.equal(done.status, 201);
  const copies = await human(idOf(done));
  assert.deepEqual(copies.map(({ content }) => content), ["Bread?", "And butter?"]);
  assert.equal(idOf(await again()), idOf(done));
  const second = `/api/conversations/${idOf(done)}/messages/${copies[1]?.id}`;
  assert.deepEqual(copies.map(({ included }) => included), [true, false]);
  // What is done there, or said here, since then is no part of it.
  await server.call("PATCH", second, { included: true });
  await server.call("POST", `${path}/messages`, { content: "And jam?" });
  await server.call("PATCH", `${path}/messages/${said[0]?.id}`, { included: false });
  assert.equal((await human(id)).length, 3);
  await again();
  const now = await human(idOf(done));
  assert.deepEqual(now.map(({ id, included }) => [id, included]), copies.map(({ id }) => [id, true]));
});

Deno.test("only what a person said can be said otherwise, and only by what can be said; nothing is made of the rest", async () => {
  await using server = await TestServer.start();
  const { path, said } = await talk(server);
  const [first, answer] = said;
  const count = async () => (await server.call("GET", "/api/conversations")).json.items.length;
  const before = await count();
  for (
    const [body, status] of [
      [{ messageId: "message_none", content: "Rice?" }, 404],
      [{ messageId: answer?.id, content: "Rice?" }, 422],
      [{ messageId: first?.id, content: " " }, 422],
      [{ messageId: first?.id, content: "x".repeat(5_001) }, 422],
      [{ messageId: first?.id }, 422],
      [{ messageId: first?.id, content: "Rice?", attachments: [{ sha256: "a".repeat(64), name: "a" }] }, 422],
    ] as const
  ) {
    const refused = await server.call("POST", `${path}/continue`, body);
    assert.equal(refused.status, status, JSON.stringify(body).slice(0, 80));
  }
  assert.equal(await count(), before);
});

Deno.test("the files of a message go with its new words, unless others are named", async () => {
  await using server = await TestServer.start();
  const headers = { "content-type": "text/plain", "x-file-name": "list.txt" };
  const upload = async (text: string) => {
    const { json } = await server.call("POST", "/api/attachments", new TextEncoder().encode(text), headers);
    return { sha256: json.sha256, name: json.name };
  };
  const file = await upload("flour");
  const { path, said } = await talk(server, { attachments: [file] });
  const files = async (more: object) => {
    const { json } = await server.call("POST", `${path}/continue`, {
      messageId: said[0]?.id,
      content: "Rice?",
      ...more,
    });
    return json.message.attachments.map((one: { sha256: string }) => one.sha256);
  };
  assert.deepEqual(await files({}), [file.sha256]);
  assert.deepEqual(await files({ attachments: [] }), []);
  const other = await upload("rice");
  assert.deepEqual(await files({ attachments: [other] }), [other.sha256]);
});

Deno.test("a fork tells from which message it goes on, under a title of its own; forked again it is no twin", async () => {
  await using server = await TestServer.start();
  const { id, path, said } = await talk(server);
  const [, answer] = said;
  const head = (await server.call("GET", path)).json.seq;
  const fork = (seq: number, more: object = {}) => server.call("POST", `${path}/fork`, { seq, ...more });
  const one = await fork(head);
  assert.equal(one.json.conversation.title, "Bread? (from message 4)");
  assert.deepEqual(one.json.conversation.lineage, {
    conversationId: id,
    seq: head,
    kind: "fork",
    messageId: said[3]?.id,
    title: "Bread?",
  });
  assert.equal((await fork(head)).json.conversation.title, "Bread? (from message 4, 2)");
  assert.equal((await fork(head, { title: "Mine" })).json.conversation.title, "Mine");
  const ended = (await server.call("GET", `${path}/events?limit=1000`)).json.events
    .find(({ type }: { type: string }) => type === "TurnCompleted").seq;
  const early = await fork(ended);
  assert.equal(early.json.conversation.lineage.messageId, answer?.id);
  const deeper = await server.call("POST", `/api/conversations/${idOf(early)}/fork`, { seq: 3 });
  assert.equal(
    deeper.json.conversation.title,
    "Bread? (from message 1)",
    "what the first copy was is not told again",
  );
  assert.equal(deeper.json.conversation.lineage.title, "Bread? (from message 2)");
  const keyed = (seq = head) => server.call("POST", `${path}/fork`, { seq }, { "idempotency-key": "fork" });
  const [first, again] = [await keyed(), await keyed()];
  assert.equal((await keyed(3)).json.code, "reused_key");
  assert.deepEqual([again.status, idOf(again)], [201, idOf(first)]);
});

Deno.test("what was called otherwise meanwhile is no twin of its fork either, and a title that is given is its title", async () => {
  await using server = await TestServer.start();
  const { path } = await talk(server);
  await server.call("PATCH", path, { title: "Baking" });
  const { seq } = (await server.call("GET", path)).json;
  const fork = async (more: object = {}) => {
    const made = await server.call("POST", `${path}/fork`, { seq, ...more });
    assert.equal(made.json.seq, (await server.call("GET", `/api/conversations/${idOf(made)}`)).json.seq);
    const { title } = await row(server, idOf(made));
    assert.equal(made.json.conversation.title, title, "in the list too");
    return title;
  };
  assert.equal(await fork(), "Baking (from message 4)");
  assert.equal(await fork(), "Baking (from message 4, 2)");
  assert.equal(await fork({ title: "Mine" }), "Mine");
});

Deno.test("a fork is what it is from its first moment on: who is cut short leaves none under the title of the other", async () => {
  await using server = await TestServer.start();
  const { path } = await talk(server);
  await server.call("PATCH", path, { title: "Baking", archived: true });
  const { seq } = (await server.call("GET", path)).json;
  const { order } = server.system.log;
  const from = await order.end();
  const made = await server.call("POST", `${path}/fork`, { seq });
  const told = (await order.page(from, 1_000)).filter(({ stream }) => stream === idOf(made));
  const ends = told.map(({ event }) => event).filter((event) => event.seq > seq);
  assert.deepEqual(ends.map(({ type }) => type), ["ConversationRenamed", "ConversationRestored"]);
  // A place ends in where among the events of its commit it stands.
  assert.equal(new Set(told.map(({ position }) => position.split(".").slice(0, -1).join("."))).size, 1);
});

Deno.test("what goes on from an archived conversation is in the list", async () => {
  await using server = await TestServer.start();
  const { path } = await talk(server);
  await server.call("PATCH", path, { archived: true });
  const { seq } = (await server.call("GET", path)).json;
  const made = await server.call("POST", `${path}/fork`, { seq });
  assert.deepEqual([made.status, made.json.conversation.archived], [201, false]);
  assert.equal((await row(server, idOf(made))).archived, false);
  assert.equal(
    (await server.call("GET", path)).json.conversation.archived,
    true,
    "the other stays where it is",
  );
});

Deno.test("another run says that it is one", async () => {
  await using server = await TestServer.start();
  const { id, path } = await talk(server);
  const run = async () => (await server.call("POST", `${path}/rerun`, { agents: {} })).json.conversation;
  const [one, two] = [await run(), await run()];
  assert.deepEqual([one.title, two.title], ["Bread? (run again)", "Bread? (run again, 2)"]);
  assert.equal(one.lineage.kind, "rerun");
  assert.deepEqual([one.lineage.conversationId, one.lineage.title], [id, "Bread?"]);
  await using elsewhere = await TestServer.start();
  for (const copy of [one.id, idOf(await server.call("POST", `${path}/fork`, { seq: 3 }))]) {
    await server.settled(copy);
    const { text } = await server.call("GET", `/api/conversations/${copy}/export`);
    const taken = await elsewhere.call("POST", "/api/import", text);
    assert.equal(taken.status, 201, taken.text);
    assert.equal(taken.json.conversation.lineage.title, "Bread?");
  }
  await server.settled(one.id);
  await server.settled(two.id);
});

Deno.test("a conversation that begins with other words is called by them, if the old one was", async () => {
  await using server = await TestServer.start();
  const { path, said } = await talk(server);
  const go = async (content: string) =>
    (await server.call("POST", `${path}/continue`, { messageId: said[0]?.id, content })).json.conversation
      .title;
  assert.equal(await go("Rice, then?"), "Rice, then? (changed from message 1)");
  await server.call("PATCH", path, { title: "Baking" });
  assert.equal(await go("Rice, then?"), "Baking (changed from message 1)");
});

Deno.test("a title is told in the language that is asked for, and in English in any other", async () => {
  await using server = await TestServer.start();
  const { path, said } = await talk(server, { title: "Bread" });
  const body = { messageId: said[0]?.id, content: "Rice?" };
  for (
    const [language, wanted] of [
      ["de-AT,en;q=0.5", "Bread (geändert ab Nachricht 1)"],
      ["fr, de;q=0.5", "Bread (changed from message 1)"],
      ["den", "Bread (changed from message 1, 2)"],
    ] as const
  ) {
    const { json } = await server.call("POST", `${path}/continue`, body, { "accept-language": language });
    assert.equal(json.conversation.title, wanted);
  }
});

Deno.test("who was deleted is still named where others go on from it", async () => {
  await using server = await TestServer.start();
  const { id, path, said } = await talk(server);
  const to = idOf(await server.call("POST", `${path}/continue`, { messageId: said[2]?.id, content: "Jam?" }));
  await server.settled(to);
  await server.call("DELETE", path);
  await server.purged(id);
  assert.equal((await row(server, to)).lineage.title, "Bread?");
});
