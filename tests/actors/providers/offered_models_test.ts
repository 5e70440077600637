import assert from "node:assert/strict";
import { offeredModel, withKnown } from "../../../actors/providers/offered_models.ts";
import { OfferedModel } from "../../../projections/shapes/views.ts";

Deno.test("what a server says of a model is read in the words of each maker", () => {
  const yes = { supported: true };
  const no = { supported: false };
  const said = [
    {
      id: "maker/thinker",
      name: "Maker: Thinker",
      context_length: 128_000,
      top_provider: { max_completion_tokens: 8_000 },
      architecture: { input_modalities: ["text", "image", "file"] },
      supported_parameters: ["tools", "include_reasoning", "structured_outputs", "temperature"],
      reasoning: { supported_efforts: ["high", "low"] },
      pricing: {
        prompt: "0.00000125",
        completion: "0.00001",
        input_cache_read: "0.000000125",
        input_cache_write: "0.0000015",
      },
    },
    {
      id: "claude-next-9",
      display_name: "Claude Next 9",
      max_input_tokens: 500_000,
      max_tokens: 64_000,
      capabilities: {
        image_input: no,
        pdf_input: yes,
        structured_outputs: yes,
        effort: { ...yes, low: yes, medium: yes, high: yes, xhigh: null, max: yes },
        thinking: { ...yes, types: { adaptive: yes } },
      },
    },
    {
      id: "proxied",
      model_info: {
        max_input_tokens: 9_000,
        max_output_tokens: 900,
        supports_vision: true,
        supports_pdf_input: null,
        supports_function_calling: true,
        supports_response_schema: false,
        supported_openai_params: ["temperature"],
        input_cost_per_token: 1e-6,
        output_cost_per_token: 2e-6,
      },
    },
    {
      id: "qwen3:8b",
      show: {
        capabilities: ["completion", "tools", "thinking"],
        thinking: { values: [false, "low", "high"] },
        parameters: "temperature 0.7\nnum_ctx   16384\n",
        model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40_960 },
      },
    },
    {
      id: "gemma3",
      show: {
        capabilities: ["completion", "vision"],
        model_info: { "general.architecture": "gemma3", "gemma3.context_length": 131_072 },
      },
    },
    // Mistral, and vLLM.
    { id: "small", max_context_length: 32_000, capabilities: { vision: false, function_calling: true } },
    { id: "org/model", max_model_len: 8_192 },
  ];
  assert.deepEqual(said.map(offeredModel), [
    {
      name: "maker/thinker",
      label: "Maker: Thinker",
      contextWindow: 128_000,
      maxOutput: 8_000,
      images: true,
      pdf: true,
      tools: true,
      thinks: true,
      efforts: ["low", "high"],
      structured: true,
      temperature: true,
      price: { input: 1.25, cacheRead: 0.125, cacheWrite: 1.5, output: 10 },
    },
    {
      name: "claude-next-9",
      label: "Claude Next 9",
      contextWindow: 500_000,
      maxOutput: 64_000,
      images: false,
      pdf: true,
      thinks: true,
      efforts: ["low", "medium", "high", "max"],
      adaptiveThinking: true,
      structured: true,
    },
    {
      name: "proxied",
      contextWindow: 9_000,
      maxOutput: 900,
      images: true,
      tools: true,
      structured: false,
      temperature: true,
      price: { input: 1, output: 2 },
    },
    {
      name: "qwen3:8b",
      contextWindow: 16_384,
      images: false,
      tools: true,
      thinks: true,
      efforts: ["low", "high"],
    },
    { name: "gemma3", contextWindow: 131_072, images: true, tools: false, thinks: false, efforts: [] },
    { name: "small", contextWindow: 32_000, images: false, tools: true },
    { name: "org/model", contextWindow: 8_192 },
  ]);
  for (const one of said.map(offeredModel)) assert.ok(OfferedModel.safeParse(one).success);
});

Deno.test("where a server says nothing the table of this program does, and where neither does, nothing is said", () => {
  assert.deepEqual(withKnown({ name: "gpt-4o", tools: false }), {
    name: "gpt-4o",
    contextWindow: 128_000,
    maxOutput: 16_384,
    images: true,
    tools: false,
    thinks: false,
    efforts: [],
    temperature: true,
  });
  assert.deepEqual(withKnown({ name: "claude-opus-4-6", contextWindow: 7 }), {
    name: "claude-opus-4-6",
    contextWindow: 7,
    maxOutput: 128_000,
    images: true,
    pdf: true,
    tools: true,
    thinks: true,
    efforts: ["low", "medium", "high", "max"],
    structured: true,
    temperature: false,
  });
  assert.equal(withKnown({ name: "o1-mini" }).images, false);
  assert.equal(withKnown({ name: "o3-mini" }).images, false);
  assert.equal(withKnown({ name: "gpt-5-chat-latest" }).thinks, false);
  assert.deepEqual(withKnown({ name: "llama3.2" }), { name: "llama3.2" });
});

Deno.test("a name that would show as another is left out, and what people call it is cleared and cut", () => {
  for (const id of ["a\u202eb", "a\nb", " a", "a ", "\u200b"]) assert.equal(offeredModel({ id }), null, id);
  assert.equal(offeredModel({ id: "m", name: "G\u202ePT\n5" })?.label, "G\ufffdPT\ufffd5");
  assert.equal(offeredModel({ id: "m", name: "😀".repeat(1_000) })?.label, "😀".repeat(80));
  assert.deepEqual(offeredModel({ id: "m", display_name: "m", name: {} }), { name: "m" });
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
