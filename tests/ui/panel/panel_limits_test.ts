/** What a panel may use at most: nothing typed is no limit of its own, and what is no number is told. */
import assert from "node:assert/strict";
import { limitsOf } from "../../../ui/panel/panel_limits.ts";

Deno.test("limits of a panel are numbers above 0, of tokens whole ones, or nothing", () => {
  assert.deepEqual(limitsOf({ tokens: " ", usd: "" }), {});
  assert.deepEqual(limitsOf({ tokens: "5000", usd: "" }), { limits: { tokens: 5_000 } });
  assert.deepEqual(limitsOf({ tokens: "5000", usd: "0.5" }), { limits: { tokens: 5_000, usd: 0.5 } });
  for (const wrong of ["0", "-1", "1.5", "many"]) assert.equal(limitsOf({ tokens: wrong, usd: "" }), null);
  for (const wrong of ["0", "-1", "much"]) assert.equal(limitsOf({ tokens: "", usd: wrong }), null);
});
