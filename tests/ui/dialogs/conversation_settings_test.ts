/** What a person writes as limits of a conversation. */
import "../page.ts";
import assert from "node:assert/strict";
import { limitsOf } from "../../../ui/dialogs/conversation_settings.tsx";

// Shows P13.
Deno.test("limits are what was written, blank is none; what is no limit, or may be another, is refused", () => {
  const none = { tokens: "", usd: " ", managerTurns: "" };
  assert.deepEqual(limitsOf(none), {});
  assert.deepEqual(limitsOf({ tokens: "5000", usd: "2,5", managerTurns: "24" }), {
    tokens: 5000,
    usd: 2.5,
    managerTurns: 24,
  });
  for (const tokens of ["0", "-1", "1.5", "1,000", "1.000", "Infinity", "ten"]) {
    assert.equal(limitsOf({ ...none, tokens }), null, `tokens ${tokens}`);
  }
  for (const amount of ["0", "-1", "1,000", "Infinity", "free"]) {
    assert.equal(limitsOf({ ...none, usd: amount }), null, `usd ${amount}`);
  }
  for (
    const [turns, good] of [["1", true], ["23", true], ["24", true], ["25", false], ["0", false]] as const
  ) {
    assert.equal(limitsOf({ ...none, managerTurns: turns }) !== null, good, turns);
  }
});
