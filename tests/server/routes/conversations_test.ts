import assert from "node:assert/strict";
import { programOn } from "../../bench/many_bench.ts";
import { withLog } from "../../events/store/with_log.ts";
import { renamed } from "../../events/exported.ts";
import { leftOf, longStream } from "../../long_stream.ts";
import { TestServer, WELCOME } from "../harness.ts";

const at = `/api/conversations/${WELCOME}`;

// Shows M-8.
Deno.test("the first run has a conversation in which three agents have answered", async () => {
  await using server = await TestServer.start();
  const { json } = await server.call("GET", at);
  assert.equal(json.participants.length, 3);
  assert.deepEqual(json.messages.map((m: { authorType: string }) => m.authorType), [
    "human",
    "agent",
    "agent",
    "agent",
  ]);
  assert.equal(new Set(json.messages.map((m: { id: string }) => m.id)).size, 4);
});

// Shows S0-A1, S2-6, S4-47.
Deno.test("a message is answered at once with 201, the agents' answers follow", async () => {
  await using server = await TestServer.start();
  const posted = await server.call("POST", `${at}/messages`, { content: "Should we?" });
  assert.equal(posted.status, 201);
  assert.equal(posted.json.message.content, "Should we?");
  await server.settled(WELCOME);
  const { json } = await server.call("GET", `${at}/messages`);
  assert.equal(json.items.length, 8);
  assert.ok(json.items.slice(4).every((m: { completed: boolean }) => m.completed));
});

Deno.test("the fold tells every turn and how it ended, also when nobody answers any more", async () => {
  await using server = await TestServer.start();
  const { json } = await server.call("GET", `/api/conversations/${WELCOME}`);
  assert.deepEqual(json.turns.map((turn: { status: string }) => turn.status), Array(3).fill("completed"));
  assert.deepEqual(Object.values(json.status), Array(3).fill("idle"));
  const answers = json.headers.filter((header: { role: string }) => header.role === "assistant");
  assert.deepEqual(
    json.turns.map((turn: { messageId: string }) => turn.messageId),
    answers.map((header: { id: string }) => header.id),
  );
});

// Shows P17.
Deno.test("of a fold the newest headers alone can be had, with what they name, and how many are missing", async () => {
  await using server = await TestServer.start();
  const { json: { fold } } = await server.call("GET", `${at}?view=fold`);
  const { json: end } = await server.call("GET", `${at}?view=fold&headers=1`);
  // The last page of texts comes with its headers.
  assert.deepEqual([end.fold.order, end.missing], [fold.order, undefined]);
  // Most of them are for nobody: answers say no more of what is left out.
  for (const [mode, notes] of [["manual", 60], ["parallel", 2]] as const) {
    assert.equal((await server.call("PATCH", at, { mode })).status, 200);
    for (let n = 0; n < notes; n++) {
      const notice = { content: `Note ${n}` };
      assert.equal((await server.call("POST", `${at}/messages`, notice)).status, 201);
    }
  }
  await server.settled(WELCOME);
  const { json: whole } = await server.call("GET", `${at}?view=fold`);
  const { json: long } = await server.call("GET", `${at}?view=fold&headers=60`);
  assert.equal(whole.missing, undefined);
  assert.ok(long.missing > 0);
  assert.equal(long.missing + long.fold.order.length, whole.fold.order.length);
  assert.deepEqual(long.fold.order.slice(-60), whole.fold.order.slice(-60));
  assert.deepEqual(long.fold.bodies, whole.fold.bodies);
  assert.equal((await server.call("GET", `${at}?view=fold&headers=0`)).status, 422);
});

Deno.test("the end of a long conversation that is not in memory is what it is there, and most is not read for it", () =>
  withLog(async (log) => {
    await longStream(log, 100);
    const left = leftOf(log);
    const { get, close } = await programOn(log);
    const path = "/api/conversations/c?view=fold";
    const cold = await get(`${path}&headers=150`);
    assert.equal(JSON.parse(cold).missing, 1_850);
    const pieces = left();
    assert.ok(pieces >= 4, `${pieces} pieces are left`);
    assert.equal(JSON.parse(await get(path)).fold.order.length, 2_000);
    assert.ok(await get(`${path}&headers=150`) === cold, "both say the same");
    await close();
  }));

