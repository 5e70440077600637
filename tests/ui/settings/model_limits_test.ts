import assert from "node:assert/strict";
import { effortsOf, hintOf } from "../../../ui/settings/model_limits.ts";

const values = (...asked: Parameters<typeof effortsOf>) => effortsOf(...asked).map(({ value }) => value);

Deno.test("of efforts those are offered that the model takes, from none to the longest; all where nobody knows", () => {
  assert.deepEqual(values({ name: "m", efforts: ["low", "max"] }, ""), ["", "low", "max"]);
  const all = ["", "none", "minimal", "low", "medium", "high", "xhigh", "max"];
  assert.deepEqual(values({ name: "m" }, undefined), all);
  assert.deepEqual(values(undefined, undefined), all);
  assert.deepEqual(values({ name: "m", efforts: [] }, undefined), [""]);
});

Deno.test("what a person chose stays, and is told where the model does not take it", () => {
  const found = effortsOf({ name: "m", efforts: ["low"] }, "max");
  assert.deepEqual(found.map(({ value }) => value), ["", "low", "max"]);
  assert.match(found.at(-1)?.label ?? "", /not of this model/);
  assert.doesNotMatch(found[1]?.label ?? "", /not of this model/);
});

Deno.test("beside a field stands what the chosen model does not take, and how much it does", () => {
  const model = {
    name: "m",
    temperature: false,
    efforts: [],
    tools: false,
    maxOutput: 8_000,
    contextWindow: 200_000,
  };
  assert.match(hintOf("params.temperature", model) ?? "", /takes none/);
  assert.match(hintOf("params.effort", model) ?? "", /no word/);
  assert.match(hintOf("tools", model) ?? "", /no tools/);
  assert.match(hintOf("params.maxTokens", model) ?? "", /8,000/);
  assert.match(hintOf("params.contextWindow", model) ?? "", /200,000/);
  for (const field of ["params.temperature", "params.effort", "tools", "params.maxTokens", "name"]) {
    assert.equal(hintOf(field, { name: "m" }), undefined);
    assert.equal(hintOf(field, undefined), undefined);
  }
});
