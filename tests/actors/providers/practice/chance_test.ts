import assert from "node:assert/strict";
import { hash32 } from "../../../../actors/providers/practice/chance.ts";

Deno.test("chance hangs on what was said last, and a talk of megabytes is not gone through for it", () => {
  assert.notEqual(hash32("a short talk"), hash32("another one"));
  const end = "x".repeat(100_000);
  assert.equal(hash32(`a${end}`), hash32(`b${end}`));
  assert.notEqual(hash32(`${end}a`), hash32(`${end}b`));
});
