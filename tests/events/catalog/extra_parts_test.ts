/** What a provider may add to requests, and what it may not. */
import assert from "node:assert/strict";
import { ExtraBody, HeaderName, HeaderValue } from "../../../events/catalog/extra_parts.ts";
import { EXTRA_BODY_CHARS, HEADER_CHARS } from "../../../events/catalog/limits.ts";

Deno.test("what the log makes a request of is no field to add", () => {
  for (
    const name of ["model", "messages", "input", "system", "instructions", "tools", "stream", "store", "n"]
  ) {
    const read = ExtraBody.safeParse({ top_k: 1, [name]: "x" });
    assert.equal(read.success, false, name);
    assert.match(read.error.issues[0]?.message ?? "", /must not have messages, model/);
  }
  assert.deepEqual(ExtraBody.parse({ top_k: 20, provider: { order: ["a"] } }), {
    top_k: 20,
    provider: { order: ["a"] },
  });
});

Deno.test("what is added is settings, no document", () => {
  const filled = (more: number) => ({ a: "x".repeat(EXTRA_BODY_CHARS - 8 + more) });
  assert.ok(ExtraBody.safeParse(filled(0)).success);
  assert.ok(!ExtraBody.safeParse(filled(1)).success);
});

Deno.test("a header is known by its name in small letters, and none is one that this program sets itself", () => {
  assert.equal(HeaderName.parse(" Api-Key "), "api-key");
  assert.equal(HeaderName.parse("anthropic-beta"), "anthropic-beta");
  const ours = [
    "host",
    "cookie",
    "Content-Type",
    "content-length",
    "accept",
    "anthropic-version",
    "sec-fetch-site",
  ];
  for (const name of [...ours, "a b", "a:b", "", "é"]) assert.ok(!HeaderName.safeParse(name).success, name);
});

Deno.test("what a header says is one line of plain signs", () => {
  assert.equal(HeaderValue.parse(" a b "), "a b");
  for (const value of ["a\nb", "é", "x".repeat(HEADER_CHARS + 1)]) {
    assert.ok(!HeaderValue.safeParse(value).success);
  }
});
