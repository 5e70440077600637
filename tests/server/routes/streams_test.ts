import assert from "node:assert/strict";
import { LOOKED_AT } from "../../../events/catalog/limits.ts";
import { erase } from "../../erased.ts";
import { TestServer, WELCOME } from "../harness.ts";
import { type Frame, frames } from "../stream_frames.ts";
import { sample } from "../../effort.ts";

const at = `/api/conversations/${WELCOME}`;

const synced = (found: readonly Frame[]) => found.some((f) => f.event === "sync" || f.event === "reset");
const seqs = (found: readonly Frame[]) => found.filter((f) => f.event === "event").map((f) => f.data.seq);

// Shows P2, M-7.
Deno.test("a stream resumes at every event, without a gap and without a duplicate", async () => {
  await using server = await TestServer.start();
  const head = (await server.call("GET", at)).json.seq;
  for (const after of sample(Array.from({ length: head + 1 }, (_, at) => at), 4, 1)) {
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

/** Two conversations with an agent each that says something long, slowly enough to be looked at meanwhile. */
async function twoThatWrite(server: TestServer): Promise<readonly [string, string]> {
  const { json: agent } = await server.call("POST", "/api/agents", {
    name: "Slow",
    model: "story:60:10",
    providerId: "provider_mock",
  });
  const begin = async () =>
    (await server.call("POST", "/api/conversations", { agentIds: [agent.id] })).json.conversation.id;
  return [await begin(), await begin()];
}

const draftsIn = (found: readonly Frame[]) => found.filter((f) => f.event === "draft").map((f) => f.data);
/** What the drafts say together; none may be missing before another. */
function written(found: readonly Frame[]): string {
  let text = "";
  for (const { at, text: more } of draftsIn(found)) {
    assert.ok(at <= text.length, "nothing is missing");
    text = text.slice(0, at) + more;
  }
  return text;
}
const saidIn = (found: readonly Frame[]) =>
  found.find((f) => f.data?.type === "TurnCompleted")?.data.data.content;

Deno.test("a stream of all tells the drafts of those it names, and everything else of all; unasked, those of all", async () => {
  await using server = await TestServer.start();
  const ids = await twoThatWrite(server);
  const [one, two] = ids;
  const wanted: Readonly<Record<string, readonly string[]>> = {
    "": ids,
    "?drafts=": ids,
    [`?drafts=${one}`]: [one],
    [`?drafts=${two},${one},${two}`]: ids,
    "?drafts=none": [],
  };
  const begun = Object.keys(wanted).map(() => Promise.withResolvers<void>());
  const following = Object.entries(wanted).map(async ([query, drafts], n) => {
    const found = await frames(
      server,
      `/api/events${query}`,
      (all) => all.filter((f) => f.event === "all:complete").length === ids.length,
      {},
      begun[n]?.resolve,
    );
    assert.deepEqual(new Set(draftsIn(found).map((draft) => draft.conversationId)), new Set(drafts), query);
    for (const id of drafts) {
      const own = found.filter((f) => f.data.conversationId === id || f.data.stream === id);
      assert.ok(saidIn(own).startsWith(written(own)), query);
      assert.ok(written(own).length > 0, query);
    }
    return found.filter((f) => f.event !== "draft" && f.event !== "sync");
  });
  await Promise.all(begun.map(({ promise }) => promise));
  for (const id of ids) await server.call("POST", `/api/conversations/${id}/messages`, { content: "go" });
  const [everything, ...others] = await Promise.all(following);
  for (const other of others) assert.deepEqual(other, everything);
});

Deno.test("who looks at a conversation in the middle of an answer gets it from its beginning, and goes on from there", async () => {
  await using server = await TestServer.start();
  const [one, two] = await twoThatWrite(server);
  const post = () => server.call("POST", `/api/conversations/${one}/messages`, { content: "go" });
  let place = "";
  const elsewhere = await frames(
    server,
    `/api/events?drafts=${two}`,
    (found) => {
      place = found.findLast((f) => f.id !== undefined)?.id ?? place;
      return found.some((f) => f.data.type === "TurnStarted");
    },
    {},
    post,
  );
  while (server.system.drafts(one).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(draftsIn(elsewhere), []);
  const found = await frames(
    server,
    `/api/events?drafts=${one},${two}&after=${place}`,
    (all) => all.some((f) => f.event === "all:complete"),
  );
  const [first, ...rest] = draftsIn(found);
  assert.equal(first.at, 0);
  assert.ok(rest.length > 0, "and more came while it was written");
  assert.ok(saidIn(found).startsWith(written(found)));
  // What one has heard of is not told again.
  const known = new Set(elsewhere.flatMap((f) => f.id ?? []));
  assert.deepEqual(found.filter((f) => f.id !== undefined && known.has(f.id)), []);
});

Deno.test("what is named must be ids, and not too many", async () => {
  await using server = await TestServer.start();
  const asked = async (drafts: string) =>
    (await server.call("GET", `/api/events?limit=1&drafts=${encodeURIComponent(drafts)}`)).status;
  const many = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join();
  assert.equal(await asked(many(LOOKED_AT)), 200);
  for (const bad of [many(LOOKED_AT + 1), "a,,b", "a b", ",", "é", "a".repeat(65)]) {
    assert.equal(await asked(bad), 422, bad);
  }
});
