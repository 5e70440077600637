/** Deleting a conversation by the API, and having it back. */
import assert from "node:assert/strict";
import { UNDO_SECONDS } from "../../events/catalog/limits.ts";
import { TestServer, WELCOME } from "./harness.ts";
import { Patience } from "../patience.ts";

const at = `/api/conversations/${WELCOME}`;
const rowsOf = async (server: TestServer) => (await server.call("GET", "/api/conversations")).json.items;

// Shows S0-31, C-17.
Deno.test("a deletion answers until when it can be undone, twice the same, and hides at once", async () => {
  await using server = await TestServer.start();
  const before = Date.now();
  const first = await server.call("DELETE", at);
  assert.equal(first.status, 204);
  assert.equal(first.text, "");
  const until = first.headers.get("restore-until") ?? "";
  const ms = Date.parse(until) - 1_000 * UNDO_SECONDS;
  assert.ok(ms >= before && ms <= Date.now(), until);
  const second = await server.call("DELETE", at);
  assert.deepEqual([second.status, second.headers.get("restore-until")], [204, until]);
  assert.deepEqual(await rowsOf(server), []);
  assert.deepEqual((await server.call("GET", "/api/search?q=welcome")).json.items, []);
  for (
    const [method, path, body] of [
      ["GET", "", undefined],
      ["GET", "/messages", undefined],
      ["GET", "/export", undefined],
      ["POST", "/messages", { content: "Hello?" }],
      ["PATCH", "", { title: "Here" }],
      ["POST", "/fork", { seq: 1 }],
      ["POST", "/stop", undefined],
    ] as const
  ) assert.equal((await server.call(method, `${at}${path}`, body)).status, 404, `${method} ${path}`);
});

Deno.test("what was deleted is had back whole, in the list and on every route, and may be deleted again", async () => {
  await using server = await TestServer.start();
  const [row] = await rowsOf(server);
  const { messages } = (await server.call("GET", at)).json;
  await server.call("DELETE", at);
  const back = await server.call("POST", `${at}/restore`);
  assert.equal(back.status, 200);
  assert.equal(back.json.conversation.id, WELCOME);
  const [listed] = await rowsOf(server);
  assert.deepEqual({ ...listed, seq: 0, updatedAt: "" }, { ...row, seq: 0, updatedAt: "" });
  const now = (await server.call("GET", at)).json;
  assert.deepEqual(now.messages, messages);
  assert.equal(now.seq, back.json.seq);
  assert.equal((await server.call("POST", `${at}/restore`)).json.seq, now.seq, "of what is there, nothing");
  await server.call("DELETE", at);
  await server.purged(WELCOME);
  assert.equal((await server.call("POST", `${at}/restore`)).status, 404);
  const gone = await server.call("DELETE", at);
  assert.deepEqual([gone.status, gone.headers.get("restore-until")], [204, null]);
  assert.equal((await server.call("POST", "/api/conversations/conversation_none/restore")).status, 404);
});

Deno.test("the stream of a conversation ends with its deletion; one of all goes on and tells that it is back", async () => {
  await using server = await TestServer.start();
  const accept = { accept: "text/event-stream" };
  const own = await server.request("GET", `${at}/events`, undefined, accept);
  const all = await server.request("GET", "/api/events", undefined, accept);
  const told: string[] = [];
  const reading = (async () => {
    for await (const text of (all.body ?? assert.fail()).pipeThrough(new TextDecoderStream())) {
      told.push(text);
      if (text.includes("DeletionWithdrawn")) return;
    }
  })();
  // Once it is live it ends by itself: it is read to its end.
  const reader = (own.body ?? assert.fail()).pipeThrough(new TextDecoderStream()).getReader();
  let whole = "";
  while (!whole.includes("event: sync")) whole += (await reader.read()).value ?? assert.fail();
  await server.call("DELETE", at);
  const ends = new Patience("for the stream of what is deleted to end");
  for (let next = await ends.for(reader.read()); !next.done; next = await ends.for(reader.read())) {
    whole += next.value;
  }
  assert.match(whole, /DeletionRequested/);
  assert.equal((await server.request("GET", `${at}/events`, undefined, accept)).status, 204);
  await server.call("POST", `${at}/restore`);
  await reading;
  assert.match(told.join(""), /DeletionRequested[^]*DeletionWithdrawn/);
  const again = await server.request("GET", `${at}/events`, undefined, accept);
  assert.equal(again.status, 200);
  await again.body?.cancel();
});

Deno.test("what was deleted and can be had back is not taken in from a file, and no copy of it is hidden", async () => {
  await using server = await TestServer.start();
  const { text } = await server.call("GET", `${at}/export?format=ndjson`);
  await server.call("DELETE", at);
  assert.equal((await server.call("POST", "/api/import", text)).status, 409);
  const { seq } = (await server.call("POST", `${at}/restore`)).json;
  // Up to the event that hid it.
  const fork = await server.call("POST", `${at}/fork`, { seq: seq - 1 });
  assert.equal(fork.status, 201);
  assert.equal((await server.call("GET", `/api/conversations/${fork.json.conversation.id}`)).status, 200);
  assert.equal((await server.store.due.list(10)).length, 0);
});
