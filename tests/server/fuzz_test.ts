import assert from "node:assert/strict";
import { z } from "zod";
import { isProgramPath } from "../../server/http/cross_origin.ts";
import type { Route } from "../../server/http/route.ts";
import { routes } from "../../server/routes/table.ts";
import { IMPORT_BYTES } from "../../events/store/transfer/transfer.ts";
import { sample } from "../effort.ts";
import { described } from "./description.ts";
import { HOST, TestServer, WELCOME } from "./harness.ts";

/** Turns up in every odd input; no answer may hold it. */
const CANARY = "canary-7d1f";

// What is published is read as a stranger would: as JSON of any shape.
// deno-lint-ignore no-explicit-any
const description = JSON.parse(JSON.stringify(described)) as any;

const bodies: readonly (readonly [name: string, body: unknown, headers?: Record<string, string>])[] = [
  ["nothing", undefined],
  ["null", null],
  ["an array", [CANARY]],
  ["a number", 7],
  ["a text", `"${CANARY}"`, { "content-type": "application/json" }],
  ["no JSON", `{"${CANARY}`, { "content-type": "application/json" }],
  ["another type", CANARY, { "content-type": "text/plain" }],
  ["invalid UTF-8", new Uint8Array([0xff, 0xfe, 0x7b]), { "content-type": "application/json" }],
  ["unknown fields", { [CANARY]: CANARY }],
  ["wrong types", {
    content: { [CANARY]: 1 },
    title: 5,
    agentIds: CANARY,
    seq: CANARY,
    enabled: CANARY,
    included: CANARY,
    name: [CANARY],
    agents: CANARY,
    password: 1,
    messages: CANARY,
    mode: CANARY,
  }],
  ["odd values", {
    content: CANARY.repeat(1_000),
    id: `__${CANARY}`,
    title: "",
    agentIds: [CANARY],
    agentId: CANARY,
    agencyId: CANARY,
    seq: 10 ** 9,
    turnId: CANARY,
    included: true,
    participantIds: [CANARY],
    position: -1,
    rounds: 99,
    agents: { [CANARY]: {} },
    password: CANARY,
    model: CANARY,
    messages: [],
  }],
  ["deep", JSON.parse("[".repeat(500) + "]".repeat(500))],
];
const ids = [
  WELCOME,
  "conversation_none",
  `odd%20${CANARY}`,
  "%00",
  "__proto__",
  "constructor",
  "x".repeat(300),
];
const headers: Record<string, string>[] = [
  { "idempotency-key": "ü" },
  { "idempotency-key": "x".repeat(500) },
  { "last-event-id": CANARY, accept: "text/event-stream" },
  { accept: CANARY, "content-length": "-1" },
  { authorization: `Bearer ${CANARY}` },
  { cookie: `fishbowl_session=${CANARY}` },
];

/** What the interface's description says of answers: per status, the types they may have; no type: not said. */
function documented(route: Route, status: number): readonly string[] | undefined {
  const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");
  const { responses } = description.paths[path]?.[route.method.toLowerCase()] ?? {};
  const said = responses?.[status];
  return said && Object.keys(said.content ?? {});
}

async function check(response: Response, route: Route, what: string): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("event-stream")) {
    await response.body?.cancel();
    assert.equal(response.status, 200, what);
    return;
  }
  const text = await response.text();
  // There is no built interface here, which its pages and the readiness say with 503.
  const unbuilt = response.status === 503 && (/\/readyz/.test(what) || type.startsWith("text/plain"));
  assert.ok(response.status < 500 || unbuilt, `${what}: ${response.status} ${text}`);
  if (route.access !== "page") {
    const types = documented(route, response.status);
    assert.ok(types, `${what}: ${response.status} is not in the description`);
    if (types.length > 0) {
      assert.ok(types.includes(type.split(";")[0] ?? ""), `${what}: ${type} is not in it`);
    }
  }
  if (response.status < 400) return;
  assert.ok(!text.includes(CANARY), `${what} echoes its input: ${text}`);
  assert.ok(!/\bat .*\.ts:\d+/.test(text), `${what} shows a stack`);
  if (type.startsWith("application/problem+json")) {
    const problem = JSON.parse(text);
    for (const field of ["type", "title", "status", "detail", "code", "error", "instance"]) {
      assert.ok(field in problem, `${what}: no ${field}`);
    }
    assert.equal(problem.status, response.status);
  }
}

