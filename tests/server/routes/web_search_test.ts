import assert from "node:assert/strict";
import { fakeSearch } from "../../actors/websearch/fake_search.ts";
import { TestServer } from "../harness.ts";

const CANARY = "canary-search-0b7e1c94";
const AT = "/api/web-search";

Deno.test("a search service is tried and kept with its key, which nobody is told again", async () => {
  for (const kind of ["brave", "tavily"] as const) {
    await using service = fakeSearch(kind, { key: CANARY });
    await using server = await TestServer.start();
    const fields = { kind, url: service.url };
    assert.deepEqual((await server.call("GET", AT)).json, { service: null, hasKey: false, keyHint: null });
    const wrong = await server.call("POST", `${AT}/try`, { ...fields, key: "wrong" });
    assert.deepEqual([wrong.status, wrong.json.ok], [200, false]);
    const right = await server.call("POST", `${AT}/try`, { ...fields, key: CANARY });
    assert.deepEqual(right.json, { ok: true, results: 2 });
    assert.equal((await server.call("GET", AT)).json.service, null, "a try keeps nothing");
    const kept = await server.call("PATCH", AT, { service: fields, key: CANARY });
    assert.deepEqual(kept.json, { service: fields, hasKey: true, keyHint: CANARY.slice(-4) });
    assert.deepEqual((await server.call("POST", `${AT}/try`, fields)).json, { ok: true, results: 2 });
    assert.deepEqual((await server.call("GET", "/api/workspace")).json.fold.webSearch, fields);
    const stored = [];
    for await (const events of server.store.read("workspace", 0)) stored.push(...events);
    assert.ok(!JSON.stringify([stored, server.lines]).includes(CANARY));
  }
});

Deno.test("the key goes with the address it was entered for, and with the service", async () => {
  await using service = fakeSearch("tavily", { key: CANARY });
  await using server = await TestServer.start();
  const fields = { kind: "tavily", url: service.url };
  await server.call("PATCH", AT, { service: fields, key: CANARY });
  const same = await server.call("PATCH", AT, { service: { ...fields, url: `${service.url}/v2` } });
  assert.equal(same.json.hasKey, true, "the same origin");
  const elsewhere = { ...fields, url: "http://127.0.0.1:9" };
  const tried = await server.call("POST", `${AT}/try`, { kind: "searxng", url: "http://127.0.0.1:9" });
  assert.deepEqual(tried.json, { ok: false, error: "The search service could not be reached." });
  assert.equal((await server.call("PATCH", AT, { service: elsewhere })).json.hasKey, false);
  await server.call("PATCH", AT, { service: fields });
  assert.equal((await server.call("POST", `${AT}/try`, fields)).json.ok, false, "it does not come back");
  await server.call("PATCH", AT, { service: fields, key: CANARY });
  const gone = await server.call("PATCH", AT, { service: null });
  assert.deepEqual(gone.json, { service: null, hasKey: false, keyHint: null });
  await server.call("PATCH", AT, { service: fields });
  assert.equal((await server.call("POST", `${AT}/try`, fields)).json.ok, false);
  for (const url of ["ftp://a.example", "https://u:p@a.example", "https://a.example/?key=1"]) {
    assert.equal((await server.call("PATCH", AT, { service: { kind: "brave", url } })).status, 422);
  }
});
