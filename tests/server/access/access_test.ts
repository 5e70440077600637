import assert from "node:assert/strict";
import { SECURITY_HEADERS } from "../../../server/http/guard.ts";
import { routes } from "../../../server/routes/table.ts";
import { HOST, TestServer } from "../harness.ts";

Deno.test("CVE-2024-28224 CVE-2026-48710 another Host is misdirected, whatever the address says", async () => {
  await using server = await TestServer.start();
  for (
    const host of ["evil.example", "localhost:8000.evil.example", "127.0.0.1:8000/../x?y=", "", "localhost:9"]
  ) {
    const answer = await server.call("GET", "/healthz", undefined, { host });
    assert.equal(answer.status, 421, host);
    assert.match(answer.json.detail, /--allowed-host .* localhost:9000/, "the port counts, too");
  }
});

Deno.test("CSRF: other sites may neither read nor write; a link may open a page", async () => {
  await using server = await TestServer.start();
  const site = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  assert.equal((await server.call("GET", "/api/conversations", undefined, site)).status, 403);
  assert.equal((await server.call("POST", "/api/conversations", {}, site)).status, 403);
  const handle = (headers: Record<string, string>, method = "GET", path = "/") =>
    server.handle(
      new Request(`http://localhost:8000${path}`, {
        method,
        headers: { host: "localhost:8000", ...headers },
      }),
    );
  const opened = await handle({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" });
  assert.notEqual(opened.status, 403);
  const silent = await handle({ "content-type": "application/json" }, "POST", "/api/conversations");
  assert.equal(silent.status, 403, "a write has to say where it comes from");
});

/** A request with just these headers beside its Host, as browsers without fetch metadata and programs send it. */
const bare = (server: TestServer, method: string, path: string, headers: Record<string, string>) =>
  server.handle(
    new Request(`http://${HOST}${path}`, {
      method,
      headers: {
        host: HOST,
        ...(method === "GET" ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(method === "GET" ? {} : { body: "{}" }),
    }),
  );

Deno.test("CSRF: a foreign Origin is refused by itself, and so is the same site from another port", async () => {
  await using server = await TestServer.start();
  const mine = { origin: `http://${HOST}` };
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:9000" },
    { origin: "http://localhost" },
    { origin: `http://${HOST}.evil.example` },
    { origin: `ftp://${HOST}` },
    { origin: "http://localhost:9000", "sec-fetch-site": "same-site" },
    { origin: "http://localhost:9000", "sec-fetch-site": "same-origin" },
    { origin: "https://evil.example", "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate" },
  ];
  const paths = ["/api/conversations", "/api/tokens"] as const;
  for (const path of paths) {
    for (const method of ["GET", "POST"]) {
      for (const headers of foreign) {
        const { status } = await bare(server, method, path, headers);
        assert.equal(status, 403, `${method} ${path} ${JSON.stringify(headers)}`);
      }
    }
    assert.equal((await bare(server, "GET", path, mine)).status, 200, "the page itself may");
  }
  const made = await bare(server, "POST", "/api/conversations", { ...mine, "sec-fetch-site": "same-origin" });
  assert.equal(made.status, 201);
  for (const headers of foreign.filter(({ origin }) => origin !== undefined)) {
    const answer = await bare(server, "POST", "/v1/chat/completions", headers);
    assert.equal(answer.status, 403, `programs' paths too: ${JSON.stringify(headers)}`);
  }
  assert.equal((await server.call("GET", "/api/tokens")).json.items.length, 0, "and nothing was made");
});

Deno.test("every answer carries the security headers", async () => {
  await using server = await TestServer.start();
  for (const path of ["/", "/api/conversations", "/nowhere", "/openapi.json"]) {
    const { headers } = await server.call("GET", path);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      assert.equal(headers.get(name), value, path);
    }
  }
});

Deno.test("CVE-2026-25253 nothing in an address lets anybody in or changes where anything goes", async () => {
  await using server = await TestServer.start();
  await server.access.setPassword("correct horse battery");
  const token = await server.access.addToken("token_x", "script");
  for (const name of ["token", "access_token", "api_key", "apiKey", "authorization", "password", "session"]) {
    for (const path of ["/api/conversations", "/v1/models", "/api/events"]) {
      const answer = await server.call("GET", `${path}?${name}=${encodeURIComponent(token)}`);
      assert.equal(answer.status, 401, `${path}?${name}`);
    }
  }
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await server.call("GET", "/v1/models", undefined, headers)).status, 200);
  const elsewhere = "?baseUrl=https://evil.example&host=evil.example&next=https://evil.example";
  const page = await server.call("GET", `/login${elsewhere}`, undefined, headers);
  assert.ok(!page.text.includes("evil.example"));
  assert.equal(page.headers.get("location"), null);
});

