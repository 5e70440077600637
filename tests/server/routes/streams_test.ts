import assert from "node:assert/strict";
import { erase } from "../../erased.ts";
import { TestServer, WELCOME } from "../harness.ts";
import { type Frame, frames } from "../stream_frames.ts";

const at = `/api/conversations/${WELCOME}`;

const synced = (found: readonly Frame[]) => found.some((f) => f.event === "sync" || f.event === "reset");
const seqs = (found: readonly Frame[]) => found.filter((f) => f.event === "event").map((f) => f.data.seq);

// Shows P2, M-7.
Deno.test("a stream resumes at every event, without a gap and without a duplicate", async () => {
  await using server = await TestServer.start();
  const head = (await server.call("GET", at)).json.seq;
  for (let after = 0; after <= head; after++) {
    const byQuery = await frames(server, `${at}/events?after=${after}`, synced);
    const byHeader = await frames(server, `${at}/events?after=0`, synced, { "last-event-id": String(after) });
    const expected = Array.from({ length: head - after }, (_, n) => after + n + 1);
    assert.deepEqual(seqs(byQuery), expected);
    // The place to resume at is the event's own.
    const ids = byQuery.filter((f) => f.event === "event").map((f) => f.id);
    assert.deepEqual(ids, expected.map(String));
    assert.deepEqual(seqs(byHeader), expected, "the header wins");
    assert.equal(byQuery.find((f) => f.event === "sync")?.data.seq, head);
  }
});

Deno.test("no salt of what was said is told, not in pages, not in frames, not in the fold or a view of it", async () => {
  await using server = await TestServer.start();
  await server.call("POST", `${at}/messages`, { content: "@Critic go on" });
  await server.settled(WELCOME);
  const salts: string[] = [];
  for (const stream of [WELCOME, "workspace"]) {
    for await (const batch of server.store.read(stream)) {
      salts.push(...batch.flatMap(({ salt }) => salt ?? []));
    }
  }
  assert.ok(salts.length > 20);
  const paths = [
    `${at}/events`,
    "/api/events",
    at,
    `${at}?view=fold`,
    `${at}?view=fold&at=5`,
    `${at}/messages`,
  ];
  const texts = await Promise.all(paths.map(async (path) => (await server.call("GET", path)).text));
  for (
    const path of [`${at}/events?after=0`, `/api/events?after=${server.store.epoch}.00000000000000000000.0`]
  ) {
    texts.push(JSON.stringify(await frames(server, path, synced)));
  }
  for (const [index, text] of texts.entries()) {
    assert.ok(text.length > 500, paths[index] ?? "a stream");
    assert.deepEqual(salts.filter((salt) => text.includes(salt)), [], paths[index] ?? "a stream");
    assert.equal(text.includes('"salt"'), false);
  }
});

Deno.test("events whose words are gone are told as what they are, in their places", async () => {
  await using server = await TestServer.start();
  const before = (await server.call("GET", `${at}/events`)).json.events;
  const { seq } = await server.store.head(WELCOME);
  await erase(server.store, WELCOME, new Set(before.map((event: { seq: number }) => event.seq)));
  const page = await server.call("GET", `${at}/events`);
  const told = [page.json.events, (await server.call("GET", "/api/events")).json.events.slice(-seq)];
  told.push(
    (await frames(server, `${at}/events?after=0`, synced)).flatMap((f) => f.event === "event" ? f.data : []),
  );
  for (const events of told) {
    assert.deepEqual(
      events.map((event: { id: string }) => event.id),
      before.map(({ id }: { id: string }) => id),
    );
    assert.ok(events.filter((event: { erased?: true }) => event.erased).length > 10);
  }
  assert.ok(
    !page.text.includes("Hello") && before.some((event: unknown) => JSON.stringify(event).includes("Hello")),
  );
  // Told as of an event, the fold is made of what is in the log.
  const { fold } = (await server.call("GET", `${at}?view=fold&at=${seq - 1}`)).json;
  assert.ok(fold.order.length > 3);
  for (const id of fold.order) assert.equal(fold.bodies[id]?.content, "", fold.messages[id].status);
});

Deno.test("a place beyond the end, or of another store, gets a reset", async () => {
  await using server = await TestServer.start();
  assert.equal((await frames(server, `${at}/events?after=9999`, synced)).at(-1)?.event, "reset");
  const foreign = await frames(server, "/api/events?after=other.00000000000000000001.0", synced);
  assert.equal(foreign.at(-1)?.event, "reset");
});

