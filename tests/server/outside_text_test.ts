/** What people and programs send as text: names that mislead, titles cut in half, bodies nested without end. */
import assert from "node:assert/strict";
import { JSON_LEVELS } from "../../events/catalog/json_depth.ts";
import { TITLE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { appended, happened } from "../events/store/given.ts";
import { TestServer, WELCOME } from "./harness.ts";
import { sample } from "../effort.ts";

const at = `/api/conversations/${WELCOME}`;
const TURNED = "\u202emoc.elgoog";

Deno.test("names and titles that hide or turn something are refused with words and change nothing", async () => {
  await using server = await TestServer.start();
  const providerId = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agents = (await server.call("GET", "/api/agents")).json.items;
  const attempts: [string, string, Record<string, unknown>][] = [
    ["POST", "/api/agents", { name: TURNED, providerId }],
    ["PATCH", `/api/agents/${agents[0].id}`, { name: "a\u0000b" }],
    ["POST", "/api/roles", { name: "\u200b" }],
    ["POST", "/api/personalities", { name: "a\nb" }],
    ["POST", "/api/tokens", { name: TURNED }],
    ["PATCH", at, { title: TURNED }],
    ["POST", "/api/conversations", { title: "a\u2066" }],
    ["POST", `${at}/fork`, { seq: 1, title: TURNED }],
  ];
  for (const [method, path, body] of attempts) {
    const { status, json } = await server.call(method, path, body);
    assert.equal(status, 422, `${method} ${path}`);
    assert.match(json.detail, /must have no line breaks, control characters/, `${method} ${path}`);
  }
  assert.deepEqual((await server.call("GET", "/api/agents")).json.items, agents);
});

Deno.test("an agent that had a misleading name before can be changed in everything else", async () => {
  await using server = await TestServer.start();
  const agent = (await server.call("GET", "/api/agents")).json.items[0];
  const stored = await server.system.workspace();
  const { archived: _, ...whole } = stored.agents[agent.id] ?? assert.fail();
  await appended(server.store, "workspace", [
    happened("old/0", "AgentChanged", { ...whole, name: TURNED, version: whole.version + 1 }),
  ]);
  assert.equal((await server.call("GET", `/api/agents/${agent.id}`)).json.name, TURNED);
  const changed = await server.call("PATCH", `/api/agents/${agent.id}`, { systemPrompt: "Be kind." });
  assert.equal(changed.status, 200, changed.text);
});

Deno.test("every title can be exported, also one whose sixtieth unit is half a character", async () => {
  await using server = await TestServer.start();
  const pair = "\u{1d400}";
  const titles = [`${"a".repeat(59)}${pair}x`, pair.repeat(TITLE_CODE_POINTS), "a\ud800"];
  for (const title of sample(titles, 3, 1)) {
    assert.equal((await server.call("PATCH", at, { title })).status, 200);
    for (const format of ["ndjson", "markdown", "json"]) {
      const { status, headers } = await server.call("GET", `${at}/export?format=${format}`);
      assert.equal(status, 200, `${title} ${format}`);
      const name = /filename\*=UTF-8''(\S+)$/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "";
      assert.ok(decodeURIComponent(name).isWellFormed());
    }
  }
});

Deno.test("a body nested without end is refused before anybody is asked; at the bound it is taken", async () => {
  await using server = await TestServer.start();
  const before = server.mock.requests().length;
  const nested = (levels: number): unknown => levels === 0 ? 1 : [nested(levels - 1)];
  // The body is one level, and four more are around the one thing of any form that is taken.
  const asking = (levels: number) => ({
    model: "agent/editor",
    messages: [{ role: "user", content: "hello" }],
    tools: [{ type: "function", function: { name: "f", parameters: { a: nested(levels - 5) } } }],
    tool_choice: "none",
  });
  const models = (await server.call("GET", "/v1/models")).json.data.map(({ id }: { id: string }) => id);
  const body = (levels: number) => ({ ...asking(levels), model: models[0] });
  for (const levels of [JSON_LEVELS + 1, 1_000]) {
    const { status, text } = await server.call("POST", "/v1/chat/completions", body(levels));
    assert.equal(status, 400, text);
    assert.match(text, /nested more than 64 levels/);
  }
  assert.equal(server.mock.requests().length, before);
  for (const levels of [JSON_LEVELS - 1, JSON_LEVELS]) {
    assert.equal((await server.call("POST", "/v1/chat/completions", body(levels))).status, 200);
  }
});

Deno.test("a body of very many values is refused before it is read", async () => {
  await using server = await TestServer.start();
  const before = server.mock.requests().length;
  const messages = Array.from({ length: 20_000 }, () => ({ role: "user", content: "a" }));
  const { status, text } = await server.call("POST", "/v1/chat/completions", { model: "editor", messages });
  assert.equal(status, 400, text);
  assert.match(text, /more than 50000 values/);
  assert.equal(server.mock.requests().length, before);
});
