import assert from "node:assert/strict";
import { createServer } from "node:http";
import { connect, type Connection, McpError } from "../../../actors/mcp/connection.ts";
import { takeTools } from "../../../actors/mcp/listed_tools.ts";
import { toldResult } from "../../../actors/mcp/tool_results.ts";
import {
  answerTo,
  type Methods,
  officialServer,
  olderServer,
  rawServer,
  serveFake,
  slowServer,
} from "./fake_mcp.ts";

const NEVER = new AbortController().signal;
const LOOK = { name: "look", inputSchema: { type: "object" } };
const METHODS: Methods = {
  "tools/list": () => ({ tools: [LOOK] }),
  "tools/call": ({ arguments: args }) => ({ content: [{ type: "text", text: JSON.stringify(args) }] }),
};

async function connected(
  url: string,
  header: { name: string; value: string } | null = null,
  changed = () => {},
) {
  const connection = await connect({ url, header, changed, signal: NEVER });
  return { ...connection, [Symbol.asyncDispose]: () => connection.close() };
}
const look = (connection: Connection, args: Record<string, unknown> = {}) =>
  connection.call({ name: "look", parameters: { type: "object" } }, args, NEVER);
const fails = (work: Promise<unknown>, failure: string) =>
  assert.rejects(work, (error) => error instanceof McpError && error.failure === failure);

Deno.test("the official server is listed and called, its secret in the one header and on every request", async () => {
  await using server = officialServer(() => [{ name: "look", description: "Looks.", readOnly: true }]);
  await using connection = await connected(server.url, { name: "X-Key", value: "canary-1" });
  const { tools } = takeTools(await connection.tools(NEVER));
  assert.deepEqual(tools.map(({ name, description, readOnly }) => [name, description, readOnly]), [
    ["look", "Looks.", true],
  ]);
  assert.deepEqual(toldResult(await look(connection, { text: "a" })), { status: "ok", result: "heard: a" });
  assert.ok(server.requests.length > 0);
  for (const { headers } of server.requests) assert.equal(headers.get("x-key"), "canary-1");
});

for (const [what, begin] of [["documents", rawServer], ["the older transport", olderServer]] as const) {
  Deno.test(`a server of before 2026 is listed and called by ${what}`, async () => {
    await using server = begin(METHODS);
    await using connection = await connected(server.url);
    assert.deepEqual(takeTools(await connection.tools(NEVER)).tools.map(({ name }) => name), ["look"]);
    assert.deepEqual(toldResult(await look(connection, { text: "b" })), {
      status: "ok",
      result: `{"text":"b"}`,
    });
  });
}

Deno.test("a list that says it changed is told of", async () => {
  const encoder = new TextEncoder();
  const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
  await using server = serveFake((request, body) => {
    if (request.method === "POST") {
      const answer = answerTo(body, METHODS);
      return answer === null ? new Response(null, { status: 202 }) : Response.json(answer);
    }
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(changed)}\n\n`)),
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  });
  const told = Promise.withResolvers<void>();
  await using _ = await connected(server.url, null, told.resolve);
  await told.promise;
});

Deno.test("a server that is not there, refuses the key, or leads elsewhere is told apart, and the key goes nowhere else", async () => {
  await using elsewhere = rawServer(METHODS);
  await using leads = serveFake(() => Response.redirect(elsewhere.url, 307));
  await using closed = serveFake(() => new Response("no", { status: 401 }));
  const gone = rawServer(METHODS);
  await gone[Symbol.asyncDispose]();
  await fails(connected(gone.url), "unreachable");
  await fails(connected(closed.url, { name: "X-Key", value: "k" }), "unauthorized");
  await fails(connected(leads.url, { name: "X-Key", value: "canary-2" }), "redirected");
  assert.deepEqual(elsewhere.requests, []);
  await fails(connected("http://169.254.169.254/mcp"), "unreachable");
});

Deno.test("the older transport's messages go to the server's own origin and nowhere else", async () => {
  await using other = rawServer(METHODS);
  const hostile = new TextEncoder().encode(`event: endpoint\ndata: ${other.url}\n\n`);
  await using server = serveFake((request) =>
    request.method === "GET"
      ? new Response(new ReadableStream({ start: (controller) => controller.enqueue(hostile) }), {
        headers: { "content-type": "text/event-stream" },
      })
      : new Response(null, { status: 405 })
  );
  await assert.rejects(connected(server.url, { name: "X-Key", value: "canary-3" }), McpError);
  assert.deepEqual(other.requests, []);
});

Deno.test("a list without end, answers without bound and values without number are given up", async () => {
  let page = 0;
  await using endless = rawServer({
    "tools/list": () => ({ tools: [{ ...LOOK, name: `look_${page}` }], nextCursor: String(page++) }),
  });
  await using list = await connected(endless.url);
  await fails(list.tools(NEVER), "endless");
  assert.ok(page < 30, String(page));
  for (
    const text of [
      "a".repeat(5 * 1024 * 1024),
      "[".repeat(100) + "]".repeat(100),
      `[${"0,".repeat(20_000)}0]`,
    ]
  ) {
    await using huge = serveFake((request, body) => {
      if (request.method !== "POST") return new Response(null, { status: 405 });
      if (!body.includes("tools/call")) {
        const answer = answerTo(body, METHODS);
        return answer === null ? new Response(null, { status: 202 }) : Response.json(answer);
      }
      const { id } = JSON.parse(body);
      const structuredContent = text.startsWith("a") ? JSON.stringify(text) : text;
      const answer =
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${structuredContent}}}`;
      return new Response(answer, { headers: { "content-type": "application/json" } });
    });
    await using connection = await connected(huge.url);
    await fails(look(connection), "too_large");
  }
});

