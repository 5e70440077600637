/** Tokens for programs: made in the settings, kept as a hash, taken back, and checked alike on every path. */
import assert from "node:assert/strict";
import { AuthenticationError } from "openai";
import type { Route } from "../../../server/http/route.ts";
import { routes } from "../../../server/routes/table.ts";
import { TestServer } from "../harness.ts";
import { sdk, user } from "../programs.ts";
import { sample } from "../../effort.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function make(server: TestServer, name = "laptop"): Promise<{ id: string; token: string }> {
  const { status, json } = await server.call("POST", "/api/tokens", { name });
  assert.equal(status, 201);
  return json;
}

/** Every path that asks who is there, as a request for something that does not exist. */
const guarded = routes.filter(({ access }) => access === "api" || access === "program");
const walk = (server: TestServer, { method, path }: Route, headers: Record<string, string>) =>
  server.call(
    method,
    path.replace(/:(\w+)(\{[^}]*\})?/g, "conversation_none"),
    method === "GET" ? undefined : {},
    headers,
  );

Deno.test("CVE-2026-32717 one check on every path: no token, a wrong one and a revoked one are refused, a good one is not", async () => {
  await using server = await TestServer.start();
  const { id, token } = await make(server);
  await server.access.setPassword("correct horse battery");
  assert.ok(guarded.length > 40, "the table is walked");
  const each = async (headers: Record<string, string>, refused: boolean, otherwise = headers) => {
    for (const [at, route] of sample([...guarded.entries()], 4, 1)) {
      // Taking tokens back and ending sessions is done below, not by the walk.
      const sent = at % 2 === 0 ? headers : otherwise;
      const { status, headers: got } = await walk(server, route, sent);
      assert.equal(status === 401, refused, `${route.method} ${route.path}: ${status}`);
      if (refused && sent["authorization"]) assert.equal(got.get("www-authenticate"), "Bearer");
    }
  };
  await each({}, true);
  await each(bearer("fb_" + "0".repeat(64)), true);
  await each(bearer(token), false, { "x-api-key": token });
  await server.access.revokeToken(id);
  // By the other header than before.
  await each({ "x-api-key": token }, true, bearer(token));
});

Deno.test("without a password a token closes the programs' paths, and only those", async () => {
  await using server = await TestServer.start();
  const walked = sample(guarded, 4, 1);
  for (const route of walked) {
    assert.notEqual((await walk(server, route, {})).status, 401, `open before: ${route.path}`);
  }
  const { token } = await make(server);
  for (const route of walked) {
    const { status } = await walk(server, route, {});
    assert.equal(status === 401, route.access === "program", `${route.method} ${route.path}: ${status}`);
  }
  const programs = guarded.filter(({ access }) => access === "program").map(({ path }) => path);
  assert.deepEqual([...new Set(programs)].sort(), [
    "/api/agency/:agencyId/chat/completions",
    "/mcp",
    "/v1/chat/completions",
    "/v1/messages",
    "/v1/messages/count_tokens",
    "/v1/models",
    "/v1/models/:id{.+}",
    "/v1/responses",
    "/v1/responses/:id",
  ]);
  const messages = [user("Hi")];
  const answered = await sdk(server, token).chat.completions.create({ model: "agent/editor", messages });
  assert.ok(answered.choices[0]?.message.content);
  const row = (await server.call("GET", "/api/conversations")).json.items[0];
  const asked = (await server.call("GET", `/api/conversations/${row.id}`)).json.messages[0];
  assert.equal(asked.authorName, "laptop", "what a program says has the name of its token");
});

Deno.test("a token is shown once; at rest, in the list, in events and in exports there is only its hash, or nothing", async () => {
  await using server = await TestServer.start();
  const { id, token } = await make(server);
  const [row] = await server.store.side("token").list();
  assert.equal(row?.id, id);
  const kept = JSON.stringify(row);
  assert.ok(!kept.includes(token) && !kept.includes(token.slice(3)));
  assert.match(kept, /"hash":"[0-9a-f]{64}"/);
  for (const path of ["/api/tokens", "/api/events?after=", "/api/status", "/api/settings"]) {
    const { text } = await server.call("GET", path, undefined, { accept: "application/json" });
    assert.ok(!text.includes(token.slice(3)), path);
  }
  const { json } = await server.call("GET", "/api/tokens");
  const shown = ["createdAt", "expiresAt", "id", "lastUsedAt", "name", "scope"];
  assert.deepEqual(Object.keys(json.items[0]).sort(), shown);
  for await (const batch of server.store.read("workspace")) {
    assert.ok(!JSON.stringify(batch).includes(token.slice(3)));
  }
});

Deno.test("a token is taken back in the settings: its program is refused at once, another's is not, twice is fine", async () => {
  await using server = await TestServer.start();
  const one = await make(server, "one");
  const two = await make(server, "two");
  assert.notEqual(one.token, two.token);
  const ask = (token: string) => sdk(server, token).models.list();
  await ask(one.token);
  assert.equal((await server.call("DELETE", `/api/tokens/${one.id}`)).status, 204);
  assert.equal((await server.call("DELETE", `/api/tokens/${one.id}`)).status, 204);
  await assert.rejects(async () => await ask(one.token), AuthenticationError);
  await ask(two.token);
  assert.equal((await server.call("GET", "/api/tokens")).json.items.length, 1);
  await server.call("DELETE", `/api/tokens/${two.id}`);
  for (const token of [two.token, "anything"]) {
    await assert.rejects(async () => await ask(token), AuthenticationError);
  }
  const silent = await server.call("GET", "/v1/models");
  assert.equal(
    silent.status,
    401,
    "taking the last one back shuts programs out, it does not let all of them in",
  );
  assert.equal(
    (await server.call("GET", "/api/conversations")).status,
    200,
    "the local browser is as free as before",
  );
});
