import assert from "node:assert/strict";
import { agreeIn } from "../../../projections/panels/agreement.ts";

Deno.test("answers agree where all say the same in the field, whatever its blanks and capitals; one alone agrees with nobody", () => {
  const of = (...values: unknown[]) => values.map((position) => JSON.stringify({ position }));
  assert.equal(agreeIn(of("Yes.", " yes"), "position"), true);
  assert.equal(agreeIn(of("yes", "no"), "position"), false);
  assert.equal(agreeIn(of(1, 1), "position"), true);
  assert.equal(agreeIn(of(1, "1"), "position"), false);
  assert.equal(agreeIn(of("yes"), "position"), false);
  assert.equal(agreeIn(["words", "words"], "position"), false);
  assert.equal(agreeIn(of({}, {}), "position"), false);
});
