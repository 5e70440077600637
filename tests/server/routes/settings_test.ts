import assert from "node:assert/strict";
import { RawServer } from "../../actors/providers/raw_server.ts";
import { TestServer, WELCOME } from "../harness.ts";

const CANARY = "sk-canary-92af6610";

// Shows S0-3, S0-4, S0-41.
Deno.test("providers, roles, personalities, agents and agencies are made, changed and archived", async () => {
  await using server = await TestServer.start();
  const role = (await server.call("POST", "/api/roles", { name: "Judge", prompt: "Judge." })).json;
  const traits = { openness: 1, conscientiousness: 2, extraversion: 3, agreeableness: 4, neuroticism: 5 };
  const personality = (await server.call("POST", "/api/personalities", { name: "Dry", traits })).json;
  const provider =
    (await server.call("POST", "/api/providers", { name: "P", kind: "mock", defaultModel: "echo" })).json;
  const made = await server.call("POST", "/api/agents", {
    name: "Skeptic",
    providerId: provider.id,
    roleId: role.id,
    personalityId: personality.id,
  });
  assert.equal(made.status, 201);
  assert.equal(made.json.version, 1);
  const changed = await server.call("PATCH", `/api/agents/${made.json.id}`, { name: "Cynic", roleId: null });
  assert.equal(changed.json.version, 2);
  assert.equal(changed.json.number, made.json.number);
  assert.ok(!("roleId" in changed.json));
  const agency = await server.call("POST", "/api/agencies", {
    name: "A",
    managerAgentId: made.json.id,
    agentIds: [made.json.id],
  });
  assert.equal(agency.status, 201);
  assert.equal((await server.call("DELETE", `/api/agents/${made.json.id}`)).status, 204);
  const { json } = await server.call("GET", "/api/agents");
  assert.ok(!json.items.some((a: { id: string }) => a.id === made.json.id));
  const again = await server.call("POST", "/api/agents", { name: "New", providerId: provider.id });
  assert.ok(again.json.number > made.json.number, "numbers are never used again");
});

Deno.test("what was archived is restored as it was, its key and its number too, and twice is once", async () => {
  await using server = await TestServer.start();
  const body = { name: "Real", kind: "openai", baseUrl: "http://127.0.0.1:9/v1", apiKey: CANARY };
  const { json: provider } = await server.call("POST", "/api/providers", body);
  for (const path of [`/api/providers/${provider.id}`, "/api/agents/agent_editor"]) {
    const { json: before } = await server.call("GET", path);
    assert.equal((await server.call("DELETE", path)).status, 204);
    const position = await server.store.order.end();
    const restored = await server.call("POST", `${path}/restore`);
    assert.deepEqual([restored.status, restored.json], [200, before]);
    assert.notEqual(await server.store.order.end(), position);
    const once = await server.store.order.end();
    assert.equal((await server.call("POST", `${path}/restore`)).status, 200);
    assert.equal(await server.store.order.end(), once);
    const { json } = await server.call("GET", path.slice(0, path.lastIndexOf("/")));
    assert.ok(json.items.some(({ id }: { id: string }) => id === before.id));
  }
  assert.equal((await server.call("POST", "/api/agents/agent_none/restore")).status, 404);
});

Deno.test("a provider whose key was not kept any more has it by the request that comes again, once made and once changed", async () => {
  await using server = await TestServer.start();
  const { setKey, setHeaders } = server.system;
  const died = () => Promise.reject(new Error("The process died here."));
  const body = { name: "Real", kind: "openai", baseUrl: "http://127.0.0.1:9/v1", apiKey: CANARY };
  const twice = async (method: string, path: string, body: { name: string; apiKey: string }, key: string) => {
    const send = () => server.call(method, path, body, { "idempotency-key": key });
    Object.assign(server.system, { setKey: died, setHeaders: died });
    assert.equal((await send()).status, 500);
    Object.assign(server.system, { setKey, setHeaders });
    const { status, json } = await send();
    const { items } = (await server.call("GET", "/api/providers")).json;
    assert.equal(items.filter(({ name }: { name: string }) => name === body.name).length, 1);
    return { status, json };
  };
  const made = await twice("POST", "/api/providers", body, "made");
  assert.deepEqual([made.status, made.json.hasKey, made.json.keyHint], [201, true, "6610"]);
  const path = `/api/providers/${made.json.id}`;
  const changed = await twice(
    "PATCH",
    path,
    { name: "Other", apiKey: "sk-canary-of-another-4711" },
    "changed",
  );
  assert.deepEqual([changed.status, changed.json.keyHint], [200, "4711"]);
  await server.call("DELETE", path);
  const gone = await server.call("POST", "/api/providers", body, { "idempotency-key": "made" });
  assert.equal(gone.json.keyHint, "4711", "what was archived since is left as it is");
});

