/** What is made of the values of a form before they are sent. */
import assert from "node:assert/strict";
import { FORMS } from "../../../ui/settings/forms.ts";
import { at, put, wrongWith } from "../../../ui/settings/values.ts";

// Shows S0-A27.
Deno.test("a form says beside the field what is wrong, before anything is sent", () => {
  const field = (form: keyof typeof FORMS, key: string) =>
    FORMS[form].fields.find((one) => one.key === key) ?? assert.fail(key);
  assert.equal(wrongWith(field("agents", "name"), ""), "This is needed.");
  assert.equal(wrongWith(field("agents", "name"), "👋".repeat(80)), "");
  assert.equal(wrongWith(field("agents", "name"), "👋".repeat(81)), "At most 80 characters.");
  assert.equal(wrongWith(field("agencies", "agentIds"), []), "This is needed.");
  // A limit of a provider is always said: an empty field would be kept as a number nobody saw.
  const seats = field("providers", "maxConcurrent");
  const given = [[0, false], [1, true], [256, true], [257, false], ["x", false], ["", false]] as const;
  for (const [value, good] of given) assert.equal(wrongWith(seats, value) === "", good, String(value));
  for (
    const [address, good] of [["http://localhost:11434/v1", true], ["file:///etc", false], [
      "x",
      false,
    ]] as const
  ) {
    assert.equal(wrongWith(field("providers", "baseUrl"), address) === "", good, address);
  }
  const values = { name: "Ada", params: { temperature: 1, maxTokens: 9 } };
  assert.equal(at(values, "params.temperature"), 1);
  assert.equal(at(values, "limits.usd"), undefined);
  assert.deepEqual(put(values, "params.temperature", undefined)["params"], { maxTokens: 9 });
  assert.deepEqual(put(values, "name", "Ben"), { ...values, name: "Ben" });
  assert.deepEqual(values.params, { temperature: 1, maxTokens: 9 }, "what was there is not touched");
});