// Shows S0-77, S0-A27; CVE-2026-31949.
Deno.test("every route refuses odd bodies, ids and headers with a problem, and never with a 5xx", async () => {
  await using server = await TestServer.start();
  for (const route of routes) {
    for (const id of sample(ids, 7, 3)) {
      const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, id);
      if (route.method === "DELETE" && id === WELCOME) continue;
      if (route.method === "GET") {
        await check(
          await server.request("GET", `${path}?at=${CANARY}&limit=-1&before=x&after=${CANARY}&q=%00&from=x`),
          route,
          `GET ${path}`,
        );
        continue;
      }
      for (const [name, body, more] of sample(id === WELCOME ? bodies : bodies.slice(0, 6), 6, 3)) {
        await check(
          await server.request(route.method, path, body, more),
          route,
          `${route.method} ${path} with ${name}`,
        );
      }
    }
    for (const odd of sample(headers, 6)) {
      const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, "conversation_none");
      const body = route.method === "GET" ? undefined : {};
      try {
        await check(
          await server.request(route.method, path, body, odd),
          route,
          `${route.method} ${path} ${Object.keys(odd)}`,
        );
      } catch (error) {
        // A header that cannot even be sent proves nothing.
        if (!(error instanceof TypeError)) throw error;
      }
    }
  }
});

Deno.test("CVE-2024-12537 CVE-2026-54024 a body or an import over the limit is refused, and nothing of it is kept", async () => {
  await using server = await TestServer.start();
  const big = await server.call("POST", `/api/conversations/${WELCOME}/messages`, {
    content: "x".repeat(1_100_000),
  });
  assert.equal(big.status, 413);
  assert.equal(big.json.code, "too_large");
  const before = await server.store.order.end();
  const filler = new TextEncoder().encode(`${"x".repeat(1_023)}\n`);
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += filler.length;
      controller.enqueue(filler);
      // Far beyond the limit; a server that reads on never answers.
      if (sent > 4 * IMPORT_BYTES) controller.close();
    },
  });
  const imported = await server.handle(
    new Request(`http://${HOST}/api/import`, {
      method: "POST",
      headers: { host: HOST, origin: `http://${HOST}`, "content-type": "application/x-ndjson" },
      body: endless,
    }),
  );
  await imported.body?.cancel();
  assert.ok(imported.status === 413 || imported.status === 422, `${imported.status}`);
  assert.ok(sent <= 2 * IMPORT_BYTES, `${sent} bytes were taken`);
  assert.equal(await server.store.order.end(), before);
});