Deno.test("CVE-2026-31950 CVE-2026-45349 CVE-2026-45339 with a password every route asks who is there", async () => {
  await using server = await TestServer.start();
  await server.access.setPassword("correct horse battery");
  for (const route of routes) {
    if (["open", "page", "login"].includes(route.access)) continue;
    const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, "conversation_welcome");
    const answer = await server.call(route.method, path, route.method === "GET" ? undefined : {});
    assert.equal(answer.status, 401, `${route.method} ${path}`);
  }
  const login = await server.call("POST", "/api/login", { password: "correct horse battery" });
  const cookie = login.headers.get("set-cookie") ?? "";
  assert.match(cookie, /HttpOnly; SameSite=Strict/);
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  assert.equal((await server.call("GET", "/api/conversations", undefined, headers)).status, 200);
  await server.call("POST", "/api/logout", {}, headers);
  assert.equal((await server.call("GET", "/api/conversations", undefined, headers)).status, 401);
});

Deno.test("SECURITY 4: who changes the password stays, every other session ends; the present one is asked for", async () => {
  await using server = await TestServer.start();
  const session = async (headers: Record<string, string>) =>
    (await server.call("GET", "/api/session", undefined, headers)).json;
  const cookieOf = (headers: Headers) => ({ cookie: headers.get("set-cookie")?.split(";")[0] ?? "" });
  assert.deepEqual(await session({}), { password: false, signedIn: false });
  const first = await server.call("POST", "/api/password", { password: "the first password" });
  assert.equal(first.status, 200, "the local browser may set one");
  const [mine, theirs] = [
    cookieOf(first.headers),
    cookieOf((await server.call("POST", "/api/login", { password: "the first password" })).headers),
  ];
  assert.deepEqual(await session(theirs), { password: true, signedIn: true });

  const change = (current: string | undefined, password: string, headers = mine) =>
    server.call("POST", "/api/password", { ...(current ? { current } : {}), password }, headers);
  assert.equal((await change("the first password", "a new password", { cookie: "" })).status, 401);
  const wrong = await change("not this one", "a new password");
  assert.equal(wrong.status, 422);
  assert.equal(wrong.json.errors[0].path, "current");
  assert.equal((await change(undefined, "a new password")).status, 422);
  assert.equal((await change("the first password", "short")).status, 422);

  const changed = await change("the first password", "a new password");
  assert.equal(changed.status, 200);
  assert.deepEqual(await session(cookieOf(changed.headers)), { password: true, signedIn: true });
  for (const old of [mine, theirs]) {
    assert.deepEqual(await session(old), { password: true, signedIn: false });
    assert.equal((await server.call("GET", "/api/conversations", undefined, old)).status, 401);
  }
});

// Shows S4-48.
Deno.test("the description has every route of the table", async () => {
  await using server = await TestServer.start();
  const { json } = await server.call("GET", "/openapi.json");
  assert.equal(json.openapi, "3.1.0");
  for (const { method, path, access } of routes) {
    if (access === "page") continue;
    const described = json.paths[path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}")]?.[method.toLowerCase()];
    assert.ok(described?.summary, `${method} ${path}`);
  }
});

Deno.test("a request looks up once whether there is a password, and not at all where it shows what counts", async () => {
  await using server = await TestServer.start();
  const { access } = server;
  const look = access.hasPassword.bind(access);
  let looks = 0;
  access.hasPassword = () => (looks++, look());
  const looksOf = async (method: string, path: string, headers: Record<string, string> = {}) => {
    looks = 0;
    const { status } = await bare(server, method, path, { origin: `http://${HOST}`, ...headers });
    return [status, looks];
  };
  const token = { authorization: "Bearer unknown" };
  assert.deepEqual(await looksOf("GET", "/api/conversations"), [200, 1], "who shows nothing");
  assert.deepEqual(await looksOf("GET", "/v1/models"), [200, 1]);
  assert.deepEqual(
    await looksOf("GET", "/v1/models", token),
    [200, 1],
    "a token that is none, as SDKs send one",
  );
  assert.deepEqual(await looksOf("GET", "/healthz"), [200, 0], "nobody is asked");
  const { session } = await access.begin();
  const cookie = `fishbowl_session=${session}`;
  await access.setPassword("correct horse battery");
  assert.deepEqual(await looksOf("GET", "/api/conversations"), [401, 1]);
  assert.deepEqual(await looksOf("GET", "/v1/models", token), [401, 1]);
  assert.deepEqual(await looksOf("GET", "/api/conversations", { cookie }), [401, 1], "its session has ended");
  const known = { authorization: `Bearer ${await access.addToken("token_1", "script")}` };
  assert.deepEqual(await looksOf("GET", "/api/conversations", known), [200, 0], "a token");
  const again = `fishbowl_session=${(await access.begin()).session}`;
  assert.deepEqual(await looksOf("GET", "/api/conversations", { cookie: again }), [200, 0], "a session");
});
