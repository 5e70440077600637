/** What a person writes as a price. */
import "../page.ts";
import assert from "node:assert/strict";
import { priceOf } from "../../../ui/settings/prices.tsx";

// Shows P16.
Deno.test("a price needs its model, input and output; one that is free is a price, one that is no number is none", () => {
  const form = { model: "m", input: "0", cacheRead: "", cacheWrite: "", output: "0,4" };
  assert.deepEqual(priceOf(form), { input: 0, output: 0.4 });
  assert.deepEqual(priceOf({ ...form, cacheRead: "0.1", cacheWrite: "1" }), {
    input: 0,
    cacheRead: 0.1,
    cacheWrite: 1,
    output: 0.4,
  });
  assert.equal(priceOf({ ...form, model: " " }), "Which model?");
  for (const wrong of ["-1", "x", "1,000", "Infinity"]) {
    for (const field of ["input", "cacheRead", "cacheWrite", "output"]) {
      assert.match(
        String(priceOf({ ...form, [field]: wrong })),
        /^Prices are numbers from 0/,
        `${field} ${wrong}`,
      );
    }
  }
  for (const field of ["input", "output"]) {
    assert.equal(priceOf({ ...form, [field]: "" }), "Input and output both need a price.");
  }
});
