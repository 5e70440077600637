/** Answers that are packed on their way: which, how, and for whom. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { z } from "zod";
import { encoded, encodedInTurns, encodingOf, PACKED_FROM } from "../../../server/http/encoding.ts";
import { responseOf, route } from "../../../server/http/route.ts";
import { TestServer } from "../harness.ts";

Deno.test("an answer is packed as its reader likes best of what it can read", () => {
  for (
    const [accepts, encoding] of [
      [null, null],
      ["", null],
      ["br, deflate", null],
      ["gzip, deflate, br, zstd", "zstd"],
      ["GZIP ;q=0.1", "gzip"],
      ["zstd;q=0, gzip", "gzip"],
      ["zstd;q=0.000,gzip; q=0.0", null],
      ["zstd;q=0.001", "zstd"],
      ["xgzip", null],
      ["*", null],
    ] as const
  ) assert.equal(encodingOf(accepts), encoding, String(accepts));
});

Deno.test("packed words are the same words, and short ones are left as they are", () => {
  const text = "Grüße ".repeat(1_000);
  const bytes = new TextEncoder().encode(text);
  for (const [encoding, open] of [["zstd", zstdDecompressSync], ["gzip", gunzipSync]] as const) {
    const { body, headers } = encoded(text, encoding);
    assert.ok(body.length < bytes.length / 20, `${body.length}`);
    assert.deepEqual(new Uint8Array(open(body)), bytes);
    assert.deepEqual(headers, { vary: "accept-encoding", "content-encoding": encoding });
  }
  assert.deepEqual(encoded(text, null), { body: bytes, headers: { vary: "accept-encoding" } });
  const short = encoded("a".repeat(PACKED_FROM - 1), "gzip");
  assert.deepEqual(short.headers, {});
  assert.equal(short.body.length, PACKED_FROM - 1);
  assert.equal(encoded("a".repeat(PACKED_FROM), "gzip").headers["content-encoding"], "gzip");
});

Deno.test("a text in parts becomes the same, and between two of them others have their turn", async () => {
  const parts = Array.from({ length: 20 }, (_, n) => `Brot ${n} für alle. `.repeat(500));
  for (const encoding of ["zstd", "gzip", null] as const) {
    let turns = 0;
    let over = false;
    const others = () => void (turns++, over || setImmediate(others));
    others();
    const { body, headers } = await encodedInTurns(parts, encoding);
    over = true;
    assert.ok(turns >= 2 * parts.length - 1, `${turns} turns of others`);
    const open = encoding === "zstd"
      ? zstdDecompressSync
      : encoding === "gzip"
      ? gunzipSync
      : (same: Uint8Array) => same;
    assert.equal(new TextDecoder().decode(open(body)), parts.join(""));
    assert.deepEqual(headers, encoded(parts.join(""), encoding).headers);
  }
  assert.deepEqual(await encodedInTurns(["short"], "gzip"), encoded("short", "gzip"));
});

Deno.test("SECURITY 5: what is read is packed for who takes it so; what was written never is", async () => {
  await using server = await TestServer.start();
  const said = { title: "Bread", message: "dough ".repeat(300) };
  const packs = { "accept-encoding": "gzip" };
  const written = await server.request("POST", "/api/conversations", said, packs);
  assert.equal(written.headers.get("content-encoding"), null);
  const { conversation: { id } } = await written.json();
  const path = `/api/conversations/${id}?view=fold`;
  const plain = await server.request("GET", path);
  assert.equal(plain.headers.get("content-encoding"), null);
  assert.equal(plain.headers.get("vary"), "accept-encoding");
  const packed = await server.request("GET", path, undefined, packs);
  assert.equal(packed.headers.get("content-encoding"), "gzip");
  assert.equal(packed.headers.get("content-type"), "application/json");
  assert.equal(packed.headers.get("cache-control"), "no-store");
  const { fold } = JSON.parse(gunzipSync(await packed.bytes()).toString());
  assert.deepEqual(fold.order, (await plain.json()).fold.order);
  const events = await server.request(
    "GET",
    `/api/conversations/${id}/events`,
    undefined,
    { ...packs, accept: "text/event-stream" },
  );
  assert.equal(events.headers.get("content-encoding"), null);
  await events.body?.cancel();
  const long = async (method: "GET" | "POST") => {
    const made = route(method, "/a", { summary: "", answer: z.string(), handle: () => "" });
    return (await responseOf(made, said.message, "gzip")).headers.get("content-encoding");
  };
  assert.equal(await long("GET"), "gzip");
  assert.equal(await long("POST"), null);
});