Deno.test("fifty equal posts make one message and get one answer; another body under the key is refused", async () => {
  await using server = await TestServer.start();
  const post = () => server.call("POST", `${at}/messages`, { id: "mine-1", content: "Once" });
  const answers = await Promise.all(Array.from({ length: 50 }, post));
  const seqs = new Set(answers.map((a) => `${a.status} ${a.json.seq} ${a.json.message?.id}`));
  assert.equal(seqs.size, 1);
  const other = await server.call("POST", `${at}/messages`, { id: "mine-1", content: "Twice" });
  assert.equal(other.status, 422);
  await server.settled(WELCOME);
  const { json } = await server.call("GET", `${at}/messages`);
  assert.equal(json.items.filter((m: { content: string }) => m.content === "Once").length, 1);
});

Deno.test("the Idempotency-Key of a new conversation names one conversation", async () => {
  await using server = await TestServer.start();
  const create = (title: string) =>
    server.call("POST", "/api/conversations", { title }, { "idempotency-key": "k-1" });
  const [first, second] = [await create("One"), await create("One")];
  assert.deepEqual(second.json, first.json);
  assert.equal((await create("Two")).status, 422);
});

// Shows P17.
Deno.test("a key belongs to its conversation, and all settings are one such place", async () => {
  await using server = await TestServer.start();
  const { json: { conversation: { id } } } = await server.call("POST", "/api/conversations", {});
  const key = { "idempotency-key": "k-1" };
  const rename = (id: string, title: string) =>
    server.call("PATCH", `/api/conversations/${id}`, { title }, key);
  const [here, elsewhere] = [await rename(WELCOME, "Here"), await rename(id, "Elsewhere")];
  assert.deepEqual([here.status, elsewhere.status], [200, 200]);
  assert.deepEqual((await rename(WELCOME, "Here")).json, here.json, "done once");
  assert.equal((await rename(id, "Again")).json.code, "reused_key");
  const role = (name: string) => server.call("POST", "/api/roles", { name, prompt: "Be kind." }, key);
  const made = await role("Kind");
  assert.equal(made.status, 201);
  assert.deepEqual((await role("Kind")).json, made.json);
  const other = await server.call("PATCH", `/api/roles/${made.json.id}`, { prompt: "Be kinder." }, key);
  assert.equal(other.json.code, "reused_key", "as one place");
});

// Shows S0-A7, S0-A10, P6.
Deno.test("an excluded message is in no later request, and the request is the bytes that were sent", async () => {
  await using server = await TestServer.start();
  const before = await server.call("GET", at);
  const [mine, out] = before.json.messages;
  const unchecked = await server.call("PATCH", `${at}/messages/${out.id}`, { included: false });
  assert.equal(unchecked.json.message.included, false);
  await server.call("POST", `${at}/messages`, { content: "@Critic now?" });
  await server.settled(WELCOME);
  const { json } = await server.call("GET", `${at}/messages`);
  const turnId = json.items.at(-1).turnId;
  const request = await server.call("GET", `${at}/turns/${turnId}/request`);
  assert.ok(request.json.messageIds.includes(mine.id) && !request.json.messageIds.includes(out.id));
  assert.deepEqual(
    request.json.omitted.find((o: { messageId: string }) => o.messageId === out.id)?.why,
    "excluded",
  );
  const sent = new TextDecoder().decode(server.mock.requests().at(-1)?.body);
  assert.equal(request.json.body, sent);
  const seen = await server.call("GET", `${at}/messages/${mine.id}/seen-by`);
  assert.ok(seen.json.items.some((s: { turnId: string }) => s.turnId === turnId));
});

