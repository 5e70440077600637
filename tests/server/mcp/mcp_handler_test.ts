import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { BUILT_IN_PANELS } from "../../../events/catalog/built_in_panels.ts";
import { READ_UNITS } from "../../../server/mcp/looking.ts";
import { SOUGHT } from "../../../server/programs/continuing.ts";
import { bearer } from "../credentials.ts";
import { HOST, TestServer, WELCOME } from "../harness.ts";
import { agency, agent, until } from "../programs.ts";
import { patiently } from "../../patience.ts";

/** The revision before requests stood for themselves, and the one since. */
const REVISIONS = { "2025-11-25": "legacy", "2026-07-28": { pin: "2026-07-28" } } as const;
type Revision = keyof typeof REVISIONS;

/** The official client, without a socket. */
async function connected(server: TestServer, token?: string, revision: Revision = "2026-07-28") {
  const transport = new StreamableHTTPClientTransport(new URL(`http://${HOST}/mcp`), {
    ...(token === undefined ? {} : { requestInit: { headers: bearer(token) } }),
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set("host", HOST);
      return server.handle(new Request(String(url), { ...init, headers }));
    },
  });
  const client = new Client({ name: "tests", version: "1" }, {
    versionNegotiation: { mode: REVISIONS[revision] },
  });
  await client.connect(transport);
  assert.equal(client.getNegotiatedProtocolVersion(), revision);
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    // Tests read what they expect; a wrong shape fails the test.
    // deno-lint-ignore no-explicit-any
    call: async (name: string, args: Record<string, unknown>): Promise<any> =>
      await client.callTool({ name, arguments: args }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const ASKING = ["ask_agent", "ask_agency", "ask_panel"];
const LOOKING = ["search", "read_conversation"];

for (const revision of ["2025-11-25", "2026-07-28"] as const) {
  Deno.test(`the official client asks, goes on, finds and reads by revision ${revision}`, async () => {
    await using server = await TestServer.start();
    await agent(server, "Rye Baker", "echo");
    await agency(server, ["Miller"]);
    await using mcp = await connected(server, undefined, revision);
    assert.deepEqual(await mcp.tools(), [...ASKING, ...LOOKING]);

    const asked = await mcp.call("ask_agent", { agent: " rye baker", question: "What of rye?" });
    const { answer, conversation_id } = asked.structuredContent;
    assert.deepEqual(asked.content.map(({ text }: { text: string }) => text), [
      answer,
      `conversation_id: ${conversation_id}`,
    ]);
    await mcp.call("ask_agent", { agent: "agent/rye-baker", question: "And of oats?", conversation_id });
    const state = await server.system.conversation(conversation_id);
    assert.deepEqual(
      state?.order.flatMap((id) =>
        state.messages[id]?.author.kind === "human" ? state.bodies[id]?.content : []
      ),
      ["What of rye?", "And of oats?"],
    );

    const works = await mcp.call("ask_agency", { agency: "Works", question: "Who grinds?" });
    assert.notEqual(works.structuredContent.answer, "");
    assert.equal(
      (await server.system.conversation(works.structuredContent.conversation_id))?.mode,
      "manager",
    );

    const found = await mcp.call("search", { words: "oats" });
    assert.ok(
      found.structuredContent.hits.every((hit: { conversation_id: string }) =>
        hit.conversation_id === conversation_id
      ),
    );
    assert.deepEqual(JSON.parse(found.content[0].text), found.structuredContent);
    const read = await mcp.call("read_conversation", { conversation_id, limit: 2 });
    assert.equal(read.structuredContent.messages[0].content, "And of oats?");
    const older = await mcp.call("read_conversation", {
      conversation_id,
      before: read.structuredContent.next,
    });
    assert.equal(older.structuredContent.messages[0].content, "What of rye?");
    assert.equal(older.structuredContent.messages[1].content, answer);
    assert.equal(older.structuredContent.next, null);
  });
}

Deno.test("a tool's description names who can be asked, and what for", async () => {
  await using server = await TestServer.start();
  await agent(server, "Baker", "echo");
  await using mcp = await connected(server);
  const [first, second] = (await mcp.client.listTools()).tools;
  assert.match(
    first?.description ?? "",
    /There are: Editor \(Makes a text say what it means\.\); .*; Baker\.$/,
  );
  assert.match(second?.description ?? "", /There is no agency yet\.$/);
});

// Shows A-14.
Deno.test("a token has the tools of its scope alone, and goes on in conversations of its own alone", async () => {
  await using server = await TestServer.start();
  const token = async (scope: string) =>
    (await server.call("POST", "/api/tokens", { name: scope, scope })).json.token;
  const tokens = { all: await token("all"), chat: await token("chat"), read: await token("read") };
  await using chat = await connected(server, tokens.chat);
  await using reads = await connected(server, tokens.read);
  await using all = await connected(server, tokens.all);
  assert.deepEqual(await chat.tools(), ASKING);
  assert.deepEqual(await reads.tools(), LOOKING);
  assert.deepEqual(await all.tools(), [...ASKING, ...LOOKING]);
  await assert.rejects(chat.call("read_conversation", { conversation_id: WELCOME }), /read_conversation/);
  await assert.rejects(reads.call("ask_agent", { agent: "Editor", question: "?" }), /ask_agent/);
  const others = await chat.call("ask_agent", { agent: "Editor", question: "?", conversation_id: WELCOME });
  assert.equal(others.isError, true);
  assert.match(others.content[0].text, /no such conversation/);
  const own = await chat.call("ask_agent", { agent: "Editor", question: "One" });
  const { conversation_id } = own.structuredContent;
  const again = await chat.call("ask_agent", { agent: "Editor", question: "Two", conversation_id });
  assert.equal(again.structuredContent.conversation_id, conversation_id);
  const metrics = await server.call(
    "POST",
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "ping" },
    bearer(await token("metrics")),
  );
  assert.equal(metrics.status, 403);
  const elsewhere = await server.call("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, {
    ...bearer(tokens.chat),
    origin: "https://elsewhere.example",
    accept: "application/json, text/event-stream",
  });
  assert.equal(elsewhere.status, 200);
  assert.equal(elsewhere.headers.get("access-control-allow-origin"), "*");
  const nobody = await server.call("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" });
  assert.equal(nobody.status, 401);
});

