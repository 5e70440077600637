/** What every answer tells a browser about what it may do with it. */
import assert from "node:assert/strict";
import { TestServer } from "./harness.ts";

Deno.test("SECURITY 5: pages and answers load nothing from elsewhere, run no script of others and stand in no frame", async () => {
  await using server = await TestServer.start();
  for (const path of ["/api/conversations", "/api/nothing", "/healthz"]) {
    const response = await server.request("GET", path);
    await response.body?.cancel();
    const policy = new Map(
      (response.headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources.join(" ")];
      }),
    );
    assert.equal(policy.get("default-src"), "'none'", path);
    assert.equal(policy.get("script-src"), "'self'", path);
    assert.equal(policy.get("frame-ancestors"), "'none'", path);
    assert.equal(policy.get("frame-src"), "'self'", path);
    assert.equal(policy.get("base-uri"), "'none'", path);
    assert.equal(policy.get("form-action"), "'none'", path);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff", path);
    assert.equal(response.headers.get("x-frame-options"), "DENY", path);
    assert.equal(response.headers.get("referrer-policy"), "no-referrer", path);
  }
});