// Shows S0-31, C-17.
Deno.test("a deleted conversation is gone from every route, and its stream says stop", async () => {
  await using server = await TestServer.start();
  assert.equal((await server.call("DELETE", at)).status, 204);
  assert.equal((await server.call("DELETE", at)).status, 204);
  for (const path of ["", "/messages", "/export", "/events"]) {
    assert.equal((await server.call("GET", `${at}${path}`)).status, 404, path);
  }
  const stream = await server.call("GET", `${at}/events`, undefined, { accept: "text/event-stream" });
  assert.equal(stream.status, 204);
  assert.equal((await server.call("GET", "/api/conversations")).json.items.length, 0);
  await server.purged(WELCOME);
  for (const path of ["", "/messages", "/export", "/events"]) {
    assert.equal((await server.call("GET", `${at}${path}`)).status, 404, path);
  }
  assert.equal((await server.call("DELETE", at)).status, 204, "and again");
  assert.equal((await server.call("DELETE", "/api/conversations/conversation_none")).status, 404);
});

// Shows P26.
Deno.test("the fold as of an event is what it was then; a fork goes on from there", async () => {
  await using server = await TestServer.start();
  const early = await server.call("GET", `${at}?at=5`);
  assert.equal(early.json.seq, 5);
  assert.equal(early.json.messages.length, 1);
  const fork = await server.call("POST", `${at}/fork`, { seq: 8, title: "Another way" });
  assert.equal(fork.status, 201);
  assert.equal(fork.json.conversation.lineage.seq, 8);
  const { id } = fork.json.conversation;
  const { json } = await server.call("GET", `/api/conversations/${id}`);
  assert.deepEqual(json.messages.map((m: { status: string }) => m.status), [
    "complete",
    "cancelled",
    "cancelled",
    "cancelled",
  ], "nobody pays for a foreign turn");
});

// Shows P20.
Deno.test("an export can be taken in again elsewhere, twice, and a changed one nowhere", async () => {
  await using server = await TestServer.start();
  const { text } = await server.call("GET", `${at}/export?format=ndjson`);
  assert.equal((await server.call("POST", "/api/import", text)).json.created, false);
  await using other = await TestServer.start();
  await other.call("DELETE", at);
  assert.equal((await other.call("POST", "/api/import", text)).status, 409, "a tombstone keeps its id");
  assert.equal(
    (await other.call("POST", "/api/import", text.replaceAll(WELCOME, "conversation_moved"))).status,
    422,
    "a history is that of its name",
  );
  const moved = (name: string) => renamed(text, WELCOME, name);
  const elsewhere = moved("conversation_moved");
  assert.equal((await other.call("POST", "/api/import", elsewhere)).status, 201);
  assert.equal((await other.call("POST", "/api/import", elsewhere)).status, 200);
  // A copy has the salts of what was said: its requests are proven as they were.
  const fork = (await server.call("POST", `${at}/fork`, { seq: 18 })).json.conversation.id;
  for (const [where, id] of [[server, WELCOME], [other, "conversation_moved"], [server, fork]] as const) {
    const { turns } = (await where.call("GET", `/api/conversations/${id}`)).json;
    assert.equal(turns.length, 3);
    for (const turn of turns) {
      const request = await where.call("GET", `/api/conversations/${id}/turns/${turn.id}/request`);
      assert.deepEqual(request.json.calls.map(({ proof }: { proof: string }) => proof), ["proven"], id);
    }
  }
  const position = await other.store.order.end();
  for (
    const bad of [
      moved("conversation_b").replace("Hello", "Hullo"),
      moved("conversation_c").slice(0, -200),
    ]
  ) {
    assert.equal((await other.call("POST", "/api/import", bad)).status, 422);
  }
  assert.equal(await other.store.order.end(), position);
});

// Shows S4-40, S4-42, S4-43.
Deno.test("asking an agent: only in manual mode, only one that takes part, not twice", async () => {
  await using server = await TestServer.start();
  const ask = (agentId: string) => server.call("POST", `${at}/trigger_agent/${agentId}`);
  const { json } = await server.call("GET", at);
  const { agentId } = json.participants[0];
  const refused = await ask(agentId);
  assert.equal(refused.status, 422);
  assert.equal(refused.json.error, "This chat does not support manual responses");
  await server.call("PATCH", at, { mode: "manual" });
  assert.equal((await ask("agent_none")).status, 404);
  const asked = await ask(agentId);
  assert.equal(asked.status, 200);
  assert.match(asked.json.messageId, /^message_[0-9a-f]{12}$/);
  await server.settled(WELCOME);
});
