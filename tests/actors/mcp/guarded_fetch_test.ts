import assert from "node:assert/strict";
import { guardedFetch, type Unheard } from "../../../actors/mcp/guarded_fetch.ts";
import { rawServer, serveFake } from "./fake_mcp.ts";

const header = { name: "X-Key", value: "canary-4" };

Deno.test("nothing is asked of another origin, and the secret goes to no address but the server's", async () => {
  await using server = rawServer({});
  await using other = rawServer({});
  const unheard: Unheard[] = [];
  const { signal } = new AbortController();
  const fetch = guardedFetch({ url: server.url, header, signal, unheard: (why) => unheard.push(why) });
  const { port } = new URL(server.url);
  for (const url of [other.url, `http://a:b@127.0.0.1:${port}/mcp`, `https://127.0.0.1:${port}/mcp`]) {
    await assert.rejects(fetch(url), { why: "elsewhere" });
  }
  assert.deepEqual(unheard, ["elsewhere", "elsewhere", "elsewhere"]);
  assert.deepEqual([...server.requests, ...other.requests], []);
  await fetch(server.url);
  assert.equal(server.requests[0]?.headers.get("x-key"), "canary-4");
});

Deno.test("a stream is handed on whole in small pieces, and ends where the connection does", async () => {
  const text = "data: 日本語\n\n".repeat(2_000);
  await using server = serveFake(() =>
    new Response(text, { headers: { "content-type": "text/event-stream" } })
  );
  const closing = new AbortController();
  const fetch = guardedFetch({
    url: server.url,
    header: null,
    signal: closing.signal,
    unheard: (why) => assert.fail(why),
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of (await fetch(server.url, { method: "POST" })).body ?? []) pieces.push(piece);
  assert.equal(await new Blob(pieces.map((piece) => piece.slice())).text(), text);
  assert.ok(pieces.every(({ length }) => length <= 4_096));
  const last = await fetch(server.url, { method: "POST" });
  closing.abort();
  await assert.rejects(last.text());
});

Deno.test("one stream that stays open begins after another only where there was rest between, until the connection ends", async () => {
  await using server = rawServer({});
  const rests: (() => void)[] = [];
  const closing = new AbortController();
  const fetch = guardedFetch({
    url: server.url,
    header: null,
    signal: closing.signal,
    unheard: () => {},
    rest: () => new Promise((resolve) => void rests.push(resolve)),
  });
  await (await fetch(server.url)).text();
  const second = fetch(server.url, { method: "GET" });
  // Calls go between.
  await (await fetch(server.url, { method: "POST", body: '{"method":"initialize","id":1}' })).text();
  assert.deepEqual(server.requests.map(({ method }) => method), ["GET", "POST"]);
  rests.shift()?.();
  await (await second).text();
  assert.deepEqual(server.requests.map(({ method }) => method), ["GET", "POST", "GET"]);
  // Without one of its own it rests, and does so no longer than the connection stands.
  const own = guardedFetch({ url: server.url, header: null, signal: closing.signal, unheard: () => {} });
  await (await own(server.url)).text();
  const late = own(server.url);
  closing.abort();
  await assert.rejects(late);
});