// Shows S2-23.
Deno.test("an agent of a provider, role or personality that is not there is refused at its field", async () => {
  await using server = await TestServer.start();
  const { status, json } = await server.call("POST", "/api/agents", {
    name: "X",
    providerId: "provider_none",
  });
  assert.equal(status, 422);
  assert.equal(json.errors[0].path, "providerId");
});

// Shows S4-39.
Deno.test("the settings say which tools an agent may be given, and those are the ones that are taken", async () => {
  await using server = await TestServer.start();
  const { json } = await server.call("GET", "/api/workspace");
  assert.deepEqual(json.tools, [
    { name: "rename_conversation", label: "Rename the conversation (asks first)" },
  ]);
  const give = (tools: string[]) => server.call("PATCH", "/api/agents/agent_editor", { tools });
  assert.equal((await give(json.tools.map(({ name }: { name: string }) => name))).status, 200);
  assert.equal((await give(["current_time"])).json.errors[0].path, "tools.0");
});

// Shows S0-75, S0-76, S2-28, S2-51.
Deno.test("a key is write-only: it is in no answer, stream, export or event", async () => {
  await using server = await TestServer.start();
  const body = { name: "Real", kind: "openai", baseUrl: "http://127.0.0.1:9/v1", apiKey: CANARY };
  const made = await server.call("POST", "/api/providers", body);
  assert.deepEqual([made.json.hasKey, made.json.keyHint], [true, CANARY.slice(-4)]);
  const test = await server.call("POST", `/api/providers/${made.json.id}/test`);
  assert.equal(test.json.ok, false);
  const paths = [
    "/api/providers",
    `/api/providers/${made.json.id}`,
    "/api/workspace",
    "/api/events",
    "/api/status",
    "/openapi.json",
    `/api/conversations/${WELCOME}/export?format=ndjson`,
  ];
  for (const path of paths) {
    const { text } = await server.call("GET", path);
    assert.ok(!text.includes(CANARY), path);
  }
  assert.ok(!made.text.includes(CANARY) && !test.text.includes(CANARY));
  for (const { value } of await server.store.side("secret").list()) {
    assert.ok(!JSON.stringify(value).includes(CANARY), "encrypted at rest");
  }
});

Deno.test("CVE-2026-82639 another address of a provider clears its key", async () => {
  await using server = await TestServer.start();
  const body = { name: "Real", kind: "openai", baseUrl: "http://127.0.0.1:9/v1", apiKey: CANARY };
  const { id } = (await server.call("POST", "/api/providers", body)).json;
  const same = await server.call("PATCH", `/api/providers/${id}`, { baseUrl: "http://127.0.0.1:9/v2" });
  assert.equal(same.json.hasKey, true, "the same origin keeps it");
  const moved = await server.call("PATCH", `/api/providers/${id}`, { baseUrl: "http://127.0.0.1:10/v1" });
  assert.equal(moved.json.hasKey, false);
});

