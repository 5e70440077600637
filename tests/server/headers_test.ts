/** What every answer tells a browser about what it may do with it. */
import assert from "node:assert/strict";
import { HOST, TestServer } from "./harness.ts";

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

Deno.test("HEAD tells the length of what GET would send, and of a stream none: nobody holds its place", async () => {
  await using server = await TestServer.start();
  const socket = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, server.handle);
  const asked = async (method: string, path: string, accept = "*/*") => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: socket.addr.port });
    const head =
      `${method} ${path} HTTP/1.1\r\nhost: ${HOST}\r\naccept: ${accept}\r\nconnection: close\r\n\r\n`;
    await connection.write(new TextEncoder().encode(head));
    return await new Response(connection.readable).text();
  };
  const lengthIn = (answer: string) => /^content-length: (\d+)\r$/im.exec(answer)?.[1];
  try {
    for (const path of ["/api/agents", "/api/nothing", "/healthz"]) {
      const [got, head] = [await asked("GET", path), await asked("HEAD", path)];
      assert.ok(Number(lengthIn(got)) > 0, path);
      assert.equal(lengthIn(head), lengthIn(got), path);
      assert.equal(head.indexOf("\r\n\r\n"), head.length - 4, `${path} has no body`);
    }
    const stream = await asked("HEAD", "/api/events", "text/event-stream");
    assert.match(stream, /^HTTP\/1\.1 200 [^]*content-type: text\/event-stream/);
    assert.equal(lengthIn(stream), undefined);
  } finally {
    await socket.shutdown();
  }
  assert.equal(server.hub.size, 0);
});
