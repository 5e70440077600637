import assert from "node:assert/strict";
import { TestServer } from "../harness.ts";

Deno.test("what stands behind the ? of an address to come back to is told to nobody, whatever becomes of the request", async () => {
  const told: Record<string, unknown> = {};
  const name = (_: string, attributes: object) => void Object.assign(told, attributes);
  await using server = await TestServer.start({ tracing: { name } });
  const paths = ["/oauth/callback/mcpserver_1", "/oauth/callback/a/b", "/oauth/callback/"];
  for (const method of ["GET", "POST", "HEAD"]) {
    for (const path of paths) {
      // As the runtime tells it.
      told["url.full"] = `http://localhost:8000${path}?code=canary&state=canary`;
      told["url.query"] = "code=canary&state=canary";
      const response = await server.request(
        method,
        `${path}?code=canary&state=canary`,
        method === "POST" ? {} : undefined,
      );
      const said = await response.text() + JSON.stringify([...response.headers]);
      assert.deepEqual([told["url.full"], told["url.query"]], [`http://localhost:8000${path}`, ""], method);
      assert.ok(!said.includes("canary"), said);
    }
  }
  assert.ok(!JSON.stringify(server.lines).includes("canary"));
});
