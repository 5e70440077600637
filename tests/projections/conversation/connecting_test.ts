/** Which failed calls lead a person to the settings of their server. */
import assert from "node:assert/strict";
import { FAILURES } from "../../../actors/mcp/failures.ts";
import { wantsConnecting } from "../../../projections/conversation/connecting.ts";

Deno.test("a call leads to the settings where it failed for want of a sign-in, or of a scope, and nowhere else", () => {
  const leads = Object.entries(FAILURES).filter(([, result]) => wantsConnecting({ status: "error", result }));
  assert.deepEqual(leads.map(([why]) => why), ["sign_in", "scope"]);
  assert.equal(wantsConnecting({ status: "ok", result: FAILURES.scope }), false);
  assert.equal(wantsConnecting({ status: "error", result: undefined }), false);
});
