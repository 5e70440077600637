/** What a token may do: one table, walked route by route. */
import assert from "node:assert/strict";
import type { Fields, Logger } from "../../../actors/runtime/logger.ts";
import { TokenScope } from "../../../events/catalog/workspace.ts";
import type { Route } from "../../../server/http/route.ts";
import { routes } from "../../../server/routes/table.ts";
import { SCOPED, scopesOf } from "../../../server/access/scopes.ts";
import { TOKENS, USE_NOTED_MS } from "../../../server/access/token_rows.ts";
import { bearer, cookiesOf, DAY_MS, PASSWORD, TestClock } from "../credentials.ts";
import { TestServer, WELCOME } from "../harness.ts";
import { sdk, user } from "../programs.ts";
import { sample } from "../../effort.ts";

const guarded = routes.filter(({ access }) => access === "api" || access === "program");
const nameOf = ({ method, path }: Pick<Route, "method" | "path">) => `${method} ${path}`;

async function make(server: TestServer, more: object = {}): Promise<{ id: string; token: string }> {
  const { status, json, text } = await server.call("POST", "/api/tokens", { name: "laptop", ...more });
  assert.equal(status, 201, text);
  return json;
}

Deno.test("every route that asks who is there stands in the table of scopes, and nothing else does", () => {
  assert.deepEqual([...SCOPED].sort(), guarded.map(nameOf).sort());
  assert.deepEqual(scopesOf({ method: "POST", path: "/api/not-yet-thought-of" }), ["all"]);
});

Deno.test("what each narrow scope opens is what its name says, and no change but a chat's own", () => {
  const opens = (scope: TokenScope) => guarded.filter((route) => scopesOf(route).includes(scope)).map(nameOf);
  assert.equal(opens("all").length, guarded.length);
  assert.deepEqual(opens("chat").sort(), [
    "GET /v1/models",
    "GET /v1/models/:id{.+}",
    "GET /v1/responses/:id",
    "POST /api/agency/:agencyId/chat/completions",
    "POST /mcp",
    "POST /v1/chat/completions",
    "POST /v1/messages",
    "POST /v1/messages/count_tokens",
    "POST /v1/responses",
  ]);
  assert.deepEqual(opens("metrics").sort(), ["GET /api/status", "GET /api/usage", "GET /metrics"]);
  // Its tools are chosen by the scope.
  assert.deepEqual(opens("read").filter((name) => !name.startsWith("GET ")), ["POST /mcp"]);
  const closed = guarded.filter((route) => route.method === "GET" && !scopesOf(route).includes("read"));
  assert.deepEqual(closed.map(nameOf).sort(), [
    "GET /api/providers/:id/models",
    "GET /api/tokens",
    "GET /api/webhooks",
  ]);
});

Deno.test("on every route a token of each scope is let in or refused as the table says, and changes nothing when refused", async () => {
  await using server = await TestServer.start();
  await server.access.setPassword(PASSWORD);
  const position = await server.store.order.end();
  for (const [turn, scope] of TokenScope.options.entries()) {
    const token = await server.access.addToken(`token_${scope}`, scope, { scope });
    for (const [at, route] of sample([...guarded.entries()], 4, 1)) {
      const allowed = scopesOf(route).includes(scope);
      if (allowed && route.method !== "GET") continue; // what `all` may change is shown by every other test
      const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, WELCOME);
      const body = route.method === "GET" ? undefined : {};
      // Every route by both headers, and every scope.
      const headers = (turn + at) % 2 === 0 ? bearer(token) : { "x-api-key": token };
      const answer = await server.call(route.method, path, body, headers);
      assert.equal(answer.status === 403, !allowed, `${scope}: ${nameOf(route)}: ${answer.status}`);
      if (allowed) continue;
      assert.match(answer.text, new RegExp(`its scope is “${scope}”, and this needs .*“all”`));
      assert.match(answer.headers.get("www-authenticate") ?? "", /error="insufficient_scope", scope="all/);
    }
  }
  assert.equal(await server.store.order.end(), position, "nothing happened");
});

