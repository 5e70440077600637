/** What the fold of a conversation and the row of the list both take from an event. */
import assert from "node:assert/strict";
import { titleFrom } from "../../../projections/conversation/shared_steps.ts";

Deno.test("a title is one line of sixty code points; files alone give a name", () => {
  assert.equal(titleFrom("👋".repeat(61)), "👋".repeat(60) + "…");
  assert.equal(titleFrom("👋".repeat(60)), "👋".repeat(60));
  assert.equal(titleFrom(` ${"\ud83d \n\t".repeat(40)}`), `${"\ud83d ".repeat(30).trimEnd()}…`);
  const file = { name: " a  plan.md" };
  assert.equal(titleFrom(" \n", [{ ...file, sha256: "0", size: 1, type: "text/plain" }]), " a plan.md");
});
