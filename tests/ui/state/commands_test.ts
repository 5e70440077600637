/** What the server is told of what people do: each verb is one request, and its failure is a value. */
import assert from "node:assert/strict";
import * as ofConversations from "../../../ui/state/commands.ts";
import * as ofSettings from "../../../ui/state/settings_commands.ts";
import { problem, serving } from "../browser.ts";

const commands = { ...ofConversations, ...ofSettings };

type Told = [run: () => Promise<unknown>, method: string, path: string, body?: unknown];
const C = "/api/conversations";

const VERBS: Record<string, Told> = {
  start: [
    () => commands.start({ agentIds: ["a"], mode: "parallel" }, "k"),
    "POST",
    C,
    { agentIds: ["a"], mode: "parallel" },
  ],
  agency: [() => commands.start({ agencyId: "g" }, "k"), "POST", C, { agencyId: "g", mode: "manager" }],
  fork: [() => commands.fork("c", 7), "POST", `${C}/c/fork`, { seq: 7 }],
  rerun: [() => commands.rerun("c", { p: { model: "m" } }, "k"), "POST", `${C}/c/rerun`, {
    agents: { p: { model: "m" } },
  }],
  rename: [() => commands.rename("c", "T"), "PATCH", `${C}/c`, { title: "T" }],
  setMode: [() => commands.setMode("c", "manual"), "PATCH", `${C}/c`, { mode: "manual" }],
  configure: [() => commands.configure("c", { rounds: 2 }), "PATCH", `${C}/c`, { rounds: 2 }],
  archive: [() => commands.archive("c"), "PATCH", `${C}/c`, { archived: true }],
  restore: [() => commands.archive("c", false), "PATCH", `${C}/c`, { archived: false }],
  remove: [() => commands.remove("c"), "DELETE", `${C}/c`],
  post: [() => commands.post("c", { id: "m", content: "Hi" }), "POST", `${C}/c/messages`, {
    id: "m",
    content: "Hi",
  }],
  include: [() => commands.include("c", "m", false), "PATCH", `${C}/c/messages/m`, { included: false }],
  includeFor: [() => commands.include("c", "m", true, ["p"]), "PATCH", `${C}/c/messages/m`, {
    included: true,
    participantIds: ["p"],
  }],
  stop: [() => commands.stop("c"), "POST", `${C}/c/stop`, {}],
  ask: [() => commands.ask("c", "a"), "POST", `${C}/c/trigger_agent/a`, {}],
  askAll: [() => commands.askAll("c"), "POST", `${C}/c/trigger_all`, {}],
  retry: [() => commands.retry("c", "t"), "POST", `${C}/c/turns/t/retry`, {}],
  permit: [
    () => commands.permit("c", "t", { callId: "x", allowed: true, site: true }),
    "POST",
    `${C}/c/turns/t/permission`,
    { callId: "x", allowed: true, site: true },
  ],
  addAgent: [() => commands.addAgent("c", "a"), "POST", `${C}/c/participants`, { agentId: "a" }],
  enable: [() => commands.enable("c", "p", false), "PATCH", `${C}/c/participants/p`, { enabled: false }],
  move: [() => commands.move("c", "p", 2), "PATCH", `${C}/c/participants/p`, { position: 2 }],
  moveFirst: [() => commands.move("c", "p", -1), "PATCH", `${C}/c/participants/p`, { position: 0 }],
  removeAgent: [() => commands.removeAgent("c", "p"), "DELETE", `${C}/c/participants/p`],
  create: [() => commands.create("roles", { name: "R" }, "k"), "POST", "/api/roles", { name: "R" }],
  update: [() => commands.update("roles", "r", { name: "S" }), "PATCH", "/api/roles/r", { name: "S" }],
  withdraw: [() => commands.withdraw("roles", "r"), "DELETE", "/api/roles/r"],
  bringBack: [() => commands.bringBack("roles", "r"), "POST", "/api/roles/r/restore", {}],
  tryProvider: [() => commands.tryProvider({ kind: "openai", apiKey: "k" }), "POST", "/api/providers/try", {
    kind: "openai",
    apiKey: "k",
  }],
  findLocalServers: [() => commands.findLocalServers(), "POST", "/api/local-servers", {}],
  testProvider: [() => commands.testProvider("p"), "POST", "/api/providers/p/test", {}],
  setPrice: [() => commands.setPrice("m", { input: 1, output: 2 }), "PATCH", "/api/prices", {
    prices: { m: { input: 1, output: 2 } },
  }],
  dropPrice: [() => commands.setPrice("m", null), "PATCH", "/api/prices", { prices: { m: null } }],
  makeToken: [
    () => commands.makeToken({ name: "n", scope: "chat", expiresAt: null }),
    "POST",
    "/api/tokens",
    { name: "n", scope: "chat", expiresAt: null },
  ],
  revokeToken: [() => commands.revokeToken("t"), "DELETE", "/api/tokens/t"],
  logIn: [() => commands.logIn("pw"), "POST", "/api/login", { password: "pw" }],
  logOut: [() => commands.logOut(), "POST", "/api/logout", {}],
  setUp: [() => commands.setUp("code", "pw"), "POST", "/api/set-up", { code: "code", password: "pw" }],
  firstPassword: [() => commands.setPassword("pw"), "POST", "/api/password", { password: "pw" }],
  newPassword: [() => commands.setPassword("pw", "old"), "POST", "/api/password", {
    current: "old",
    password: "pw",
  }],
};

