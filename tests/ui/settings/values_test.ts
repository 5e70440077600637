/** What is made of the values of a form before they are sent. */
import assert from "node:assert/strict";
import { FORMS } from "../../../ui/settings/forms.ts";
import { at, changed, put, wrongIn, wrongWith } from "../../../ui/settings/values.ts";

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

Deno.test("of a resource only what was changed is sent; an emptied optional value is taken away", () => {
  const { agents, providers } = FORMS;
  const ada = { id: "a", name: "Ada", model: "gpt", roleId: "r", params: { temperature: 1 }, tools: [] };
  assert.deepEqual(changed(agents, ada, ada), {});
  assert.deepEqual(changed(agents, { ...ada, name: "Eve" }, ada), { name: "Eve" });
  assert.deepEqual(changed(agents, put(ada, "params.temperature", 2), ada), { params: { temperature: 2 } });
  assert.deepEqual(changed(agents, { ...ada, roleId: undefined }, ada), { roleId: null });
  assert.deepEqual(changed(agents, { ...ada, personalityId: "" }, ada), {}, "it had none");
  assert.deepEqual(changed(agents, { ...ada, model: "" }, ada), { model: "" }, "blank is the provider's own");
  const blank = { name: "Eve", model: "", systemPrompt: "" };
  assert.deepEqual(changed(agents, { ...blank, roleId: "" }, undefined), blank);
  const server = { id: "p", name: "P", kind: "openai", baseUrl: "http://localhost" };
  assert.deepEqual(changed(providers, { ...server, apiKey: "" }, server), {}, "an empty key is no new one");
  assert.deepEqual(changed(providers, { ...server, apiKey: "k" }, server), { apiKey: "k" });
});

Deno.test("each field of a form is judged by itself, also one that is part of another value", () => {
  const wrong = wrongIn(FORMS.agents, { name: "", providerId: "p", params: { temperature: 3 } });
  assert.deepEqual(Object.entries(wrong).filter(([, words]) => words), [
    ["name", "This is needed."],
    ["params.temperature", "From 0 to 2."],
  ]);
});

Deno.test("what is typed as lines or as JSON is sent as what it means, and told where it means nothing", () => {
  const { agents, providers } = FORMS;
  const typed = { name: "P", headers: "Api-Key: a:b\n\n x-org:", extraBody: '{"top_k": 20}' };
  assert.deepEqual(changed(providers, typed, undefined), {
    name: "P",
    headers: { "Api-Key": "a:b", "x-org": null },
    extraBody: { top_k: 20 },
  });
  const there = { name: "P", extraBody: { top_k: 20 } };
  assert.deepEqual(changed(providers, { ...there, headers: "" }, there), {});
  assert.deepEqual(changed(providers, { ...there, extraBody: "" }, there), { extraBody: null });
  const params = { stop: ["END", "", "a b"], cacheHour: "true" };
  assert.deepEqual(changed(agents, { params }, {}), {
    params: { stop: ["END", "a b"], cacheHour: true },
  });
  assert.deepEqual(changed(agents, { params: { stop: [""] } }, { params: { stop: ["x"] } }), { params: {} });
  for (
    const [key, wrong] of [["headers", "no colon"], ["headers", ": x"], ["extraBody", "[1]"], [
      "extraBody",
      "{",
    ]]
  ) {
    const wrongOf = (name: string, value: string) => {
      const field = providers.fields.find((one) => one.key === name);
      return field ? wrongWith(field, value) : "";
    };
    assert.notEqual(wrongOf(key ?? "", wrong ?? ""), "", wrong);
  }
});
