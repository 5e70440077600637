/** Names from outside as parts of keys: what is told by its hash is told by nothing else. */
import assert from "node:assert/strict";
import { sha256 } from "../../../../events/store/kv/codec.ts";
import { plain } from "../../../../events/store/kv/keys.ts";

Deno.test("a short printable name stands as it is, any other by its hash, and no name is that of another's hash", () => {
  const long = "a".repeat(200);
  for (const name of ["", "a b", "{|}", long]) assert.equal(plain(name), name);
  for (const name of ["ä", "a\n", "\x7f", `${long}a`]) assert.equal(plain(name), `~${sha256(name)}`);
  assert.notEqual(plain(plain("ä")), plain("ä"));
});