Deno.test("what is open to everybody is open to who shows a token, of whatever scope, expired or none of ours", async () => {
  const clock = new TestClock();
  await using server = await TestServer.start({ access: clock });
  const expiresAt = new Date(clock.now() + DAY_MS).toISOString();
  await server.access.setPassword(PASSWORD);
  const expired = await server.access.addToken("token_expired", "expired", { expiresAt });
  void clock.advance(2 * DAY_MS);
  const metrics = await server.access.addToken("token_metrics", "metrics", { scope: "metrics" });
  assert.equal((await server.call("GET", "/api/usage", undefined, bearer(expired))).status, 401);
  for (const token of [metrics, expired, "fb_nothing"]) {
    for (const path of ["/healthz", "/openapi.json"]) {
      assert.equal(
        (await server.call("GET", path, undefined, bearer(token))).status,
        200,
        `${path} ${token}`,
      );
    }
  }
  const session = await server.call("GET", "/api/session", undefined, bearer(metrics));
  assert.deepEqual(session.json, { password: true, signedIn: true });
});

Deno.test("a token that may chat goes on in its own conversations and in nobody else's", async () => {
  await using server = await TestServer.start();
  const [mine, theirs] = [await make(server, { scope: "chat" }), await make(server, { scope: "chat" })];
  const whole = await make(server, { scope: "all" });
  const messages = [user("Hi")];
  const ask = (token: string, conversation?: string) =>
    sdk(server, token).chat.completions.create({
      model: "agent/editor",
      messages,
      ...(conversation === undefined ? {} : { conversation_id: conversation }),
    }) as unknown as Promise<{ conversation_id: string }>;
  const { conversation_id: own } = await ask(mine.token);
  assert.equal((await ask(mine.token, own)).conversation_id, own);
  const before = await server.store.order.end();
  for (const [token, id] of [[theirs.token, own], [mine.token, WELCOME], [mine.token, "conversation_no"]]) {
    await assert.rejects(ask(token ?? "", id), /404 There is no such conversation/);
  }
  assert.equal(await server.store.order.end(), before);
  assert.equal((await ask(whole.token, own)).conversation_id, own);

  const fork = await server.call("POST", `/api/conversations/${own}/fork`, { seq: 4 });
  assert.equal(fork.status, 201);
  await assert.rejects(ask(mine.token, fork.json.conversation.id), /404/, "a person's copy is the person's");
});

Deno.test("a token tells its scope, its expiry and, to within minutes, its last use", async () => {
  const clock = new TestClock();
  await using server = await TestServer.start({ clocks: clock, access: clock });
  const expiresAt = new Date(clock.now() + DAY_MS).toISOString();
  const { id, token } = await make(server, { scope: "read", expiresAt });
  const plain = await make(server);
  const shown = async (of = id) => {
    const { items } = (await server.call("GET", "/api/tokens")).json;
    const { scope, expiresAt, lastUsedAt } = items.find((one: { id: string }) => one.id === of);
    return { scope, expiresAt, lastUsedAt };
  };
  assert.deepEqual(await shown(), { scope: "read", expiresAt, lastUsedAt: null });
  assert.deepEqual(await shown(plain.id), { scope: "all", expiresAt: null, lastUsedAt: null });
  const use = async () =>
    assert.equal((await server.call("GET", "/api/roles", undefined, bearer(token))).status, 200);
  const first = new Date(clock.now()).toISOString();
  await use();
  void clock.advance(USE_NOTED_MS - 1);
  await use();
  assert.deepEqual(await shown(), { scope: "read", expiresAt, lastUsedAt: first });
  void clock.advance(1);
  await use();
  assert.equal((await shown()).lastUsedAt, new Date(Date.parse(first) + USE_NOTED_MS).toISOString());
});