Deno.test("extra headers go with every request, are told by name alone, and are gone with another origin", async () => {
  const sent: (string | null)[][] = [];
  await using upstream = new RawServer(({ headers }) => {
    sent.push(["api-key", "x-org"].map((name) => headers.get(name)));
    return Response.json({ data: [{ id: "m" }] });
  });
  await using server = await TestServer.start();
  const made = await server.call("POST", "/api/providers", {
    ...{ name: "Azure", kind: "openai", baseUrl: `${upstream.url}/v1` },
    headers: { "Api-Key": CANARY, "x-org": "fish" },
  });
  assert.deepEqual(made.json.headerNames, ["api-key", "x-org"]);
  const path = `/api/providers/${made.json.id}`;
  const test = async () => (await server.call("POST", `${path}/test`)).json;
  const change = async (body: object) => (await server.call("PATCH", path, body)).json.headerNames;
  assert.equal((await test()).ok, true);
  assert.deepEqual(await change({ headers: { "x-org": null } }), ["api-key"]);
  assert.equal((await test()).ok, true);
  assert.deepEqual(await change({ headers: { "x-org": "sea" } }), ["api-key", "x-org"], "the others stay");
  assert.equal((await test()).ok, true);
  assert.deepEqual(sent, [[CANARY, "fish"], [CANARY, null], [CANARY, "sea"]]);
  const tried = { kind: "openai", baseUrl: upstream.url, headers: { "api-key": "trial" } };
  assert.equal((await server.call("POST", "/api/providers/try", tried)).json.ok, true);
  assert.deepEqual(sent.at(-1), ["trial", null]);
  for (const read of ["/api/providers", path, "/api/workspace", "/api/events", "/api/status"]) {
    assert.ok(!(await server.call("GET", read)).text.includes(CANARY), read);
  }
  for (const { value } of await server.store.side("secret").list()) {
    assert.ok(!JSON.stringify(value).includes(CANARY), "encrypted at rest");
  }
  assert.equal(await change({ baseUrl: "http://127.0.0.1:9/v1" }), undefined);
  assert.deepEqual(await server.store.side("secret").list(), []);
  for (const headers of [{ host: "a" }, { "a b": "c" }, { a: "b\nc" }, { "content-type": "x" }]) {
    assert.equal((await server.call("PATCH", path, { headers })).status, 422, JSON.stringify(headers));
  }
});

Deno.test("what a provider adds to bodies is refused where the log makes a request of it", async () => {
  await using server = await TestServer.start();
  const body = { name: "Lab", kind: "openai", baseUrl: "http://127.0.0.1:9/v1" };
  const refused = await server.call("POST", "/api/providers", { ...body, extraBody: { messages: [] } });
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.json.errors.map(({ path }: { path: string }) => path), ["extraBody"]);
  assert.match(refused.text, /must not have messages, model, tools, stream/);
  const made = await server.call("POST", "/api/providers", { ...body, extraBody: { top_k: 20 } });
  assert.deepEqual(made.json.extraBody, { top_k: 20 });
  const taken = await server.call("PATCH", `/api/providers/${made.json.id}`, { extraBody: null });
  assert.equal("extraBody" in taken.json, false);
});

// Shows P16.
Deno.test("own prices come before the list, count for what was used already, and can be taken away", async () => {
  await using server = await TestServer.start();
  const { json: listed } = await server.call("GET", "/api/prices");
  assert.match(listed.asOf, /^\d{4}-\d{2}-\d{2}$/);
  assert.ok(listed.listed["gpt-5"].output > 0);
  assert.deepEqual(listed.own, {});
  const price = { input: 1, output: 2 };
  const set = await server.call("PATCH", "/api/prices", {
    prices: { "org/own-model:7b": price, "gpt-5": { input: 0, output: 0 } },
  });
  assert.equal(set.status, 200);
  assert.deepEqual(set.json.own["org/own-model:7b"], price);
  const taken = await server.call("PATCH", "/api/prices", { prices: { "gpt-5": null } });
  assert.deepEqual(taken.json.own, { "org/own-model:7b": price });
  for (const wrong of [{ input: -1, output: 1 }, { input: 1 }, { input: 1, output: "2" }, 7]) {
    const refused = await server.call("PATCH", "/api/prices", { prices: { m: wrong } });
    assert.equal(refused.status, 422, JSON.stringify(wrong));
  }
  assert.deepEqual((await server.call("GET", "/api/prices")).json.own, { "org/own-model:7b": price });
});