// Shows C-1, S2-10, S2-36, S2-37, S2-39, S2-T5.
Deno.test("live: events, drafts, agent:update and all:complete, in order", async () => {
  await using server = await TestServer.start();
  const found = await frames(
    server,
    `${at}/events?after=18`,
    (all) => all.some((f) => f.event === "all:complete"),
    {},
    () => server.call("POST", `${at}/messages`, { content: "@Critic go on" }),
  );
  const [first = 0] = seqs(found);
  assert.deepEqual(seqs(found), seqs(found).map((_, n) => first + n));
  const updates = found.filter((f) => f.event === "agent:update").map((f) => f.data.status);
  assert.deepEqual(updates, ["thinking", "complete"]);
  const drafts = found.filter((f) => f.event === "draft");
  assert.ok(drafts.length > 0 && drafts.every((f) => f.id === undefined));
  const answer = found.find((f) => f.data?.type === "TurnCompleted")?.data.data.content;
  let text = "";
  for (const { data } of drafts) text = text.slice(0, data.at) + data.text;
  assert.ok(answer.startsWith(text), "what was shown is what was said");
});

Deno.test("the stream of all has every conversation and the workspace, and its ids resume", async () => {
  await using server = await TestServer.start();
  const { position } = (await server.call("GET", "/api/conversations")).json;
  await server.call("POST", "/api/roles", { name: "New" });
  await server.call("PATCH", at, { title: "Renamed" });
  const found = await frames(server, `/api/events?after=${position}`, synced);
  const events = found.filter((f) => f.event === "event");
  assert.deepEqual(events.map((f) => [f.data.stream, f.data.type]), [
    ["workspace", "RoleCreated"],
    [WELCOME, "ConversationRenamed"],
  ]);
  const rest = await frames(server, `/api/events?after=${events[0]?.id}`, synced);
  assert.deepEqual(rest.filter((f) => f.event === "event").map((f) => f.data.type), ["ConversationRenamed"]);
});

Deno.test("CVE-2026-29085 CVE-2025-64496 text that looks like a frame stays text: only our own frames are in a stream", async () => {
  await using server = await TestServer.start();
  const evil =
    "Hello\n\nevent: reset\ndata: {}\n\nid: 999999\r\nevent: execute\rdata: alert(1)\u2028retry: 1";
  const { json: echo } = await server.call("POST", "/api/agents", {
    name: "Echo",
    model: "echo",
    providerId: "provider_mock",
  });
  const { json: made } = await server.call("POST", "/api/conversations", { agentIds: [echo.id] });
  const found = await frames(
    server,
    `/api/conversations/${made.conversation.id}/events`,
    (all) => all.some((f) => f.event === "all:complete"),
    {},
    () => server.call("POST", `/api/conversations/${made.conversation.id}/messages`, { content: evil }),
  );
  const kinds = new Set(found.map((f) => f.event));
  for (const kind of kinds) {
    assert.ok(["event", "sync", "draft", "agent:update", "all:complete"].includes(kind), kind);
  }
  assert.deepEqual(seqs(found), seqs(found).map((_, n) => n + 1));
  assert.ok(found.every((f) => f.id === undefined || Number(f.id) <= seqs(found).length));
  const posted = found.find((f) => f.data?.type === "MessagePosted")?.data.data;
  assert.equal(posted.content, evil, "and nothing of it is lost");
});

Deno.test("as JSON the same events come in pages", async () => {
  await using server = await TestServer.start();
  const page = await server.call("GET", `${at}/events?after=3&limit=4`);
  assert.deepEqual(page.json.events.map((e: { seq: number }) => e.seq), [4, 5, 6, 7]);
  assert.equal(page.json.next, 7);
});

// Shows S0-61.
Deno.test("an answer that its provider makes wait says until when: live, to who comes later, and with the fold", async () => {
  await using server = await TestServer.start();
  const agent = (await server.call("POST", "/api/agents", {
    name: "Lim",
    providerId: "provider_mock",
    model: "error-429",
    color: 2,
  })).json;
  const { conversation: { id } } =
    (await server.call("POST", "/api/conversations", { agentIds: [agent.id] })).json;
  const path = `/api/conversations/${id}`;
  const later: Promise<Frame[]>[] = [];
  const folds: Promise<{ json: { waits: { turnId: string; until: string }[] } }>[] = [];
  const waitsOf = (all: readonly Frame[]) => all.filter((f) => f.event === "wait").map((f) => f.data);
  const seen = await frames(
    server,
    "/api/events?limit=1",
    (all) => {
      if (waitsOf(all).length > 0 && later.length === 0) {
        later.push(frames(server, `${path}/events?after=0`, (found) => waitsOf(found).length > 0));
        folds.push(server.call("GET", `${path}?view=fold`));
      }
      return waitsOf(all).at(-1)?.until === null;
    },
    {},
    () => server.call("POST", `${path}/messages`, { content: "hello" }),
  );
  const [first, last] = [waitsOf(seen)[0], waitsOf(seen).at(-1)];
  assert.equal(first.conversationId, id);
  assert.ok(Date.parse(first.until) > Date.now() - 60_000);
  assert.deepEqual(last, { ...first, until: null });
  const [heard] = waitsOf(await later[0] ?? []);
  assert.equal(heard.turnId, first.turnId);
  assert.ok(heard.until !== null, "who comes while it waits is told until when, not only that it is over");
  assert.deepEqual((await folds[0])?.json.waits, [first]);
  await server.call("POST", `${path}/stop`, {});
});
