import assert from "node:assert/strict";
import { HAND_TOKENS } from "../../../events/catalog/limits.ts";
import { handParams } from "../../../actors/turn/hand.ts";

Deno.test("a hand is bounded by itself, or closer by its agent, and thought about as briefly as its model can be told", () => {
  const efforts = { efforts: ["minimal", "low", "high"] } as const;
  const params = { temperature: 1, maxTokens: 20_000, effort: "high" } as const;
  const asked = { temperature: 1, maxTokens: HAND_TOKENS };
  assert.deepEqual(handParams(params, "openai", { efforts: [...efforts.efforts] }), {
    ...asked,
    effort: "minimal",
  });
  assert.deepEqual(handParams(params, "openai", { efforts: "unknown" }), asked);
  assert.deepEqual(handParams(params, "openai", { efforts: [] }), asked);
  assert.deepEqual(
    handParams(params, "anthropic", { efforts: [...efforts.efforts] }),
    asked,
    "it thinks not at all",
  );
  assert.deepEqual(handParams({ maxTokens: 50 }, "mock", { efforts: "unknown" }), { maxTokens: 50 });
  assert.deepEqual(Object.keys(handParams({ windowMessages: 4 }, "mock", { efforts: "unknown" })), [
    "maxTokens",
    "windowMessages",
  ], "in the order in which they are read again");
  assert.deepEqual(handParams({}, "mock", { efforts: "unknown" }), { maxTokens: HAND_TOKENS });
});