// Shows S0-3, PROVIDERS.md row 2.
Deno.test("which header takes the key is a setting like any other; no key sends none", async () => {
  const sent: (string | null)[][] = [];
  await using upstream = new RawServer(({ headers }) => {
    sent.push(["authorization", "x-api-key"].map((name) => headers.get(name)));
    return Response.json({ data: [{ id: "m" }] });
  });
  await using server = await TestServer.start();
  const made = await server.call("POST", "/api/providers", {
    name: "Gateway",
    kind: "anthropic",
    baseUrl: upstream.url,
    keyHeader: "authorization",
    apiKey: CANARY,
  });
  const path = `/api/providers/${made.json.id}`;
  assert.equal(made.json.keyHeader, "authorization");
  const test = async () => (await server.call("POST", `${path}/test`)).json.ok;
  assert.equal(await test(), true);
  assert.equal((await server.call("PATCH", path, { keyHeader: "cookie" })).status, 422);
  const taken = await server.call("PATCH", path, { keyHeader: null });
  assert.deepEqual(["keyHeader" in taken.json, taken.json.hasKey], [false, true]);
  assert.equal(await test(), true);
  const cleared = await server.call("PATCH", path, { apiKey: null });
  assert.deepEqual([cleared.json.hasKey, cleared.json.keyHint], [false, null]);
  assert.equal(await test(), true);
  assert.deepEqual(sent, [[`Bearer ${CANARY}`, null], [null, CANARY], [null, null]]);
  const events = (await server.call("GET", "/api/events?limit=1000")).json.events;
  const named = events.filter(({ type }: { type: string }) => type.startsWith("ProviderKey"));
  assert.deepEqual(named.map(({ type, by }: { type: string; by: { kind: string } }) => [type, by.kind]), [
    ["ProviderKeySet", "user"],
    ["ProviderKeyCleared", "user"],
  ], "each change is told once, with who made it");
});

// Shows S0-3, S2-28.
Deno.test("a provider is asked for its models before it is kept, and nothing of the trial is", async () => {
  const sent: (string | null)[] = [];
  await using upstream = new RawServer(({ headers }) => {
    sent.push(headers.get("authorization"));
    return headers.get("authorization") === `Bearer ${CANARY}`
      ? Response.json({ data: [{ id: "b", context_length: 8_192 }, { id: "gpt-4o" }] })
      : Response.json({ error: { message: `wrong key ${CANARY}` } }, { status: 401 });
  });
  await using server = await TestServer.start();
  const position = await server.store.order.end();
  const attempt = async (body: object) =>
    (await server.call("POST", "/api/providers/try", { kind: "openai", baseUrl: upstream.url, ...body }))
      .json;
  const good = await attempt({ apiKey: ` ${CANARY}\n` });
  assert.equal(good.ok, true);
  const { name, label, contextWindow } = good.models[0];
  assert.deepEqual({ name, label, contextWindow }, { name: "b", label: undefined, contextWindow: 8_192 });
  assert.equal(good.models[1].contextWindow, 128_000, "of the dated list");
  const wrong = await attempt({ apiKey: "sk-other" });
  assert.deepEqual([wrong.ok, wrong.code, wrong.models], [false, "auth", []]);
  assert.ok(!JSON.stringify(wrong).includes(CANARY), "the upstream's words go no further");
  assert.equal((await attempt({})).code, "auth");
  assert.equal((await attempt({ apiKey: "" })).code, "auth");
  assert.deepEqual(sent, [`Bearer ${CANARY}`, "Bearer sk-other", null, null]);
  assert.equal((await attempt({ baseUrl: "http://127.0.0.1:9/v1" })).code, "network");
  for (const baseUrl of ["http://169.254.169.254/v1", "http://[fd00:ec2::254]/v1"]) {
    assert.equal((await attempt({ baseUrl, apiKey: CANARY })).code, "bad_request", baseUrl);
  }
  for (const refused of [{ kind: "pigeon" }, { baseUrl: "file:///etc" }, { apiKey: "a b" }, { name: "N" }]) {
    const body = { kind: "openai", ...refused };
    assert.equal(
      (await server.call("POST", "/api/providers/try", body)).status,
      422,
      JSON.stringify(refused),
    );
  }
  assert.equal(await server.store.order.end(), position, "no event");
  assert.deepEqual(await server.store.side("secret").list(), []);
});

// Shows S0-3.
Deno.test("a provider's list of models says what is known of each beside their names", async () => {
  await using server = await TestServer.start();
  const { json } = await server.call("GET", "/api/providers/provider_mock/models");
  assert.equal(json.items[0], "editor");
  assert.deepEqual(json.models[0], { name: "editor" });
  assert.equal(json.models.length, json.items.length);
});

