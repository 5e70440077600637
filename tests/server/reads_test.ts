/** How far people have seen conversations. */
import assert from "node:assert/strict";
import { TestServer, WELCOME } from "./harness.ts";
import { type Frame, frames } from "./stream_frames.ts";

const at = `/api/conversations/${WELCOME}`;
const list = async (server: TestServer, headers?: Record<string, string>) =>
  (await server.call("GET", "/api/conversations", undefined, headers)).json;
const seqOf = async (server: TestServer): Promise<number> => (await server.call("GET", at)).json.seq;
const read = (server: TestServer, seq: number, headers?: Record<string, string>) =>
  server.call("POST", `${at}/read`, { seq }, headers);

Deno.test("how far one has seen a conversation is told with it and with the list; it never goes back or beyond the end", async () => {
  await using server = await TestServer.start();
  const head = await seqOf(server);
  assert.deepEqual((await list(server)).read, {});
  assert.equal((await server.call("GET", at)).json.read, 0);
  assert.deepEqual((await read(server, 3)).json, { seq: 3 });
  assert.deepEqual((await read(server, 2)).json, { seq: 3 }, "an older tab");
  assert.deepEqual((await list(server)).read, { [WELCOME]: 3 });
  assert.equal((await server.call("GET", at)).json.read, 3);
  assert.equal((await server.call("GET", `${at}?view=fold`)).json.read, 3);
  assert.deepEqual((await read(server, head + 9)).json, { seq: head });
  assert.equal(await seqOf(server), head, "having seen it is no event of it");
  const { items, read: marks } = await list(server);
  assert.ok(items[0].saidSeq <= marks[WELCOME], "nothing there is new");
  assert.deepEqual((await server.call("GET", "/api/conversations?q=nothing-like-it")).json.read, {});
});

Deno.test("each has a place of its own", async () => {
  await using server = await TestServer.start();
  const { json: { token } } = await server.call("POST", "/api/tokens", { name: "laptop" });
  const other = { authorization: `Bearer ${token}` };
  await read(server, 2);
  assert.equal((await read(server, 5, other)).status, 200);
  assert.deepEqual((await list(server)).read, { [WELCOME]: 2 });
  assert.deepEqual((await list(server, other)).read, { [WELCOME]: 5 });
});

Deno.test("whoever only reads cannot say so, of what is not there nobody can, and a place is a whole number", async () => {
  await using server = await TestServer.start();
  const { json: { token } } = await server.call("POST", "/api/tokens", { name: "watch", scope: "read" });
  assert.equal((await read(server, 2, { authorization: `Bearer ${token}` })).status, 403);
  assert.equal(
    (await server.call("POST", "/api/conversations/conversation_none/read", { seq: 1 })).status,
    404,
  );
  for (const seq of [-1, 1.5, "2"]) {
    assert.equal((await server.call("POST", `${at}/read`, { seq })).status, 422, `${seq}`);
  }
  await server.call("DELETE", at);
  assert.equal((await read(server, 2)).status, 404);
});

Deno.test("other tabs are told at once, by the stream of all and by the conversation's own", async () => {
  await using server = await TestServer.start();
  for (const path of ["/api/events", `${at}/events`]) {
    const before = (await server.call("GET", at)).json.read;
    const moved = ({ event, data }: Frame) =>
      event === "read" && (data as { seq: number }).seq === before + 1;
    const found = await frames(server, path, (all) => all.some(moved), {}, () => read(server, before + 1));
    assert.deepEqual(found.find(moved), {
      event: "read",
      id: undefined,
      data: { conversationId: WELCOME, by: "local", seq: before + 1 },
    });
  }
});

Deno.test("who begins to listen is told what moved last, so that what was asked for before need not be asked for again", async () => {
  await using server = await TestServer.start();
  const { json: { token } } = await server.call("POST", "/api/tokens", { name: "laptop" });
  await read(server, 2);
  await read(server, 4, { authorization: `Bearer ${token}` });
  await read(server, 3);
  const marks = (all: readonly Frame[]) =>
    all.filter(({ event }) => event === "read").map(({ data }) => data);
  for (const path of ["/api/events", `${at}/events`]) {
    const told = marks(await frames(server, path, (all) => marks(all).length === 2)) as { seq: number }[];
    assert.deepEqual(told.map(({ seq }) => seq), [4, 3]);
  }
  await server.call("DELETE", at);
  await read(server, 1);
  const { json: { conversation } } = await server.call("POST", "/api/conversations");
  await server.call("POST", `/api/conversations/${conversation.id}/read`, { seq: 1 });
  const [only] = marks(await frames(server, "/api/events", (all) => marks(all).length > 0));
  assert.deepEqual(
    only,
    { conversationId: conversation.id, by: "local", seq: 1 },
    "of what is deleted nothing",
  );
});

Deno.test("with a conversation goes who has read it", async () => {
  await using server = await TestServer.start();
  await read(server, 2);
  assert.deepEqual((await server.store.side("read").list()).map(({ id }) => id), [WELCOME]);
  await server.call("DELETE", at);
  await server.call("POST", `${at}/restore`);
  assert.deepEqual((await list(server)).read, { [WELCOME]: 2 }, "had back, it is as it was");
  await server.call("DELETE", at);
  await server.purged(WELCOME);
  assert.deepEqual(await server.store.side("read").list(), []);
});
