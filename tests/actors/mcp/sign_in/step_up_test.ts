/** What a server says to who signed in with too little. */
import assert from "node:assert/strict";
import { scopesOf, scopeWanted } from "../../../../actors/mcp/sign_in/step_up.ts";

Deno.test("a challenge for more names scopes, or none; another one is none", () => {
  for (
    const [header, wanted] of [
      ['Bearer error="insufficient_scope", scope="files:read files:write"', "files:read files:write"],
      ['bearer realm="x", error=insufficient_scope, error_description="a scope=b", scope="a"', "a"],
      ['Bearer error="insufficient_scope"', ""],
      ['Bearer scope="a a \u00e9 b\\c d", error="insufficient_scope"', "a d"],
      ['Bearer error="invalid_token", scope="a"', null],
      ['Basic error="insufficient_scope", scope="a"', null],
      ["", null],
      [null, null],
    ] as const
  ) assert.equal(scopeWanted(header), wanted, String(header));
});

Deno.test("lists of scopes are put together, each once, as many as there is room for", () => {
  assert.equal(scopesOf("a b", undefined, "b  c"), "a b c");
  assert.equal(scopesOf(), "");
  const many = Array.from({ length: 3_000 }, (_, n) => `scope${n}`).join(" ");
  const kept = scopesOf("first", many);
  assert.ok(kept.length <= 2_000 && kept.length > 1_980);
  assert.ok(kept.startsWith("first scope0 ") && many.includes(kept.split(" ").at(-1) ?? "?"));
});