/** A server that answers calls along a stream: `along` are its bytes, after which it ends. */
const streaming = (along: (id: unknown) => string, resumed?: (id: unknown) => string) => {
  let called: unknown;
  const events = (text: string) => new Response(text, { headers: { "content-type": "text/event-stream" } });
  return serveFake((request, body) => {
    if (request.method === "GET" && resumed) return events(resumed(called));
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const { id, method } = JSON.parse(body);
    if (method === "tools/call") return events(along(called = id));
    return Response.json(answerTo(body, METHODS) ?? {});
  });
};
const framed = (id: unknown, text: string) =>
  `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } })}\n\n`;

Deno.test("a stream that ends or breaks before its answer is noticed then, not a minute later", async () => {
  for (
    const [along, failure] of [
      [() => "", "broken"],
      [() => ": still here\n\n", "broken"],
      [(id) => framed(`not ${id}`, "for nobody"), "broken"],
      [(id) => framed(id, "a".repeat(5 * 1024 * 1024)), "too_large"],
    ] satisfies [(id: unknown) => string, string][]
  ) {
    await using server = streaming(along);
    await using connection = await connected(server.url);
    await fails(look(connection), failure);
  }
});

Deno.test("an answer to another request, and none, are told at once, not a minute later", async () => {
  const another = (body: string) =>
    Response.json({ jsonrpc: "2.0", id: `not ${JSON.parse(body).id}`, result: {} });
  for (const answers of [another, () => new Response(null, { status: 202 })]) {
    await using server = serveFake((request, body) => {
      if (request.method !== "POST") return new Response(null, { status: 405 });
      if (body.includes("tools/call")) return answers(body);
      const answer = answerTo(body, METHODS);
      return answer === null ? new Response(null, { status: 202 }) : Response.json(answer);
    });
    await using connection = await connected(server.url);
    await fails(look(connection), "malformed");
  }
});

Deno.test("where the one stream of the older transport ends, so does what waits for its answer there", async () => {
  const called = Promise.withResolvers<void>();
  const methods: Methods = { ...METHODS, "tools/call": () => called.resolve() };
  await using server = olderServer(methods, called.promise);
  await using connection = await connected(server.url);
  assert.equal((await connection.tools(NEVER)).length, 1);
  await fails(look(connection), "broken");
});

Deno.test("a stream that ends and can be gone on with is asked for the rest, and one that answered is no failure", async () => {
  await using answers = streaming((id) => framed(id, "at once") + framed(id, "and again"));
  await using one = await connected(answers.url);
  assert.deepEqual(toldResult(await look(one)).result, "at once");
  await using resumes = streaming(() => "id: 1\nretry: 1\ndata:\n\n", (id) => framed(id, "later"));
  await using other = await connected(resumes.url);
  assert.deepEqual(toldResult(await look(other)).result, "later");
  assert.equal(resumes.requests.find(({ method }) => method === "GET")?.headers.get("last-event-id"), "1");
});