Deno.test("to note a use brings no revoked token back", async () => {
  const clock = new TestClock();
  await using server = await TestServer.start({ clocks: clock, access: clock });
  const { id, token } = await make(server);
  const rows = server.store.side("token");
  assert.equal((await server.call("GET", "/api/roles", undefined, bearer(token))).status, 200);
  void clock.advance(USE_NOTED_MS);
  assert.equal((await server.call("GET", "/v1/models/x", undefined, bearer(token))).status, 404);
  // Another process revokes it; this one still trusts what it read a moment ago.
  void clock.advance(USE_NOTED_MS);
  await server.access.tokens();
  await rows.set("token_none", { hash: "", name: "", createdAt: "" });
  await rows.delete(id);
  await server.call("GET", "/api/roles", undefined, bearer(token));
  assert.equal(await rows.get(id), undefined);
  assert.equal((await server.call("GET", "/api/roles", undefined, bearer(token))).status, 401);
});

Deno.test("a row of a token from before there were scopes still opens everything, and is shown as such", async () => {
  await using server = await TestServer.start();
  const { id, token } = await make(server);
  const rows = server.store.side("token");
  const { hash, name, createdAt } = await rows.get(id) as Record<string, string>;
  await rows.set(id, { hash, name, createdAt });
  await server.access.setPassword(PASSWORD);
  const made = await server.call("POST", "/api/roles", { name: "New" }, bearer(token));
  assert.equal(made.status, 201);
  const { json } = await server.call("GET", "/api/tokens", undefined, bearer(token));
  assert.deepEqual([json.items[0].scope, json.items[0].expiresAt], ["all", null]);
});

Deno.test("what a token cannot be is told in words and makes none: unknown scopes, times past, far or unreadable, one too many", async () => {
  const clock = new TestClock();
  await using server = await TestServer.start({ clocks: clock, access: clock });
  const at = (ms: number) => new Date(clock.now() + ms).toISOString();
  for (
    const more of [
      { scope: "admin" },
      { scope: "" },
      { scope: ["read"] },
      { expiresAt: at(0) },
      { expiresAt: at(-DAY_MS) },
      { expiresAt: at(11 * 366 * DAY_MS) },
      { expiresAt: "tomorrow" },
      { expiresAt: 90 },
    ]
  ) {
    const { status, json } = await server.call("POST", "/api/tokens", { name: "x", ...more });
    assert.equal(status, 422, JSON.stringify(more));
    assert.equal(json.errors[0].path, Object.keys(more)[0]);
  }
  assert.equal((await server.call("GET", "/api/tokens")).json.items.length, 0);
  assert.equal((await server.store.side("token").list()).length, 0);
  for (let n = 0; n < TOKENS; n++) await make(server, { expiresAt: at(1) });
  const more = await server.call("POST", "/api/tokens", { name: "one too many" });
  assert.deepEqual([more.status, more.json.errors[0].path], [422, "name"]);
  assert.match(more.json.detail, /200 tokens already; revoke one first/);
  const [{ id }] = (await server.call("GET", "/api/tokens")).json.items;
  await server.call("DELETE", `/api/tokens/${id}`);
  await make(server);
});

Deno.test("the description tells the scopes of every route, and what needs nobody", async () => {
  await using server = await TestServer.start();
  const { paths, components } = (await server.call("GET", "/openapi.json")).json;
  for (const route of routes) {
    if (route.access === "page") continue;
    const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");
    const { security } = paths[path][route.method.toLowerCase()];
    if (route.access === "open" || route.access === "login") assert.deepEqual(security, [], path);
    else {
      const scopes = security.flatMap((one: { bearer?: string[] }) => one.bearer ?? []);
      assert.deepEqual(scopes, scopesOf(route), path);
      assert.ok(security.some((one: object) => "session" in one), path);
    }
  }
  for (const scope of TokenScope.options) {
    assert.ok(components.securitySchemes.bearer.description.includes(`\`${scope}\``), scope);
  }
});

