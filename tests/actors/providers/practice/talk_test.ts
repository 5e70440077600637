import assert from "node:assert/strict";
import { topic } from "../../../../actors/providers/practice/talk.ts";

Deno.test("what a text is about is said at its beginning: a long one is not read to its end", () => {
  const until = (words: number) => `Rye ${"and so on, ".repeat(words)} extraordinary sourdoughs`;
  assert.equal(topic(until(10)), "extraordinary sourdoughs");
  assert.equal(topic(until(10_000)), "Rye");
});
