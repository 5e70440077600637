/** Pages of other origins: a token lets them use the routes for programs, a cookie never, and nothing else lets them in. */
import assert from "node:assert/strict";
import { routes } from "../../../server/routes/table.ts";
import { isProgramPath } from "../../../server/http/cross_origin.ts";
import { bearer, PASSWORD, signIn } from "../credentials.ts";
import { TestServer } from "../harness.ts";
import { user } from "../programs.ts";

const PAGES = ["http://localhost:3000", "app://obsidian.md", "https://chat.example.org", "null"];
const body = { model: "agent/editor", messages: [user("Hi")] };
const ask = (server: TestServer, headers: Record<string, string>) =>
  server.call("POST", "/v1/chat/completions", body, { "sec-fetch-site": "cross-site", ...headers });
const preflight = (server: TestServer, path: string, origin: string) =>
  server.call("OPTIONS", path, undefined, {
    origin,
    "sec-fetch-site": "cross-site",
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type,x-stainless-os",
  });

Deno.test("with a token any page may use the routes for programs, and read what it is answered", async () => {
  await using server = await TestServer.start();
  const token = await server.access.addToken("token_x", "plugin", { scope: "chat" });
  for (const origin of PAGES) {
    const asked = await preflight(server, "/v1/chat/completions", origin);
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get("access-control-allow-origin"), "*");
    assert.match(asked.headers.get("access-control-allow-headers") ?? "", /authorization/);
    const answer = await ask(server, { origin, ...bearer(token) });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get("access-control-allow-origin"), "*");
    assert.match(answer.headers.get("access-control-expose-headers") ?? "", /x-should-retry/);
    assert.equal(
      answer.headers.get("access-control-allow-credentials"),
      null,
      "which a star forbids besides",
    );
    const wrong = await ask(server, { origin, ...bearer("fb_wrong") });
    assert.equal(wrong.json.error.code, "invalid_api_key");
    assert.equal(wrong.headers.get("access-control-allow-origin"), "*", "why it was refused can be read");
  }
  const own = await server.call("GET", "/v1/models", undefined, bearer(token));
  assert.equal(own.headers.get("access-control-allow-origin"), null, "nobody else is told anything");
});

Deno.test("CSRF: without a token no page gets in, whatever it shows, and with one to nothing else", async () => {
  await using server = await TestServer.start();
  for (const origin of PAGES) {
    assert.equal((await ask(server, { origin })).status, 403, "open on loopback, but not to pages");
    assert.equal((await ask(server, { origin, ...bearer("anything") })).status, 403, "no token was made");
  }
  await server.access.setPassword(PASSWORD);
  const cookie = await signIn(server);
  for (const origin of PAGES) {
    assert.equal((await ask(server, { origin, ...cookie })).status, 403, "a cookie");
  }
  const token = await server.access.addToken("token_x", "plugin");
  for (const { method, path, access } of routes) {
    if (access !== "api") continue;
    assert.ok(!isProgramPath(path), path);
    const at = path.replace(/:\w+(\{[^}]*\})?/g, "x");
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site", ...bearer(token) };
    const answer = await server.call(method, at, undefined, headers);
    assert.equal(answer.status, 403, `${method} ${path}`);
    assert.equal(answer.headers.get("access-control-allow-origin"), null);
    assert.equal((await preflight(server, at, "https://evil.example")).status, 405, path);
  }
});

Deno.test("a listed origin may use everything with a token, the routes for programs where these need none, and nothing with a cookie", async () => {
  const origin = "http://localhost:3000";
  await using server = await TestServer.start({ origins: [origin] });
  assert.equal((await ask(server, { origin })).status, 200, "open on loopback");
  const read = (headers: Record<string, string>) =>
    server.call("GET", "/api/conversations", undefined, {
      origin,
      "sec-fetch-site": "same-site",
      ...headers,
    });
  assert.equal((await read({})).status, 403);
  const token = await server.access.addToken("token_x", "front end");
  const answer = await read(bearer(token));
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.equal((await preflight(server, "/api/conversations", origin)).status, 204);
  assert.equal((await ask(server, { origin })).status, 401, "a token was made");
  await server.access.setPassword(PASSWORD);
  const cookie = await signIn(server);
  assert.equal((await read(cookie)).status, 403);
  assert.equal((await ask(server, { origin, ...cookie })).status, 403);
  const login = { origin, "sec-fetch-site": "same-site" };
  assert.equal((await server.call("POST", "/api/login", { password: PASSWORD }, login)).status, 403);
});

Deno.test("another Host is told which flag helps, and shares nothing", async () => {
  await using server = await TestServer.start();
  const answer = await server.call("GET", "/v1/models", undefined, {
    host: "host.docker.internal:8000",
    origin: "null",
  });
  assert.equal(answer.status, 421);
  assert.match(answer.text, /--allowed-host/);
  assert.equal(answer.headers.get("access-control-allow-origin"), null);
});