Deno.test("over TLS, as the browser's Origin tells, cookies are Secure and __Host-, and the plain name counts no more", async () => {
  await using server = await TestServer.start();
  await server.access.setPassword(PASSWORD);
  const tls = { origin: "https://localhost:8000" };
  const login = (headers: Record<string, string>) =>
    server.call("POST", "/api/login", { password: PASSWORD }, headers);
  const plain = (await login({})).headers;
  const strong = (await login(tls)).headers;
  for (const set of plain.getSetCookie()) {
    assert.match(set, /^fishbowl_\w+=[0-9a-f]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
  }
  const [session, old] = strong.getSetCookie();
  assert.match(
    session ?? "",
    /^__Host-fishbowl_session=[0-9a-f]{64}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  assert.equal(old, "fishbowl_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict");

  const write = async (headers: Record<string, string>) =>
    (await server.call("POST", "/api/roles", { name: "New" }, headers)).status;
  assert.equal(await write(cookiesOf(plain)), 201, "on plain http the plain name works as before");
  assert.equal(await write(cookiesOf(strong)), 201);
  assert.equal(await write({ ...cookiesOf(strong), ...tls }), 201);
  assert.equal(await write({ ...cookiesOf(plain), ...tls }), 401, "a cookie anybody may have planted");
  for (const forged of [{ "x-forwarded-proto": "https" }, { "x-forwarded-proto": "http", ...tls }]) {
    const { headers } = await login(forged);
    assert.equal(/; Secure/.test(headers.getSetCookie()[0] ?? ""), "origin" in forged, "only Origin counts");
  }
  const both = `${cookiesOf(plain).cookie}; ${cookiesOf(strong).cookie}`;
  await server.call("POST", "/api/logout", {}, { cookie: both });
  assert.equal(await write(cookiesOf(strong)), 401, "the strong name wins where both are sent");
  assert.equal(await write(cookiesOf(plain)), 201);
});

Deno.test("security events are logged, with ids and no secret", async () => {
  const lines: { level: string; event: string; fields: Fields }[] = [];
  const log: Logger = (level, event, fields) => void lines.push({ level, event, fields });
  const access = { log };
  await using server = await TestServer.start({ code: "K7QXM-2DRTP", access });
  await server.call("POST", "/api/set-up", { code: "AAAAA-AAAAA", password: PASSWORD });
  const set = await server.call("POST", "/api/set-up", { code: "K7QXM-2DRTP", password: PASSWORD });
  const mine = cookiesOf(set.headers);
  await server.call("POST", "/api/login", { password: "not the password" });
  await server.call("POST", "/api/login", { password: PASSWORD });
  const made = await server.call("POST", "/api/tokens", { name: "laptop", scope: "read" }, mine);
  const { id, token } = made.json;
  for (let n = 0; n < 3; n++) await server.call("GET", "/api/roles", undefined, bearer(token));
  await server.call("DELETE", `/api/tokens/${id}`, undefined, mine);
  await server.call("DELETE", `/api/tokens/${id}`, undefined, mine);
  const change = (current: string) =>
    server.call("POST", "/api/password", { current, password: "another password" }, mine);
  await change("not this one");
  const { id: second } = (await server.call("POST", "/api/tokens", { name: "other" }, mine)).json;
  await change(PASSWORD);
  assert.deepEqual(lines.map(({ level, event, fields }) => [level, event, fields["token"]]), [
    ["warn", "set_up_failed", undefined],
    ["info", "password_set", undefined],
    ["info", "set_up", undefined],
    ["warn", "login_failed", undefined],
    ["info", "login", undefined],
    ["info", "token_created", id],
    ["info", "token_first_used", id],
    ["info", "token_revoked", id],
    ["warn", "password_failed", undefined],
    ["info", "token_created", second],
    ["info", "token_revoked", second],
    ["info", "password_changed", undefined],
  ]);
  const text = JSON.stringify(lines);
  const secrets = [
    PASSWORD,
    "not the password",
    "another password",
    "not this one",
    "K7QXM",
    "AAAAA",
    token,
    "laptop",
  ];
  for (const secret of secrets) assert.ok(!text.includes(secret), secret);
});
