/** What proves the bytes that are shown. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { proofOf, shortHash } from "../../../ui/saw/proof.ts";

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const call = { body: "{}", hash: "plain" as const, sha256: sha("{}"), proof: "proven" as const };

Deno.test("a hash of the bytes alone is compared on the spot: other bytes differ, whatever was said of them", async () => {
  assert.equal(await proofOf(call), "proven");
  assert.equal(await proofOf({ ...call, body: '{"a":1}' }), "differs");
});

Deno.test("where salts are in the hash, and where the server says so, its word counts", async () => {
  assert.equal(await proofOf({ ...call, hash: "salted", sha256: sha("other") }), "proven");
  assert.equal(await proofOf({ ...call, proof: "differs" }), "differs");
  assert.equal(await proofOf({ ...call, body: null, proof: "erased" }), "erased");
});

Deno.test("a page that may not calculate a hash takes the server's word", async () => {
  const known = Object.getOwnPropertyDescriptor(globalThis, "crypto") ?? assert.fail();
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  try {
    assert.equal(await proofOf({ ...call, body: '{"a":1}' }), "proven");
  } finally {
    Object.defineProperty(globalThis, "crypto", known);
  }
});

Deno.test("a hash is read by its ends", () => {
  assert.equal(shortHash("4be190c7".padEnd(60, "0") + "a2f0"), "4be1 90c7 … a2f0");
});