// Shows S0-A27, S0-77.
Deno.test("what is refused gets its own status and code, and the log is exactly as it was", async () => {
  await using server = await TestServer.start();
  const at = `/api/conversations/${WELCOME}`;
  const notice = await server.call("POST", "/api/conversations", { title: "Empty" });
  const empty = `/api/conversations/${notice.json.conversation.id}`;
  await server.call("POST", `${empty}/messages`, { content: "Is anybody there?" });
  const { json: page } = await server.call("GET", `${empty}/messages`);
  const system = page.items.find((m: { role: string }) => m.role === "system");
  const [first] = (await server.call("GET", `${at}/messages`)).json.items;
  const agentIds = ["agent_editor"];
  const { providerId } = (await server.call("GET", "/api/agents/agent_editor")).json;
  const agent = { name: "Tooled", providerId };
  const before = await server.store.order.end();
  const refused: readonly [
    method: string,
    path: string,
    body: unknown,
    status: number,
    code: string,
    headers?: Record<string, string>,
  ][] = [
    ["POST", `${at}/messages`, { content: "x".repeat(5_001) }, 422, "validation"],
    ["POST", `${at}/messages`, { content: "  \n" }, 422, "validation"],
    ["POST", `${at}/messages`, { content: 7 }, 422, "validation"],
    ["POST", `${at}/messages`, { content: "x", id: "__fake_id__" }, 422, "validation"],
    ["POST", `${at}/messages`, { content: "x", id: "a/b" }, 422, "validation"],
    ["POST", `${at}/messages`, { content: "x", id: "a".repeat(65) }, 422, "validation"],
    ["POST", `${at}/messages`, "{", 400, "malformed", { "content-type": "application/json" }],
    ["POST", `${at}/messages`, "content=x", 415, "unsupported_media_type", {
      "content-type": "application/x-www-form-urlencoded",
    }],
    ["POST", `${at}/messages`, { content: "x" }, 415, "unsupported_media_type", {
      "content-encoding": "gzip",
    }],
    ["POST", `${at}/messages`, { content: "x".repeat(9_000) }, 415, "unsupported_media_type", {
      "content-encoding": "identity, br",
    }],
    ["POST", "/api/attachments", "x", 415, "unsupported_media_type", {
      "content-type": "text/plain",
      "x-file-name": "a.txt",
      "content-encoding": "deflate",
    }],
    ["POST", "/api/conversations/nowhere/messages", { content: "x" }, 404, "not_found"],
    ["POST", "/api/conversations/a%2Fb/messages", { content: "x" }, 404, "not_found"],
    ["PATCH", `${at}/messages/nowhere`, { included: false }, 404, "not_found"],
    ["PATCH", `${empty}/messages/${system.id}`, { included: true }, 422, "validation"],
    ["POST", `${at}/participants`, { agentId: "agent_editor" }, 409, "conflict"],
    ["POST", `${at}/participants`, { agentId: "agent_none" }, 422, "validation"],
    ["PATCH", `${at}/participants/nowhere`, { enabled: false }, 404, "not_found"],
    ["POST", `${at}/trigger_agent/agent_editor`, {}, 422, "validation"],
    ["POST", `${at}/trigger_all`, {}, 422, "validation"],
    ["POST", `${at}/turns/nowhere/retry`, {}, 404, "not_found"],
    ["POST", `${at}/turns/nowhere/permission`, { callId: "c", allowed: true }, 404, "not_found"],
    ["POST", `${at}/stop`, { turnId: "nowhere" }, 404, "not_found"],
    ["POST", `${at}/fork`, { seq: 9_999 }, 422, "validation"],
    ["POST", "/api/conversations", { manualResponses: true }, 422, "validation"],
    ["POST", "/api/conversations", { manualResponses: false, mode: "manual", agentIds }, 422, "validation"],
    ["POST", "/api/conversations", { manualResponses: true, mode: "parallel", agentIds }, 422, "validation"],
    ["PATCH", `${at}/messages/${first.id}`, { included: false, content: "edited" }, 422, "validation"],
    ["POST", `${at}/messages`, { content: "x", attachments: [], colour: 1 }, 422, "validation"],
    ["POST", "/api/agents", { ...agent, tools: ["rm_rf"] }, 422, "validation"],
    ["PATCH", "/api/agents/agent_editor", { tools: ["rename_conversation", "rm_rf"] }, 422, "validation"],
    ["PATCH", "/api/agents/agent_editor", { nickname: "Ed" }, 422, "validation"],
    ["POST", "/api/conversations", { agentIds: ["agent_none"] }, 422, "validation"],
    ["POST", "/api/agents", { name: "" }, 422, "validation"],
    ["POST", "/api/providers", { name: "x", kind: "openai", baseUrl: "file:///etc" }, 422, "validation"],
    ["POST", `${at}/messages`, { content: "x" }, 403, "forbidden", { origin: "https://evil.example" }],
    ["POST", `${at}/messages`, { content: "x" }, 421, "misdirected", { host: "evil.example" }],
    ["POST", `${at}/messages`, { content: "x".repeat(1_100_000) }, 413, "too_large"],
  ];
  for (const [method, path, body, status, code, headers] of refused) {
    const answer = await server.call(method, path, body, headers);
    const what = `${method} ${path} ${JSON.stringify(body).slice(0, 60)} ${JSON.stringify(headers ?? {})}`;
    assert.deepEqual([answer.status, answer.json?.code], [status, code], what);
    assert.match(answer.json.detail, /\w.*\.?$/, what);
  }
  assert.equal(await server.store.order.end(), before);
});

