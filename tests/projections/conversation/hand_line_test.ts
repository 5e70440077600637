import assert from "node:assert/strict";
import { HAND_CODE_POINTS } from "../../../events/catalog/limits.ts";
import { handLine } from "../../../projections/conversation/hand_line.ts";

Deno.test("the one word is a hand that stays down, however it is dressed", () => {
  for (const said of ["NOTHING", " nothing.\n", "Nothing!", '"NOTHING"', "**NOTHING**", "“Nothing.”"]) {
    assert.deepEqual(handLine(said), { is: "down" }, said);
  }
  assert.equal(handLine("Nothing is free: name the cost.").is, "up");
});

Deno.test("one line is a raised hand; of one that is too long the beginning is shown, never half a character", () => {
  assert.deepEqual(handLine("  I know who tried it.  "), { is: "up", line: "I know who tried it." });
  const most = "é".repeat(HAND_CODE_POINTS);
  assert.deepEqual(handLine(most), { is: "up", line: most });
  const more = `${"🌾".repeat(HAND_CODE_POINTS - 1)}🌾🌾`;
  assert.deepEqual(handLine(more), { is: "up", line: `${"🌾".repeat(HAND_CODE_POINTS)}…`, cut: true });
});

Deno.test("what is neither is no hand: nothing that can be seen, several lines, what turns text round, a whole answer", () => {
  for (const said of ["", "  \n ", "One.\nTwo.", "a\u202Eb", "\u2028x\u2028y", "x".repeat(4_001)]) {
    assert.deepEqual(handLine(said), { is: "unclear" }, JSON.stringify(said.slice(0, 10)));
  }
  assert.equal(handLine("x".repeat(4_000)).is, "up");
});
