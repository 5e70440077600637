/** The calls an agent made, told from the fold. */
import assert from "node:assert/strict";
import { SYSTEM } from "../../../events/catalog/envelope.ts";
import { callsOf, lastCallOf, placeOfCall } from "../../../ui/saw/agent_calls.ts";
import { History } from "../../history.ts";

const call = (turnId: string, round: number) => ({
  turnId,
  attempt: 1,
  round,
  providerId: "provider_1",
  provider: "mock",
  model: "echo",
  renderer: "mock/1",
  hash: "plain" as const,
  sha256: "0".repeat(64),
  shellBlob: "0".repeat(64),
});

Deno.test("every call of an agent in its order, over all its turns; those of others and turns without a call are none", () => {
  const history = new History().started().joined("Ada", "Ben").posted("m1", "Hm");
  for (
    const [name, turnId, calls] of [["Ada", "t1", 2], ["Ben", "t2", 1], ["Ada", "t3", 0], [
      "Ada",
      "t4",
      1,
    ]] as const
  ) {
    history.requested(name, "m1", { turnId }).claimed(turnId);
    for (let round = 1; round <= calls; round++) {
      history.add("ProviderCalled", call(turnId, round), { by: SYSTEM });
    }
    history.completed(turnId, "x");
  }
  const state = history.state();
  const calls = callsOf(state, "p_Ada");
  assert.deepEqual(calls.map(({ turnId, index }) => `${turnId} ${index}`), ["t1 0", "t1 1", "t4 0"]);
  assert.equal(placeOfCall(calls, { turnId: "t4", index: 0 }), 2);
  assert.equal(placeOfCall(calls, { turnId: "t2", index: 0 }), -1);
  assert.deepEqual(lastCallOf(state, "t1"), { turnId: "t1", index: 1 });
  assert.equal(lastCallOf(state, "t3"), null);
});