Deno.test("ask_panel puts a question to a panel that was kept with its seats, and answers with what it concludes", async () => {
  await using server = await TestServer.start();
  const format = BUILT_IN_PANELS.find(({ id }) => id === "council")?.format;
  assert.ok(format);
  const agents = (await server.call("GET", "/api/agents")).json.items;
  const seats = format.roles.map(({ id }, at) => ({ role: id, agentId: agents[at].id }));
  const kept = await server.call("POST", "/api/panels", {
    format: { ...format, name: "Our council" },
    seats,
  });
  assert.equal(kept.status, 201, kept.text);
  await using mcp = await connected(server);
  const asked = await mcp.call("ask_panel", { panel: "our council", question: "A four-day week?" });
  assert.ok(!asked.isError, JSON.stringify(asked.content));
  const { answer, conversation_id } = asked.structuredContent;
  const state = await server.system.conversation(conversation_id);
  const [panel] = Object.values(state?.panels ?? {});
  assert.deepEqual([panel?.how, panel?.rounds.length], ["completed", format.stages.length]);
  assert.ok(answer.length > 40, answer);
  const none = await mcp.call("ask_panel", { panel: "nobody", question: "?" });
  assert.equal(none.isError, true);
});

Deno.test("why a tool did nothing is told to the model in words", async () => {
  await using server = await TestServer.start();
  await agent(server, "Broken", "error-401");
  await using mcp = await connected(server);
  const words = async (name: string, args: Record<string, unknown>) => {
    const { isError, content } = await mcp.call(name, args);
    assert.equal(isError, true);
    return content[0].text;
  };
  const unknown = await words("ask_agent", { agent: "Butcher", question: "?" });
  assert.equal(unknown, "There is no such agent. There are: Editor, Critic, Researcher, Broken.");
  assert.equal(
    await words("ask_agency", { agency: "Editor", question: "?" }),
    "There is no such agency. There are: none.",
  );
  assert.match(
    await words("read_conversation", { conversation_id: "conversation_none" }),
    /no such conversation/,
  );
  assert.match(await words("ask_agent", { agent: "Editor", question: "" }), /question/);
  assert.match(await words("ask_agent", { agent: "Editor", question: " \n" }), /question: has no words/);
  assert.match(await words("search", { words: "rye", limit: 5_000 }), /limit/);
  assert.match(await words("ask_agent", { agent: "Broken", question: "?" }), /Authentication failed/);
  assert.match(await words("ask_agent", { agent: "Editor", question: "?", temperature: 1 }), /temperature/);
  await assert.rejects(mcp.call("ask_agent", { agent: "Editor", question: "x".repeat(1_100_000) }), /1 MB/);
});

Deno.test("of a fault of this program it is told that there was one, and nothing else", async () => {
  await using server = await TestServer.start();
  await using mcp = await connected(server);
  const { system } = server;
  Object.assign(system, { search: () => Promise.reject(new TypeError("the secret is plumbus")) });
  const { isError, content } = await mcp.call("search", { words: "rye" });
  assert.deepEqual([isError, content], [true, [{ type: "text", text: "Something went wrong here." }]]);
  assert.deepEqual(server.lines.at(-1), { level: "error", event: "tool_failed", kind: "TypeError" });
});

