/** What a client is told about agents at work (S2-36, S2-37, S2-39), and that a message is safe before any answer. */
import assert from "node:assert/strict";
import { Frames } from "../../ui/state/frames.ts";
import { TestServer } from "./harness.ts";

interface Told {
  readonly name: string;
  // deno-lint-ignore no-explicit-any
  readonly data: any;
}

/** Reads a stream until `enough`; `started` runs once the stream is live. */
async function told(
  server: TestServer,
  path: string,
  started: () => unknown,
  enough: (told: readonly Told[]) => boolean,
): Promise<Told[]> {
  const response = await server.request("GET", path, undefined, { accept: "text/event-stream" });
  const frames = new Frames();
  const decoder = new TextDecoder();
  const all: Told[] = [];
  let live = false;
  for await (const bytes of response.body ?? []) {
    for (const { name, data } of frames.push(decoder.decode(bytes, { stream: true }))) {
      all.push({ name, data: JSON.parse(data) });
    }
    if (!live && all.some(({ name }) => name === "sync")) {
      live = true;
      await started();
    }
    if (enough(all)) break;
  }
  return all;
}

async function conversation(server: TestServer, models: Record<string, string>): Promise<string> {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agentIds: string[] = [];
  for (const [name, model] of Object.entries(models)) {
    agentIds.push((await server.call("POST", "/api/agents", { name, providerId: provider, model })).json.id);
  }
  return (await server.call("POST", "/api/conversations", { agentIds })).json.conversation.id;
}

for (const channel of ["one conversation", "all conversations"] as const) {
  // Shows S2-36, S2-37, S2-39, S2-T5, S2-U3.
  Deno.test(`the stream of ${channel} tells of each agent that it thinks and how it ended, and once that all have`, async () => {
    await using server = await TestServer.start();
    const id = await conversation(server, { Ada: "echo", Bad: "error-401", Ben: "echo" });
    const other = await conversation(server, { Cyd: "echo" });
    const post = (to: string) =>
      server.call("POST", `/api/conversations/${to}/messages`, { content: "Hello" });
    const both = channel === "all conversations";
    const found = await told(
      server,
      both ? "/api/events" : `/api/conversations/${id}/events`,
      () => Promise.all([post(id), post(other)]),
      (all) => all.filter(({ name }) => name === "all:complete").length === (both ? 2 : 1),
    );
    const { participants, messages } = (await server.call("GET", `/api/conversations/${id}`)).json;
    const whose = both ? { conversationId: id } : {};
    const isMine = ({ name, data }: Told) => name === "agent:update" && (!both || data.conversationId === id);
    const mine = found.filter(isMine);
    for (const { id: conversationAgentId, name } of participants) {
      const answer = messages.find((m: { participantId: string }) => m.participantId === conversationAgentId);
      const base = { ...whose, conversationAgentId, messageId: answer.id };
      const error = "Authentication failed. Please check your API configuration.";
      assert.deepEqual(
        mine.filter(({ data }) => data.conversationAgentId === conversationAgentId).map(({ data }) => data),
        [
          { ...base, status: "thinking" },
          name === "Bad" ? { ...base, status: "error", error } : { ...base, status: "complete" },
        ],
        name,
      );
    }
    const last = found.findLastIndex(isMine);
    const done = found.flatMap(({ name, data }, n) =>
      name === "all:complete" && data.conversationId === id ? [n] : []
    );
    assert.equal(done.length, 1);
    assert.ok((done[0] ?? -1) > last, "when all agents have finished");
    const others = found.filter(({ data, name }) => name === "agent:update" && data.conversationId === other);
    assert.equal(others.length, both ? 2 : 0);
  });
}

// Shows S2-36, S2-37.
Deno.test("an answer that a person stopped is told as cancelled, neither as complete nor as an error", async () => {
  await using server = await TestServer.start();
  const id = await conversation(server, { Ada: "hang-middle" });
  const at = `/api/conversations/${id}`;
  const { participants } = (await server.call("GET", at)).json;
  const { json } = await server.call("POST", `${at}/messages`, { content: "Hello" });
  assert.ok(json.message.id);
  const { turns } = (await server.call("GET", at)).json;
  const found = await told(
    server,
    `${at}/events`,
    () => server.call("POST", `${at}/stop`, {}),
    (all) => all.some(({ name }) => name === "all:complete"),
  );
  assert.deepEqual(found.filter(({ name }) => name === "agent:update").map(({ data }) => data).at(-1), {
    conversationAgentId: participants[0].id,
    status: "cancelled",
    messageId: turns[0].messageId,
  });
});

// Shows S2-6, S2-35, S4-10, S4-47.
Deno.test("a message is kept under its author's name before any agent has said a word", async () => {
  await using server = await TestServer.start();
  const id = await conversation(server, { Ada: "hang-before" });
  const at = `/api/conversations/${id}`;
  const posted = await server.call("POST", `${at}/messages`, { content: "Is it safe?" });
  assert.equal(posted.status, 201);
  const { role, authorName, authorType, completed, content } = posted.json.message;
  assert.deepEqual([role, authorName, authorType, completed, content], [
    "user",
    "User",
    "human",
    true,
    "Is it safe?",
  ]);
  const { json } = await server.call("GET", at);
  assert.deepEqual(
    json.messages.map((m: { role: string; completed: boolean }) => [m.role, m.completed]),
    [["user", true], ["assistant", false]],
  );
  const { events } = (await server.call("GET", `${at}/events`)).json;
  const event = events.find((e: { type: string }) => e.type === "MessagePosted");
  assert.deepEqual([event.by.kind, event.by.id], ["user", "local"], "the audit names who wrote it");
  for (const body of [{ content: "" }, { content: "x".repeat(5_001) }, {}]) {
    const refused = await server.call("POST", `${at}/messages`, body);
    assert.deepEqual([refused.status, typeof refused.json.error], [422, "string"]);
  }
  await server.call("POST", `${at}/stop`, {});
});
