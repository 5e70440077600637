/** Signing in at servers of tools, by a place to sign in that others wrote. */
import assert from "node:assert/strict";
import { browse, KNOWN_CLIENT, type Party, party } from "../actors/mcp/sign_in/party.ts";
import { BEGUN_MS } from "../../actors/mcp/sign_in/login_rows.ts";
import { fieldsOf } from "../../actors/runtime/json.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { findSecret } from "./secret_search.ts";
import { HOST, TestServer } from "./harness.ts";

const CALLBACK = `http://${HOST}/oauth/callback/`;

async function added(server: TestServer, url: string): Promise<string> {
  const made = await server.call("POST", "/api/mcp-servers", { name: "Guarded", url });
  assert.equal(made.status, 201);
  return `/api/mcp-servers/${made.json.id}`;
}

const FOREIGN = {
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

/** Comes back as a browser does from another site: by a navigation, without a cookie. */
const back = (server: TestServer, to: URL) =>
  server.handle(
    new Request(`http://${HOST}${to.pathname}${to.search}`, { headers: { host: HOST, ...FOREIGN } }),
  );

async function begun(server: TestServer, at: string, body: object = {}): Promise<string> {
  const { json } = await server.call("POST", `${at}/connect`, body);
  assert.equal(json.next, "sign_in", json.error);
  return json.url;
}

async function connected(server: TestServer, at: string, body?: object): Promise<URL> {
  const to = await browse(await begun(server, at, body), CALLBACK);
  assert.equal(
    (await back(server, to)).headers.get("location"),
    at.replace("/api/mcp-servers", "/settings/mcp"),
  );
  return to;
}

const listed = async (server: TestServer, at: string): Promise<string[]> =>
  (await server.call("POST", `${at}/tools`)).json.items.map(({ name }: { name: string }) => name);

const events = async (server: TestServer): Promise<readonly AnyEvent[]> => {
  const all: AnyEvent[] = [];
  for await (const some of server.store.read("workspace", 0)) all.push(...some);
  return all.filter(({ type }) => type.startsWith("McpLogin"));
};

Deno.test("a person signs in at a server of tools, and its tools come; what was begun ends once", async () => {
  await using there = await party();
  await using server = await TestServer.start();
  const at = await added(server, there.url);
  const { json: before } = await server.call("POST", `${at}/tools`);
  assert.deepEqual([before.items, before.wantsSignIn], [[], true]);
  const asked = new URL(await begun(server, at)).searchParams;
  assert.deepEqual(
    ["code_challenge_method", "resource", "response_type", "scope"].map((name) => asked.get(name)),
    ["S256", there.url, "code", "tools offline_access"],
  );
  const to = await connected(server, at);
  assert.deepEqual(await listed(server, at), ["whoami"]);
  const { json: shown } = await server.call("GET", at);
  assert.deepEqual([shown.login.issuer, shown.signInFailed], [there.issuer, null]);
  assert.deepEqual((await events(server)).map(({ type }) => type), ["McpLoginSet"]);

  const again = await back(server, to);
  assert.equal(again.headers.get("location"), "/settings/mcp/over");
  assert.equal(again.headers.get("referrer-policy"), "no-referrer");
  assert.deepEqual(there.granted, ["authorization_code"]);
  const { json: kept } = await server.call("GET", at);
  assert.equal(kept.signInFailed, null, "who comes back twice takes nothing away");
});

Deno.test("no token, secret, code or state stands in an event, an answer, a log line or a row", async () => {
  await using there = await party({ redirect: `${CALLBACK}x` });
  await using server = await TestServer.start();
  const at = await added(server, there.url);
  const url = new URL(await begun(server, at));
  const to = await browse(url.href, CALLBACK);
  await back(server, to);
  await listed(server, at);
  there.expire();
  await listed(server, at);
  const answers = [];
  for (const path of [at, `${at}/tools`, "/api/mcp-servers", "/api/workspace", "/api/status"]) {
    answers.push((await server.call("GET", path)).text);
  }
  const stored = [];
  for await (const some of server.store.read("workspace", 0)) stored.push(...some);
  const rows = await server.store.side("mcplogin").list();
  const searched = {
    answers: answers.join(),
    events: JSON.stringify(stored),
    lines: JSON.stringify(server.lines),
    rows: rows.map(({ id, value }) =>
      id +
      JSON.stringify(value, (_, part) => part instanceof Uint8Array ? new TextDecoder().decode(part) : part)
    ).join(),
  };
  assert.ok(searched.rows.includes("login/"), "the rows are there to be searched");
  const secrets = [...there.shown, to.searchParams.get("code") ?? "", to.searchParams.get("state") ?? ""];
  assert.equal(new Set(there.shown).size, 2, "one token, and the one it was renewed to");
  for (const [place, text] of Object.entries(searched)) {
    for (const secret of secrets) assert.equal(findSecret(text, secret), null, place);
  }
});

Deno.test("a token that is no longer accepted is renewed, once for whoever asks at the time", async () => {
  await using there = await party();
  await using server = await TestServer.start();
  const at = await added(server, there.url);
  await connected(server, at);
  await listed(server, at);
  there.expire();
  const all = await Promise.all([listed(server, at), listed(server, at), listed(server, at)]);
  assert.deepEqual(all, [["whoami"], ["whoami"], ["whoami"]]);
  assert.deepEqual(there.granted, ["authorization_code", "refresh_token"]);
});

Deno.test("a token is renewed before it ends", async () => {
  await using there = await party({ seconds: 30 });
  await using server = await TestServer.start();
  const at = await added(server, there.url);
  await connected(server, at);
  assert.deepEqual(await listed(server, at), ["whoami"]);
  assert.equal(there.granted[1], "refresh_token");
});

Deno.test("where nothing can be renewed it is told that a person has to connect again, and they can", async () => {
  await using there = await party();
  await using server = await TestServer.start();
  const at = await added(server, there.url);
  await connected(server, at);
  await listed(server, at);
  await there.revokeAll();
  there.expire();
  const { json } = await server.call("POST", `${at}/tools`);
  assert.match(json.failed, /a person has to connect it/);
  assert.equal(json.wantsSignIn, true);
  const { json: shown } = await server.call("GET", at);
  assert.deepEqual([shown.login, shown.signInFailed], [
    null,
    "The sign-in is over: the server no longer accepts it. Please connect again.",
  ]);
  assert.deepEqual((await events(server)).map(({ type, data }) => [type, fieldsOf(data)["why"]]), [
    ["McpLoginSet", undefined],
    ["McpLoginEnded", "refused"],
  ]);
  await connected(server, at);
  assert.equal((await server.call("GET", at)).json.signInFailed, null);
});

Deno.test("a sign-in that is refused there is told, and nothing changes", async () => {
  await using there = await party();
  there.answer = "denies";
  await using server = await TestServer.start();
  const at = await added(server, there.url);
  await connected(server, at);
  const { json } = await server.call("GET", at);
  assert.deepEqual([json.login, json.signInFailed], [null, "The sign-in was refused there."]);
  assert.deepEqual([there.granted, await events(server)], [[], []]);
});

Deno.test("where programs cannot make themselves known, a client id is entered with the address to come back to", async () => {
  await using server = await TestServer.start();
  const { json: { id } } = await server.call("POST", "/api/mcp-servers", {
    name: "G",
    url: "http://127.0.0.1:9/mcp",
  });
  await using there = await party({ registers: false, redirect: CALLBACK + id });
  const at = `/api/mcp-servers/${id}`;
  await server.call("PATCH", at, { url: there.url });
  const { json } = await server.call("POST", `${at}/connect`);
  assert.deepEqual(json, { next: "client", redirect: CALLBACK + id, host: new URL(there.issuer).host });
  await connected(server, at, { clientId: KNOWN_CLIENT.id, clientSecret: KNOWN_CLIENT.secret });
  assert.deepEqual(await listed(server, at), ["whoami"]);
  const shown = await server.call("GET", at);
  assert.equal(shown.json.clientId, KNOWN_CLIENT.id);
  assert.equal(findSecret(shown.text, KNOWN_CLIENT.secret), null);
  // It is kept: the next time nobody has to enter it.
  await connected(server, at);
});

Deno.test("Disconnect forgets the tokens and gives them up there; another address forgets them, too", async () => {
  await using there = await party();
  await using server = await TestServer.start();
  const at = await added(server, there.url);
  await connected(server, at);
  await listed(server, at);
  const { json } = await server.call("POST", `${at}/disconnect`);
  assert.deepEqual(json, { revoked: true });
  assert.ok(there.revoked.includes("refresh_token"));
  assert.equal((await server.call("GET", at)).json.login, null);
  assert.equal((await server.call("POST", `${at}/tools`)).json.wantsSignIn, true);
  await connected(server, at);
  await server.call("PATCH", at, { url: `${there.url}/other` });
  assert.deepEqual((await server.store.side("mcplogin").list()).map(({ id }) => id), []);
  assert.equal((await server.call("GET", at)).json.login, null);
});

/** What an attacker makes of a sign-in that was begun: the answer that comes back. */
const HOSTILE: Readonly<Record<string, (to: URL, there: Party) => void>> = {
  "another state": (to) => to.searchParams.set("state", "0".repeat(64)),
  "no state": (to) => to.searchParams.delete("state"),
  "another server": (to) => (to.pathname = "/oauth/callback/mcpserver_000000000000"),
};

for (const [what, spoil] of Object.entries(HOSTILE)) {
  Deno.test(`an answer with ${what} is nobody's`, async () => {
    await using there = await party();
    await using server = await TestServer.start();
    const at = await added(server, there.url);
    const to = await browse(await begun(server, at), CALLBACK);
    spoil(to, there);
    assert.equal((await back(server, to)).headers.get("location"), "/settings/mcp/over");
    assert.deepEqual([there.granted, await events(server)], [[], []]);
  });
}

Deno.test("an answer of another place, or of none where the place names itself, is not believed", async () => {
  await using there = await party();
  await using server = await TestServer.start();
  const at = await added(server, there.url);
  for (const iss of ["https://evil.example", null]) {
    const to = await browse(await begun(server, at), CALLBACK);
    assert.equal(to.searchParams.get("iss"), there.issuer, "it names itself");
    if (iss === null) to.searchParams.delete("iss");
    else to.searchParams.set("iss", iss);
    await back(server, to);
    assert.match((await server.call("GET", at)).json.signInFailed, /from another place/);
  }
  assert.deepEqual([there.granted, await events(server)], [[], []]);
});

Deno.test("a sign-in ends with who began it: once they are signed out nothing is taken", async () => {
  await using there = await party();
  await using server = await TestServer.start();
  await server.access.setPassword("correct horse battery");
  const { session } = await server.access.begin();
  const cookie = { cookie: `fishbowl_session=${session}` };
  const made = await server.call("POST", "/api/mcp-servers", { name: "G", url: there.url }, cookie);
  assert.equal(made.status, 201, made.text);
  const at = `/api/mcp-servers/${made.json.id}`;
  const { json } = await server.call("POST", `${at}/connect`, {}, cookie);
  const to = await browse(json.url, CALLBACK);
  await server.access.revokeSessions();
  await back(server, to);
  assert.deepEqual([there.granted, await events(server)], [[], []]);
});

Deno.test("a sign-in has to be done in ten minutes", async () => {
  await using there = await party();
  let passed = 0;
  const clocks = { now: () => Date.now() + passed, monotonic: () => performance.now() + passed };
  await using server = await TestServer.start({ clocks });
  const at = await added(server, there.url);
  const to = await browse(await begun(server, at), CALLBACK);
  passed = BEGUN_MS;
  assert.equal((await back(server, to)).headers.get("location"), "/settings/mcp/over");
  assert.deepEqual(there.granted, []);
});

Deno.test("a server that wants more than the sign-in allows: the call says so, and who connects again is asked for all of it", async () => {
  await using there = await party();
  await using server = await TestServer.start();
  const at = await added(server, there.url);
  await connected(server, at);
  assert.deepEqual(await listed(server, at), ["whoami"]);
  there.needs = "write";
  const { json: agent } = await server.call("POST", "/api/agents", {
    name: "Ada",
    providerId: "provider_mock",
    model: "tool-user",
    tools: ["guarded.*"],
  });
  const { json: { items: [tool] } } = await server.call("GET", `${at}/tools`);
  await server.call("POST", `${at}/trust`, { tool: tool.name, definition: tool.definition });
  const called = async () => {
    const { json } = await server.call("POST", "/api/conversations", {
      agentIds: [agent.id],
      message: { content: "Who am I?" },
    });
    const { id } = json.conversation;
    await server.settled(id);
    const { json: log } = await server.call("GET", `/api/conversations/${id}/events`);
    return log.events.find(({ type }: AnyEvent) => type === "ToolReturned").data.result;
  };
  assert.match(await called(), /wants more than the sign-in allows: a person has to connect it again/);
  const { json: shown } = await server.call("GET", at);
  assert.deepEqual([shown.wantedScope, shown.login?.issuer, shown.signInFailed], [
    "write",
    there.issuer,
    null,
  ]);
  const url = await begun(server, at);
  assert.deepEqual(new URL(url).searchParams.get("scope")?.split(" "), ["tools", "offline_access", "write"]);
  assert.match(await called(), /wants more/, "until somebody has agreed");
  await back(server, await browse(url, CALLBACK));
  assert.equal(await called(), "You are Ann.");
  assert.equal((await server.call("GET", at)).json.wantedScope, null);
});