/** Paths of the objects in a JSON schema that let any field pass. */
function open(schema: unknown, path = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const loose = "properties" in schema &&
    !("additionalProperties" in schema && schema.additionalProperties === false);
  return [
    ...(loose ? [path || "body"] : []),
    ...Object.entries(schema).flatMap(([key, value]) => open(value, `${path}/${key}`)),
  ];
}

// Shows S0-A27.
Deno.test("no body of ours lets a field pass that nobody knows; those of /v1 and /mcp do, as clients expect", async () => {
  const bodies = routes.filter(({ body }) => body !== undefined);
  assert.ok(bodies.length > 20);
  for (const { method, path, body } of bodies) {
    const loose = open(z.toJSONSchema(body ?? z.never(), { io: "input", unrepresentable: "any" }));
    if (path.startsWith("/v1/") || path === "/mcp") assert.notDeepEqual(loose, [], path);
    else assert.deepEqual(loose, [], `${method} ${path}`);
  }
  await using server = await TestServer.start();
  const messages = `/api/conversations/${WELCOME}/messages`;
  const { status, json } = await server.call("POST", messages, { content: "Hi", [CANARY]: 1 });
  assert.equal(status, 422);
  assert.equal(
    json.detail,
    "The body has a field that is not known; it takes id, content, attachments, mentions, panel",
  );
});

// Shows S0-A27.
Deno.test("manualResponses and mode may say the same; a tool that an agent has already stays with it", async () => {
  await using server = await TestServer.start();
  const agentIds = ["agent_editor"];
  for (
    const [body, mode] of [
      [{ manualResponses: true, mode: "manual" }, "manual"],
      [{ manualResponses: true }, "manual"],
      [{ manualResponses: false }, "parallel"],
      [{ manualResponses: false, mode: "round_robin" }, "round_robin"],
    ] as const
  ) {
    const { json } = await server.call("POST", "/api/conversations", { ...body, agentIds });
    assert.equal(json.conversation.mode, mode, JSON.stringify(body));
  }
  const old = (await server.system.workspace()).agents["agent_editor"];
  assert.ok(old);
  const { archived: _, ...agent } = old;
  await server.system.changeWorkspace(() => ({
    ok: true,
    events: [{ type: "AgentChanged", data: { ...agent, tools: ["of_an_older_release"] } }],
    answer: { id: agent.id },
  }), { by: { kind: "user", id: "local", name: "User" } });
  const change = (body: object) => server.call("PATCH", "/api/agents/agent_editor", body);
  assert.equal((await change({ name: "Renamed" })).status, 200);
  assert.equal((await change({ tools: ["of_an_older_release", "rename_conversation"] })).status, 200);
  const { status, json } = await change({ tools: ["another"] });
  assert.deepEqual([status, json.errors], [422, [{ path: "tools.0", message: "there is no such tool" }]]);
});

Deno.test("an Idempotency-Key over its bound is refused by every route that documents one, and none is documented elsewhere", async () => {
  await using server = await TestServer.start();
  for (const route of sample(routes.filter(({ access }) => access !== "page"))) {
    const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");
    const { parameters } = description.paths[path][route.method.toLowerCase()];
    const key = parameters.find(({ name }: { name: string }) => name === "Idempotency-Key");
    assert.equal(key !== undefined, route.method !== "GET", `${route.method} ${path}`);
    if (!key) continue;
    const at = route.path.replace(/:(\w+)(\{[^}]*\})?/g, "nowhere");
    for (const wrong of ["x".repeat(key.schema.maxLength + 1), ""]) {
      const answer = await server.call(route.method, at, {}, { "idempotency-key": wrong });
      const refused = isProgramPath(route.path) ? 400 : 422;
      assert.equal(answer.status, refused, `${route.method} ${at}: ${answer.text}`);
      assert.match(answer.text, /Idempotency-Key must be/);
    }
    const fits = await server.call(route.method, at, {}, {
      "idempotency-key": "x".repeat(key.schema.maxLength),
    });
    assert.doesNotMatch(fits.text, /Idempotency-Key must be/, `${route.method} ${at}`);
  }
});