Deno.test("a provider's list is kept with it: shown without asking, asked for by hand, and what is told of it is counted", async () => {
  const asked: string[] = [];
  let answer = () =>
    Response.json({
      data: [{ id: "m", context_length: 9_000, pricing: { prompt: "0.000001", completion: "0.000002" } }],
    });
  await using upstream = new RawServer(({ method, path }) => {
    asked.push(`${method} ${path}`);
    return answer();
  });
  await using server = await TestServer.start();
  const body = { name: "Lab", kind: "openai", baseUrl: `${upstream.url}/v1` };
  assert.ok(
    (await server.call("POST", "/api/providers/try", { kind: body.kind, baseUrl: body.baseUrl })).json.ok,
  );
  const { json: lab } = await server.call("POST", "/api/providers", body);
  const models = `/api/providers/${lab.id}/models`;
  const first = (await server.call("GET", models)).json;
  assert.deepEqual([first.items, first.cut, first.failed], [["m"], 0, undefined]);
  assert.ok(Date.parse(first.readAt) > 0);
  assert.equal(asked.length, 1, "what was tried is kept");
  await server.call("PATCH", "/api/agents/agent_editor", { providerId: lab.id, model: "m" });
  const { json: prices } = await server.call("GET", "/api/prices");
  assert.deepEqual([prices.told, prices.own], [{ m: { input: 1, output: 2 } }, {}]);
  const { json: workspace } = await server.call("GET", "/api/workspace");
  assert.equal(workspace.fold.told[lab.id][0].contextWindow, 9_000);
  answer = () => Response.json({ data: [{ id: "m" }, { id: "n" }] });
  assert.deepEqual((await server.call("GET", models)).json.items, ["m"]);
  assert.deepEqual((await server.call("POST", models)).json.items, ["m", "n"]);
  answer = () => Response.json({ error: {} }, { status: 500 });
  assert.equal((await server.call("POST", models)).status, 502);
  const { json: kept } = await server.call("GET", models);
  assert.deepEqual([kept.items, kept.failed.code], [["m", "n"], "server"]);
  assert.equal((await server.call("POST", "/api/providers/nobody/models")).status, 404);
  assert.equal(asked.length, 3);
});

Deno.test("SECURITY 10: model servers on this machine are looked for when asked, at known addresses alone", async () => {
  const asked: string[] = [];
  await using upstream = new RawServer(({ method, path, headers }) => {
    asked.push(`${method} ${path} ${headers.get("authorization")}`);
    return Response.json({ data: [{ id: "llama3" }] });
  });
  await using elsewhere = new RawServer(() =>
    new Response(null, { status: 302, headers: { location: `${upstream.url}/v1/models` } })
  );
  const at = (id: string, baseUrl: string) => ({ id, name: id, kind: "openai", baseUrl }) as const;
  const localServers = [
    at("here", `${upstream.url}/v1`),
    at("moved", elsewhere.url),
    at("nobody", "http://127.0.0.1:9/v1"),
  ];
  await using server = await TestServer.start({ localServers });
  assert.deepEqual(asked, []);
  const { json } = await server.call("POST", "/api/local-servers");
  assert.deepEqual(json.items, [
    { preset: "here", name: "here", baseUrl: `${upstream.url}/v1`, models: ["llama3"] },
  ]);
  assert.deepEqual(asked, ["GET /v1/models null"]);
  const told = await server.call("POST", "/api/local-servers", { baseUrl: "http://10.0.0.1/v1" });
  assert.equal(told.status, 422, "nobody says where");
  const foreign = await server.call("POST", "/api/local-servers", undefined, {
    origin: "https://evil.example",
  });
  assert.equal(foreign.status, 403);
  assert.equal((await server.call("GET", "/api/local-servers")).status, 405);
  assert.equal(asked.length, 1);
});