Deno.test("a question with an Idempotency-Key is asked once", async () => {
  await using server = await TestServer.start();
  const asked = { name: "ask_agent", arguments: { agent: "Editor", question: "Rye?" } };
  const ids: string[] = [];
  for (const id of [1, 2]) {
    const { text } = await server.call("POST", "/mcp", {
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: asked,
    }, {
      accept: "application/json, text/event-stream",
      "idempotency-key": "once",
    });
    ids.push(/conversation_id: (\w+)/.exec(text)?.[1] ?? "");
  }
  assert.match(ids[0] ?? "", /^conversation_/);
  assert.equal(ids[1], ids[0]);
  assert.equal((await server.system.conversation(ids[0] ?? ""))?.order.length, 2);
});

Deno.test("who stops waiting for an answer stops it", async () => {
  await using server = await TestServer.start();
  await agent(server, "Slow", "hang-middle");
  await using mcp = await connected(server);
  const gone = new AbortController();
  const asked = mcp.client.callTool({ name: "ask_agent", arguments: { agent: "Slow", question: "Rye?" } }, {
    signal: gone.signal,
  });
  asked.catch(() => undefined);
  const newest = async () => {
    const page = await server.system.recent.page(SOUGHT.shelf, null, 1);
    return await server.system.conversation(page?.rows[0]?.id ?? "");
  };
  await until(server, async () => ((await newest())?.open.length ?? 0) > 0);
  gone.abort();
  await assert.rejects(asked);
  await until(server, async () => (await newest())?.open.length === 0);
  const state = await newest();
  assert.equal(Object.values(state?.turns ?? {}).at(-1)?.status, "cancelled");
});

Deno.test("while an answer is written who asked for news of it hears that it is", async () => {
  const beats: (() => void)[] = [];
  await using server = await TestServer.start({
    every: (_, run) => {
      beats.push(run);
      return () => void beats.splice(beats.indexOf(run), 1);
    },
  });
  await agent(server, "Slow", "hang-middle");
  await using mcp = await connected(server);
  const gone = new AbortController();
  const heard = Promise.withResolvers<number>();
  const asked = mcp.client.callTool({ name: "ask_agent", arguments: { agent: "Slow", question: "Rye?" } }, {
    signal: gone.signal,
    onprogress: ({ progress }) => progress === 2 && heard.resolve(progress),
  });
  asked.catch(() => undefined);
  await until(server, () => Promise.resolve(beats.length > 0));
  for (const beat of [...beats, ...beats]) beat();
  assert.equal(await patiently("for news of the answer", heard.promise), 2);
  gone.abort();
  await assert.rejects(asked);
  await until(server, () => Promise.resolve(beats.length === 0));
});

Deno.test("what is no request of the protocol is refused, and nobody holds a stream for nothing", async () => {
  await using server = await TestServer.start();
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    server.call("POST", "/mcp", body, { accept: "application/json, text/event-stream", ...headers });
  assert.equal((await post([])).status, 422);
  assert.equal((await post({ jsonrpc: "1.0" })).status, 422);
  assert.equal((await post("{", { "content-type": "application/json" })).status, 400);
  assert.equal((await server.call("GET", "/mcp")).status, 405);
  assert.equal((await server.call("DELETE", "/mcp")).status, 405);
  assert.equal((await post({ jsonrpc: "2.0", method: "notifications/initialized" })).status, 202);
  assert.equal((await post({ jsonrpc: "2.0", id: 1, method: "ping" }, { accept: "text/plain" })).status, 406);
  await using mcp = await connected(server);
  await assert.rejects(mcp.client.listen({ toolsListChanged: true }), /limit/i);
});

Deno.test("a long message is told from its beginning, a page no longer than its room", async () => {
  await using server = await TestServer.start();
  await agent(server, "Long", "echo");
  await using mcp = await connected(server);
  const fish = "🐟".repeat(READ_UNITS / 2);
  const { conversation_id } =
    (await mcp.call("ask_agent", { agent: "Long", question: `a${fish}` })).structuredContent;
  const page = async (before?: number) =>
    (await mcp.call("read_conversation", { conversation_id, before })).structuredContent;
  const answer = await page();
  assert.equal(answer.messages.length, 1);
  assert.equal(answer.messages[0].content, `a${fish.slice(2)}\n[2 more characters]`);
  const question = await page(answer.next);
  assert.deepEqual(question.messages.map(({ author }: { author: string }) => author), ["User"]);
  assert.equal(question.next, null);
});
