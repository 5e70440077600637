import assert from "node:assert/strict";
import { MCP_SERVERS } from "../../../events/catalog/limits.ts";
import { offeringServer, officialServer, rawServer } from "../../actors/mcp/fake_mcp.ts";
import { TestServer } from "../harness.ts";

const CANARY = "canary-mcp-92af6610";

Deno.test("a server of tools is added by its address and key, asked for its list, and its tools are given to an agent", async () => {
  await using tools = officialServer(() => [
    { name: "look", description: "Looks.", readOnly: true },
    { name: "send" },
  ]);
  await using server = await TestServer.start();
  const made = await server.call("POST", "/api/mcp-servers", {
    name: "My Tools",
    url: tools.url,
    secret: CANARY,
  });
  assert.equal(made.status, 201);
  const { id } = made.json;
  assert.deepEqual(made.json, {
    id,
    slug: "my-tools",
    name: "My Tools",
    url: tools.url,
    hasSecret: true,
    secretHint: CANARY.slice(-4),
    login: null,
    signInFailed: null,
    wantedScope: null,
    clientId: null,
  });
  const at = `/api/mcp-servers/${id}`;
  const none = await server.call("GET", `${at}/tools`);
  assert.deepEqual([none.json.items, none.json.readAt, tools.requests.length], [[], null, 0]);
  const { json } = await server.call("POST", `${at}/tools`);
  assert.deepEqual(
    json.items.map((one: { name: string; readOnly: boolean; trusted: boolean }) => [
      one.name,
      one.readOnly,
      one.trusted,
    ]),
    [["look", true, false], ["send", false, false]],
  );
  for (const { headers } of tools.requests) {
    assert.equal(headers.get("authorization"), `Bearer ${CANARY}`);
  }
  const [{ definition }] = json.items;
  assert.equal((await server.call("POST", `${at}/trust`, { tool: "look", definition })).status, 200);
  const other = await server.call("POST", `${at}/trust`, { tool: "send", definition });
  assert.equal(other.status, 409, "another definition than the one that stands there");
  const trusted = await server.call("GET", `${at}/tools`);
  assert.deepEqual(trusted.json.items.map((one: { trusted: boolean }) => one.trusted), [true, false]);
  await server.call("POST", `${at}/trust`, { tool: "look", definition: null });
  assert.equal((await server.call("GET", `${at}/tools`)).json.items[0].trusted, false);

  const give = (tools: string[]) => server.call("PATCH", "/api/agents/agent_editor", { tools });
  assert.equal((await give(["my-tools.look", "my-tools.*"])).status, 200);
  assert.equal((await give(["my-tools.other"])).json.errors[0].path, "tools.0");
  assert.equal((await give(["other.*"])).json.errors[0].path, "tools.0");
  const stored = [];
  for await (const events of server.store.read("workspace", 0)) stored.push(...events);
  assert.ok(!JSON.stringify([stored, server.lines]).includes(CANARY));
});

Deno.test("the key is dropped with the address, what was confirmed too; a name is never used for two", async () => {
  await using tools = rawServer({
    "tools/list": () => ({ tools: [{ name: "look", inputSchema: { type: "object" } }] }),
  });
  await using server = await TestServer.start();
  const body = { name: "Tools", url: tools.url, secret: CANARY };
  const { json: { id } } = await server.call("POST", "/api/mcp-servers", body);
  const at = `/api/mcp-servers/${id}`;
  const { json: { items: [{ definition }] } } = await server.call("POST", `${at}/tools`);
  await server.call("POST", `${at}/trust`, { tool: "look", definition });
  const moved = await server.call("PATCH", at, { url: "http://127.0.0.1:9/mcp" });
  assert.deepEqual([moved.json.hasSecret, moved.json.slug], [false, "tools"]);
  const { json: listed } = await server.call("POST", `${at}/tools`);
  assert.deepEqual([listed.items, listed.readAt], [[], null]);
  assert.equal(listed.failed, "The server of this tool could not be reached.");
  const { json: { fold } } = await server.call("GET", "/api/workspace");
  assert.deepEqual(fold.mcp[id], { hasSecret: false, trusted: [] });
  assert.equal((await server.call("DELETE", at)).status, 204);
  const again = await server.call("POST", "/api/mcp-servers", { name: "Tools", url: tools.url });
  assert.equal(again.json.slug, "tools-2");
  assert.equal((await server.call("GET", `${at}/tools`)).status, 404);
  for (const url of ["https://user:key@a.example/", "https://a.example/?key=1", "ftp://a.example/"]) {
    assert.equal((await server.call("POST", "/api/mcp-servers", { name: "X", url })).status, 422, url);
  }
});

Deno.test("there are so many servers and no more", async () => {
  await using server = await TestServer.start();
  const make = () => server.call("POST", "/api/mcp-servers", { name: "T", url: "http://127.0.0.1:9/" });
  for (let count = 0; count < MCP_SERVERS; count++) assert.equal((await make()).status, 201);
  const { status, json } = await make();
  assert.deepEqual([status, json.errors[0].path], [422, "name"]);
});

Deno.test("prompts and resources of a server are asked for by people, and its failures are told", async () => {
  await using offering = offeringServer();
  await using server = await TestServer.start();
  const { json: { id } } = await server.call("POST", "/api/mcp-servers", {
    name: "Offers",
    url: offering.url,
  });
  const at = `/api/mcp-servers/${id}`;
  const { json: offers } = await server.call("POST", `${at}/offers`);
  assert.deepEqual(
    [offers.ok, offers.prompts.map((one: { name: string }) => one.name), offers.resources, offers.cut],
    [true, ["plan"], [{ uri: "notes://today", title: "Notes", description: "" }], 0],
  );
  const { json: prompt } = await server.call("POST", `${at}/prompts`, {
    name: "plan",
    args: { city: "Ulm" },
  });
  assert.deepEqual(prompt, { ok: true, text: "Plan a day in Ulm." });
  const { json: refused } = await server.call("POST", `${at}/prompts`, { name: "none" });
  assert.deepEqual(refused, { ok: false, error: "The server of this tool refused the call." });
  const { json: read } = await server.call("POST", `${at}/resources`, { uri: "notes://today" });
  assert.equal(read.files.length, 1);
  assert.ok(read.files[0].text.includes("Milk and bread."));
  assert.ok(read.files[0].text.startsWith(`<untrusted_text from="${new URL(offering.url).host}">`));
  await server.call("PATCH", at, { url: "http://127.0.0.1:9/mcp" });
  const { json: dead } = await server.call("POST", `${at}/offers`);
  assert.deepEqual(dead, { ok: false, error: "The server of this tool could not be reached." });
});