// Shows S0-3, S2-23.
Deno.test("a key that no header can carry is refused at its field, and not repeated", async () => {
  await using server = await TestServer.start();
  for (const apiKey of [`${CANARY} ${CANARY}`, `${CANARY}\n${CANARY}`, `“${CANARY}”`, `${CANARY}\u00e9`]) {
    const refused = await server.call("POST", "/api/providers", { name: "Real", kind: "openai", apiKey });
    assert.deepEqual([refused.status, refused.json.errors[0].path], [422, "apiKey"]);
    assert.ok(!refused.text.includes(CANARY));
  }
  const trimmed = await server.call("POST", "/api/providers", {
    name: "Real",
    kind: "openai",
    apiKey: ` ${CANARY}\n`,
  });
  assert.equal(trimmed.json.keyHint, CANARY.slice(-4));
});

Deno.test("a base URL with a user, a password, a query or a fragment is refused in words, and nothing of it is kept", async () => {
  await using server = await TestServer.start();
  const good = { name: "Real", kind: "openai", baseUrl: "http://127.0.0.1:9/v1" };
  const { id } = (await server.call("POST", "/api/providers", good)).json;
  const position = await server.store.order.end();
  for (
    const baseUrl of [
      `http://user:${CANARY}@127.0.0.1:9/v1`,
      `http://${CANARY}@127.0.0.1:9/v1`,
      "http://@127.0.0.1:9/v1",
      "http:\\\\user@127.0.0.1:9/v1",
      `http://127.0.0.1:9/v1?key=${CANARY}`,
      "http://127.0.0.1:9/v1?",
      `http://127.0.0.1:9/v1#${CANARY}`,
      "http://127.0.0.1:9#",
    ]
  ) {
    for (const [method, path] of [["POST", "/api/providers"], ["PATCH", `/api/providers/${id}`]] as const) {
      const refused = await server.call(method, path, method === "POST" ? { ...good, baseUrl } : { baseUrl });
      assert.equal(refused.status, 422, baseUrl);
      assert.equal(refused.json.errors[0].path, "baseUrl", baseUrl);
      assert.match(refused.text, /must have no user, password, query or fragment|URL/);
      assert.ok(!refused.text.includes(CANARY), "and not echoed");
    }
  }
  assert.equal(await server.store.order.end(), position);
  for (
    const baseUrl of ["http://[::1]:11434/v1", "https://gateway.example.org/a/@scope/v1", "http://localhost"]
  ) {
    assert.equal((await server.call("PATCH", `/api/providers/${id}`, { baseUrl })).status, 200, baseUrl);
  }
});

for (const [minutes, status] of [[0, 422], [1, 201], [1_440, 201], [1_441, 422], [1.5, 422]] as const) {
  Deno.test(`an agent whose answers may take ${minutes} minutes gives ${status}`, async () => {
    await using server = await TestServer.start();
    const made = await server.call("POST", "/api/agents", {
      name: "Slow",
      providerId: "provider_mock",
      model: "echo",
      params: { maxMinutes: minutes },
    });
    assert.equal(made.status, status);
    if (status === 201) assert.equal(made.json.params.maxMinutes, minutes);
  });
}

Deno.test("a provider stored before base URLs were looked at closely can still be changed, its address too", async () => {
  await using server = await TestServer.start();
  const old = {
    id: "provider_old",
    name: "Old\u202e",
    kind: "openai" as const,
    baseUrl: "http://me:secret@127.0.0.1:9/v1?x=1",
    maxConcurrent: 1,
    requestsPerMinute: 1,
    timeoutSeconds: 1,
  };
  const stored = await server.system.changeWorkspace(
    () => ({ ok: true, events: [{ type: "ProviderCreated", data: old }], answer: { id: old.id } }),
    { by: { kind: "user", id: "local", name: "User" } },
  );
  assert.ok(stored.ok);
  const path = `/api/providers/${old.id}`;
  const faster = await server.call("PATCH", path, { maxConcurrent: 5 });
  assert.deepEqual([faster.status, faster.json.maxConcurrent], [200, 5]);
  const same = await server.call("PATCH", path, { baseUrl: old.baseUrl });
  assert.deepEqual([same.status, same.json.errors[0].path], [422, "baseUrl"]);
  const clean = await server.call("PATCH", path, { name: "Clean", baseUrl: "http://127.0.0.1:9/v1" });
  assert.deepEqual([clean.status, clean.json.baseUrl], [200, "http://127.0.0.1:9/v1"]);
});
