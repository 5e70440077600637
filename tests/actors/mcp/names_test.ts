import assert from "node:assert/strict";
import { slugOf, WIRE_CHARS, wireName } from "../../../actors/mcp/names.ts";

Deno.test("a name fits both makers' letters and lengths, and no two tools have the same", () => {
  const tools = [
    "look",
    "look.at",
    "look_at",
    "look/at",
    "a".repeat(128),
    `${"a".repeat(127)}b`,
    "__proto__",
  ];
  const wires = ["git", "git-2"].flatMap((slug) => tools.map((tool) => wireName(slug, tool)));
  assert.equal(new Set(wires).size, wires.length);
  for (const wire of wires) assert.match(wire, /^[A-Za-z0-9_-]{1,64}$/);
  assert.equal(wireName("git", "look_at"), "git__look_at");
  const edge = "a".repeat(WIRE_CHARS - "git__".length);
  assert.equal(wireName("git", edge), `git__${edge}`);
  assert.notEqual(wireName("git", `${edge}a`), `git__${edge}a`);
});

Deno.test("a server's slug comes of its name, is short, and is nobody else's", () => {
  assert.equal(slugOf("GitHub", []), "github");
  assert.equal(slugOf("Grüße & Co.", []), "gru-e-co");
  assert.equal(slugOf("日本語", []), "server");
  assert.equal(slugOf("GitHub", ["github", "github-2"]), "github-3");
  const long = slugOf("x".repeat(50), ["x".repeat(20)]);
  assert.match(long, /^[a-z0-9][a-z0-9-]{0,19}$/);
  assert.notEqual(long, "x".repeat(20));
});