Deno.test("each verb is one request: its method, its path and what it says", async () => {
  for (const [verb, [run, method, path, body]] of Object.entries(VERBS)) {
    using server = serving(() => Response.json({}));
    await run();
    assert.deepEqual(
      server.asked.map((one) => [one.method, one.path, one.body]),
      [[method, path, body]],
      verb,
    );
  }
});

Deno.test("what is made once, however often it is asked for, carries its key; nothing else does", async () => {
  const keyed: string[] = [];
  for (const [verb, [run]] of Object.entries(VERBS)) {
    using server = serving(() => Response.json({}));
    await run();
    const key = server.asked[0]?.headers.get("idempotency-key");
    if (key !== null) keyed.push(`${verb} ${key}`);
  }
  assert.deepEqual(keyed, ["start k", "agency k", "rerun k", "create k"]);
});

Deno.test("an id out of an address is one part of the path, whatever stands in it", async () => {
  using server = serving(() => Response.json({}));
  await commands.remove("../agents/a?b");
  assert.equal(server.asked[0]?.path, `${C}/..%2Fagents%2Fa%3Fb`);
});

Deno.test("files are sent as they are: an export as lines of JSON, an attachment with its type and its name", async () => {
  using server = serving(() => Response.json({}));
  const log = new File(["{}"], "log.ndjson");
  const picture = new File(["x"], "Bär 🐻.png");
  await commands.takeIn(log);
  await commands.upload(picture, "image/png");
  assert.deepEqual(server.asked.map(({ path, body }) => [path, body]), [
    ["/api/import", log],
    ["/api/attachments", picture],
  ]);
  assert.deepEqual(server.asked.map(({ headers }) => headers.get("content-type")), [
    "application/x-ndjson",
    "image/png",
  ]);
  assert.equal(decodeURIComponent(server.asked[1]?.headers.get("x-file-name") ?? ""), "Bär 🐻.png");
});

Deno.test("a refusal is a value with the server's words and the fields that are wrong", async () => {
  const errors = [{ path: "title", message: "must not be empty" }];
  using _server = serving(() =>
    Response.json({ code: "validation", detail: "No title.", errors }, { status: 400 })
  );
  const answer = await commands.rename("c", "");
  assert.deepEqual(answer, { ok: false, status: 400, code: "validation", message: "No title.", errors });
});

Deno.test("a server that cannot be reached is a failure in words", async () => {
  using _server = serving(() => Promise.reject(new TypeError("no network")));
  const answer = await commands.stop("c");
  assert.ok(!answer.ok);
  assert.deepEqual([answer.status, answer.message], [0, "The server cannot be reached."]);
});

Deno.test("a refusal without words says its number", async () => {
  using _server = serving(() => new Response("<html>", { status: 502 }));
  const answer = await commands.stop("c");
  assert.equal(answer.ok ? "" : answer.message, "The server answered 502.");
  using _other = serving(() => problem(409, "Busy."));
  const other = await commands.stop("c");
  assert.equal(other.ok ? "" : other.message, "Busy.");
});
