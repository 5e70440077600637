import assert from "node:assert/strict";
import { offeredModel } from "../../../actors/providers/offered_models.ts";
import { OfferedModel } from "../../../projections/shapes/views.ts";

Deno.test("what a server says of a model is read in the words of each maker", () => {
  const said = [
    // OpenRouter.
    {
      id: "maker/thinker",
      context_length: 128_000,
      architecture: { input_modalities: ["text", "image"] },
      supported_parameters: ["tools", "include_reasoning"],
      pricing: { prompt: "0.00000125", completion: "0.00001", input_cache_read: "0.000000125" },
    },
    // Anthropic.
    {
      id: "claude-next-9",
      max_input_tokens: 500_000,
      capabilities: { image_input: { supported: false }, thinking: { supported: true } },
    },
    // Mistral.
    {
      id: "small",
      max_context_length: 32_000,
      capabilities: { vision: false, function_calling: true },
    },
    // vLLM.
    { id: "org/model", max_model_len: 8_192 },
  ];
  assert.deepEqual(said.map(offeredModel), [
    {
      name: "maker/thinker",
      contextWindow: 128_000,
      images: true,
      tools: true,
      thinks: true,
      price: { input: 1.25, cacheRead: 0.125, output: 10 },
    },
    { name: "claude-next-9", contextWindow: 500_000, images: false, tools: true, thinks: true },
    { name: "small", contextWindow: 32_000, images: false, tools: true },
    { name: "org/model", contextWindow: 8_192 },
  ]);
  for (const one of said.map(offeredModel)) assert.ok(OfferedModel.safeParse(one).success);
});

Deno.test("where a server says nothing the table of this program does, and where neither does, nothing is said", () => {
  assert.deepEqual(offeredModel({ id: "gpt-4o" }), {
    name: "gpt-4o",
    contextWindow: 128_000,
    images: true,
    tools: true,
    thinks: false,
  });
  assert.deepEqual(offeredModel({ id: "claude-opus-4-6" }), {
    name: "claude-opus-4-6",
    contextWindow: 1_000_000,
    images: true,
    tools: true,
    thinks: true,
  });
  assert.equal(offeredModel({ id: "o1-mini" })?.images, false);
  assert.equal(offeredModel({ id: "o3-mini" })?.images, false);
  assert.equal(offeredModel({ id: "gpt-5-chat-latest" })?.thinks, false);
  assert.deepEqual(offeredModel({ id: "llama3.2" }), { name: "llama3.2" });
});

Deno.test("a name that nobody could set, and a number that means nothing, are left out", () => {
  for (const entry of [null, 7, "gpt", [], {}, { id: 7 }, { id: " " }, { id: "x".repeat(201) }]) {
    assert.equal(offeredModel(entry), null, JSON.stringify(entry));
  }
  assert.equal(offeredModel({ id: "x".repeat(200) })?.name.length, 200);
  for (const context_length of [0, -1, 1.5, "8192", 1e9, null, Infinity]) {
    assert.deepEqual(offeredModel({ id: "m", context_length }), { name: "m" }, String(context_length));
  }
  for (const prompt of ["-1", "", "free", "1", -0.1, NaN, undefined, {}]) {
    assert.deepEqual(offeredModel({ id: "m", pricing: { prompt, completion: "0" } }), { name: "m" });
  }
  assert.deepEqual(offeredModel({ id: "m", pricing: { prompt: "0", completion: 0 } })?.price, {
    input: 0,
    output: 0,
  }, "free is a price");
  assert.deepEqual(offeredModel({ id: "m", capabilities: { vision: "yes", thinking: { supported: 1 } } }), {
    name: "m",
  });
});
