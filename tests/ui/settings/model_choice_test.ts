import assert from "node:assert/strict";
import { costs, isForChat, matching, suggested } from "../../../ui/settings/model_choice.ts";

const named = (...names: string[]) => names.map((name) => ({ name }));

Deno.test("models that give out something else than words are not for talking, nor are practice faults", () => {
  const not = [
    "text-embedding-3-small",
    "whisper-1",
    "gpt-4o-audio-preview",
    "dall-e-3",
    "error-401",
    "flaky",
  ];
  assert.deepEqual(not.filter(isForChat), []);
  const talking = ["gpt-5.1", "claude-sonnet-5", "llama3.2:3b", "editor", "critic", "mistral-large-latest"];
  assert.deepEqual(talking.filter((name) => !isForChat(name)), []);
});

Deno.test("the newest of the best known models is suggested; without one the first that talks", () => {
  assert.equal(
    suggested(named("claude-haiku-4-5", "claude-opus-5", "claude-sonnet-4-5", "claude-sonnet-5-5")),
    "claude-sonnet-5-5",
  );
  assert.equal(suggested(named("gpt-4o", "gpt-5", "gpt-5-mini", "gpt-5.10", "gpt-5.2", "o3")), "gpt-5.10");
  assert.equal(
    suggested(named("openai/gpt-5", "anthropic/claude-sonnet-5", "x/y")),
    "anthropic/claude-sonnet-5",
  );
  assert.equal(suggested(named("embed-1", "zephyr", "alpha")), "zephyr");
  assert.equal(suggested(named("editor", "critic", "error-401")), "editor");
  assert.equal(suggested(named("text-embedding-3")), undefined);
  assert.equal(suggested([]), undefined);
});

Deno.test("models are found by all words of a query, whatever their case", () => {
  const models = named("openai/GPT-5-mini", "openai/gpt-5", "meta/llama");
  assert.deepEqual(matching(models, " gpt MINI "), [{ name: "openai/GPT-5-mini" }]);
  assert.equal(matching(models, "").length, 3);
  assert.deepEqual(matching(models, "claude"), []);
});

Deno.test("a price of one's own comes before the list's, both before what a server tells, which does not count", () => {
  const told = { input: 7, output: 8 };
  const model = (name: string) => ({ name, price: told });
  assert.deepEqual(costs(model("gpt-5"), { "gpt-5": { input: 1, output: 2 } }), {
    price: { input: 1, output: 2 },
    counts: true,
  });
  assert.equal(costs(model("gpt-5"), {})?.price.output, 10);
  assert.deepEqual(costs(model("new"), {}), { price: told, counts: false });
  assert.equal(costs({ name: "new" }, {}), null);
});
