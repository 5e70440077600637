import assert from "node:assert/strict";
import { WEBHOOK_EVENTS, WEBHOOKS } from "../../../events/catalog/limits.ts";
import { TestServer } from "../harness.ts";

Deno.test("webhooks are made, changed, tested and removed; the secret is told once, and no wrong address is taken", async () => {
  await using server = await TestServer.start();
  const made = await server.call("POST", "/api/webhooks", { url: "https://receiver.test/hook" });
  assert.equal(made.status, 201);
  assert.match(made.json.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(made.json.events, [...WEBHOOK_EVENTS]);
  const path = `/api/webhooks/${made.json.id}`;
  const { json: { items } } = await server.call("GET", "/api/webhooks");
  const { secret: _, ...view } = made.json;
  assert.deepEqual(items, [view]);
  const changed = await server.call("PATCH", path, { events: ["answer.failed"], enabled: false });
  assert.deepEqual(changed.json.events, ["answer.failed"]);
  assert.equal(changed.json.disabled.why, "person");
  assert.equal((await server.call("PATCH", path, { enabled: true })).json.disabled, null);
  assert.equal((await server.call("POST", `${path}/test`)).status, 200);
  assert.equal((await server.call("GET", "/api/webhooks")).json.items[0].pending, 1);
  assert.equal((await server.call("DELETE", path)).status, 204);
  assert.deepEqual((await server.call("GET", "/api/webhooks")).json.items, []);
  for (const [method, at] of [["PATCH", path], ["POST", `${path}/test`]] as const) {
    assert.equal(
      (await server.call(method, at, method === "PATCH" ? { enabled: true } : undefined)).status,
      404,
    );
  }
  for (const url of ["ftp://receiver.test/", "https://ada:secret@receiver.test/", "receiver.test", ""]) {
    assert.equal((await server.call("POST", "/api/webhooks", { url })).status, 422, url);
  }
  const none = { url: "https://receiver.test/", events: ["answer.shouted"] };
  assert.equal((await server.call("POST", "/api/webhooks", none)).status, 422);
  for (let count = 0; count < WEBHOOKS; count++) {
    await server.call("POST", "/api/webhooks", { url: `https://receiver.test/${count}` });
  }
  assert.equal((await server.call("POST", "/api/webhooks", { url: "https://receiver.test/" })).status, 409);
});
