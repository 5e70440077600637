/** What the interface makes of answers that do not come whole. */
import assert from "node:assert/strict";
import { get } from "../../../ui/state/api.ts";

/** A server that sends the head of an answer and then as many bytes as it was asked for, and nothing more. */
async function halfway(body: (url: string) => Promise<void>): Promise<void> {
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open: Deno.Conn[] = [];
  const answering = (async () => {
    for await (const connection of server) {
      open.push(connection);
      const asked = new Uint8Array(4_096);
      const line = new TextDecoder().decode(asked.subarray(0, await connection.read(asked) ?? 0));
      const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n";
      await connection.write(new TextEncoder().encode(`${head}{"items":`));
      if (line.startsWith("GET /cut")) open.pop()?.close();
    }
  })();
  try {
    await body(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    server.close();
    for (const connection of open) connection.close();
    await answering;
  }
}

Deno.test("an answer that is cut in its middle is a failure in words, not an exception", () =>
  halfway(async (url) => {
    const answer = await get(`${url}/cut`);
    assert.ok(!answer.ok);
    assert.equal(answer.code, "offline");
    assert.equal(answer.message, "The server cannot be reached.");
  }));

Deno.test("who stops waiting in the middle of an answer gets a failure, not an exception", () =>
  halfway(async (url) => {
    const leaving = new AbortController();
    const asking = get(`${url}/held`, leaving.signal);
    // Its head arrives, its end never does; whether it is stopped before or after the head makes no difference.
    await fetch(`${url}/cut`).then((response) => response.text()).catch(() => null);
    leaving.abort();
    const answer = await asking;
    assert.equal(answer.ok, false);
  }));

Deno.test("a body that a proxy does not let through is told so; our server says its own reason", async () => {
  const reason = { code: "too_large", detail: "The file is larger than 10 MB." };
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    ({ url }) =>
      url.endsWith("/ours")
        ? Response.json(reason, { status: 413 })
        : new Response("<html><h1>413 Request Entity Too Large</h1></html>", { status: 413 }),
  );
  const told = async (path: string) => {
    const answer = await get(`http://127.0.0.1:${server.addr.port}${path}`);
    return answer.ok ? "" : answer.message;
  };
  assert.equal(await told("/"), "A proxy before the server does not let this much through (413).");
  assert.equal(await told("/ours"), reason.detail);
});