Deno.test("what a server refuses is told in its words, and a call that is stopped stops", async () => {
  await using refusing = serveFake((request, body) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const answer = answerTo(body, { "tools/list": () => ({ tools: [LOOK] }) });
    return answer === null ? new Response(null, { status: 202 }) : Response.json(answer);
  });
  await using other = await connected(refusing.url);
  await assert.rejects(look(other), (error) => {
    assert.ok(error instanceof McpError);
    assert.deepEqual([error.failure, /Method not found/.test(error.said)], ["refused", true]);
    return true;
  });
  const stop = new AbortController();
  await using silent = serveFake((request, body) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    if (body.includes("tools/call")) {
      stop.abort();
      return new Promise<Response>(() => {});
    }
    const answer = answerTo(body, METHODS);
    return answer === null ? new Response(null, { status: 202 }) : Response.json(answer);
  });
  await using last = await connected(silent.url);
  const call = last.call({ name: "look", parameters: { type: "object" } }, {}, stop.signal);
  await assert.rejects(call);
  // Its server is told, so that it stops too.
  const asked = silent.requests.map(({ body }) => JSON.parse(body || "{}"))
    .find(({ method }) => method === "tools/call");
  const told = () =>
    silent.requests.some(({ body }) =>
      body.includes("notifications/cancelled") && JSON.parse(body).params.requestId === asked.id
    );
  while (!told()) await new Promise((soon) => setTimeout(soon, 1));
});

Deno.test("a call that was sent and not answered is told as broken off, not as one that nobody heard", async () => {
  for (const end of ["reset", 502, 504] as const) {
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const piece of request) body += piece;
      if (body.includes("tools/call")) {
        return end === "reset" ? request.socket.destroy() : response.writeHead(end).end();
      }
      const answer = request.method === "POST" ? answerTo(body, METHODS) : null;
      if (answer === null) return response.writeHead(request.method === "POST" ? 202 : 405).end();
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
    await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
    const address = server.address();
    assert.ok(address !== null && typeof address === "object");
    {
      await using connection = await connected(`http://127.0.0.1:${address.port}/mcp`);
      await fails(look(connection), "broken");
    }
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

const NO_SESSION = { error: { code: -32000, message: "Bad Request: No valid session ID provided" } };

Deno.test("a server that forgot the session says so by 404, or by 400 in its words, and by nothing else", async () => {
  const said: readonly (readonly [number, object, boolean])[] = [
    [404, {}, true],
    [400, NO_SESSION, true],
    [400, { error: { code: -32700, message: "Parse error" } }, false],
    [500, NO_SESSION, false],
  ];
  for (const [status, words, forgotten] of said) {
    await using server = serveFake((request, body) => {
      if (request.method !== "POST") return new Response(null, { status: 405 });
      if (body.includes("tools/call")) {
        return Response.json({ jsonrpc: "2.0", id: null, ...words }, { status });
      }
      const answer = answerTo(body, METHODS);
      return answer === null ? new Response(null, { status: 202 }) : Response.json(answer);
    });
    await using connection = await connected(server.url);
    await assert.rejects(look(connection), (error) => {
      assert.ok(error instanceof McpError);
      assert.deepEqual([error.failure, error.forgotten], ["unreachable", forgotten], `${status}`);
      return true;
    });
  }
});

Deno.test("a pattern in an output schema is never tried on a result", async () => {
  await using server = rawServer({
    "tools/list": () => ({
      tools: [{
        ...LOOK,
        outputSchema: { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } },
      }],
    }),
    "tools/call": () => ({ content: [], structuredContent: { a: "a".repeat(40) + "!" } }),
  });
  await using connection = await connected(server.url);
  await connection.tools(NEVER);
  assert.deepEqual(toldResult(await look(connection)).status, "ok");
});

Deno.test("how far a call is is heard while it runs, from a server that answers along a stream", async () => {
  const held = Promise.withResolvers<void>();
  await using server = slowServer(held.promise);
  await using connection = await connected(server.url);
  const heard: unknown[] = [];
  const tool = { name: "forecast", parameters: { type: "object" } };
  await connection.call(tool, {}, new AbortController().signal, {
    tell: (news) => {
      heard.push(news);
      held.resolve();
    },
  });
  assert.deepEqual(heard, [{ progress: 2, total: 5, message: "Measuring the rain" }]);
});
