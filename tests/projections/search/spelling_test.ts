/** What a word was probably meant to be is one slip beside it, and nothing else of what was typed is touched. */
import assert from "node:assert/strict";
import { besides, respelled, SPELLED } from "../../../projections/search/spelling.ts";

Deno.test("two letters changed, one too many, a wrong one and one too few are one slip; two slips are not", () => {
  const others = new Set(besides("expotr"));
  for (const other of ["export", "expot", "expoor", "expoter", "xpotr", "aexpotr", "expotrs"]) {
    assert.ok(others.has(other), other);
  }
  for (const other of ["expotr", "exprot", "port", "exporters"]) assert.ok(!others.has(other), other);
  assert.equal([...besides("expotr")].length, others.size, "each once");
});

Deno.test("letters in the wrong order come first, and only words of some letters are looked at", () => {
  assert.deepEqual([...besides("ab")], []);
  assert.equal(besides("abc").next().value, "bac");
  assert.ok(besides("a".repeat(SPELLED.max)).next().value);
  assert.deepEqual([...besides("a".repeat(SPELLED.max + 1))], []);
  assert.deepEqual([...besides("a".repeat(100_000))], []);
});

Deno.test("letters of two units stay whole", () => {
  for (const other of besides("𝒜bc𝒟")) assert.ok(other.isWellFormed(), other);
  assert.ok([...besides("𝒜bc𝒟")].includes("b𝒜c𝒟"));
});

Deno.test("a word takes the place of another wherever it was typed, whatever its case; the rest stays", () => {
  assert.equal(
    respelled('agent:Ada  Expotr "the expotr"', { expotr: "export" }),
    'agent:Ada  export "the export"',
  );
  assert.equal(respelled("expotrs __proto__ toString", { expotr: "export" }), "expotrs __proto__ toString");
  assert.equal(respelled("Crème", { creme: "crime" }), "crime");
});
