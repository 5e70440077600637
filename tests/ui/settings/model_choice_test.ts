import assert from "node:assert/strict";
import { costs, isForChat, matching, offers, suggested } from "../../../ui/settings/model_choice.ts";

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

Deno.test("a price of one's own comes first, then what the server says, then the dated list's", () => {
  const told = { input: 7, output: 8 };
  const own = { input: 1, output: 2 };
  assert.deepEqual(costs({ name: "gpt-5", price: told }, { "gpt-5": own }), own);
  assert.deepEqual(costs({ name: "gpt-5", price: told }, {}), told);
  assert.equal(costs({ name: "gpt-5" }, {})?.output, 10);
  assert.equal(costs({ name: "new" }, {}), null);
});

Deno.test("a model is found by what people call it, too", () => {
  const models = [{ name: "claude-opus-5", label: "Claude Opus 5" }, { name: "gpt-5" }];
  assert.deepEqual(matching(models, "opus claude").map(({ name }) => name), ["claude-opus-5"]);
});

const OFFERED = ["gpt-5", "gpt-5-mini", "text-embedding-3", "claude"].map((name) => ({ name }));
const offered = (typed: string) => offers(OFFERED, typed).map(({ name }) => name);

Deno.test("what is typed finds models; for a name that stands there all are offered, of those that talk", () => {
  assert.deepEqual(offered(""), ["gpt-5", "gpt-5-mini", "claude"]);
  assert.deepEqual(offered("mini"), ["gpt-5-mini"]);
  assert.deepEqual(offered("gpt-5"), ["gpt-5", "gpt-5-mini", "claude"]);
  assert.deepEqual(offered("embedding"), []);
  assert.ok(offered("text-embedding-3").includes("text-embedding-3"), "one that somebody chose is there");
});

Deno.test("a router's whole list is looked through many times a second", () => {
  const many = Array.from({ length: 2_000 }, (_, n) => ({ name: `maker-${n % 40}/model-${n}` }));
  let found = 0;
  for (let n = 0; n < 200; n++) found += offers(many, `model-1${n}`).length;
  assert.ok(found > 0);
});
