/** The words around a hit are shown from near the hit on. */
import assert from "node:assert/strict";
import { nearHit } from "../../../ui/parts/snippet.tsx";

Deno.test("a hit far behind the beginning is brought near it, and its marks with it", () => {
  const snippet = "one two three four five six seven eight bread and butter";
  const at = snippet.indexOf("bread");
  const near = nearHit({ snippet, marks: [[at, at + 5], [snippet.length - 6, snippet.length]] });
  assert.equal(near.snippet, "…five six seven eight bread and butter");
  assert.deepEqual(near.marks.map(([a, b]) => near.snippet.slice(a, b)), ["bread", "butter"]);
});

Deno.test("a hit near the beginning, and words without blanks, stay as they are or begin at the hit", () => {
  const found = { snippet: "some bread", marks: [[5, 10]] as [number, number][] };
  assert.deepEqual(nearHit(found), found);
  const long = { snippet: `${"x".repeat(60)}bread`, marks: [[60, 65]] as [number, number][] };
  assert.equal(nearHit(long).snippet, "…bread");
  assert.deepEqual(nearHit({ snippet: "x", marks: [] }).marks, []);
});
