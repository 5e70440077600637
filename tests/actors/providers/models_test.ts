import assert from "node:assert/strict";
import { adaptShell, capabilitiesOf } from "../../../actors/providers/models.ts";
import { anthropicRenderer } from "../../../actors/providers/anthropic/render_anthropic.ts";
import { openAiRenderer } from "../../../actors/providers/openai/render_openai.ts";
import type { Renderer, Shell } from "../../../actors/providers/types.ts";

const shell = (model: string, more: Partial<Shell> = {}): Shell => ({
  model,
  system: "Be kind.",
  params: { temperature: 0.5, maxTokens: 100, effort: "low" },
  tools: [],
  nudge: "Go on.",
  after: [],
  downgrades: [],
  ...more,
});
const rendered = (renderer: Renderer, shell: Shell): Record<string, unknown> =>
  JSON.parse(
    new TextDecoder().decode(
      renderer.render({ shell, messages: [{ role: "user", content: "Hi" }], rounds: [] }),
    ),
  );
const roles = (body: Record<string, unknown>) => JSON.stringify(body["messages"]).match(/"role":"\w+"/g);

// Shows PROVIDERS.md row 2.
Deno.test("a temperature goes only to models that take one", () => {
  const openai = (model: string) => rendered(openAiRenderer, adaptShell("openai", shell(model)));
  const anthropic = (model: string) => rendered(anthropicRenderer, adaptShell("anthropic", shell(model)));
  assert.equal(openai("gpt-4o")["temperature"], 0.5);
  assert.equal(openai("openai/gpt-4o")["temperature"], 0.5);
  assert.equal(openai("llama3.2:3b")["temperature"], 0.5);
  for (const model of ["o3", "gpt-5", "gpt-5-mini", "openai/gpt-6-sol"]) {
    assert.ok(!("temperature" in openai(model)), model);
  }
  for (const model of ["claude-opus-5-5", "claude-haiku-4-5"]) {
    assert.ok(!("temperature" in anthropic(model)), model);
  }
  assert.equal(anthropic("my-local-model")["temperature"], 0.5);
});

// Shows PROVIDERS.md row 7.
Deno.test("the newer words go to models known to take them, the older to everybody else", () => {
  const modern = rendered(openAiRenderer, adaptShell("openai", shell("gpt-5")));
  assert.deepEqual([roles(modern)?.[0], modern["max_completion_tokens"], modern["max_tokens"]], [
    '"role":"developer"',
    100,
    undefined,
  ]);
  const local = rendered(openAiRenderer, adaptShell("openai", shell("qwen3")));
  assert.deepEqual([roles(local)?.[0], local["max_completion_tokens"], local["max_tokens"]], [
    '"role":"system"',
    undefined,
    100,
  ]);
});

// Shows P22, PROVIDERS.md row 7.
Deno.test("each downgrade leaves out its parameter, and going back to the newer name is possible", () => {
  const body = (downgrades: string[]) => rendered(openAiRenderer, shell("m", { downgrades }));
  assert.ok("stream_options" in body([]) && !("stream_options" in body(["no_stream_options"])));
  assert.ok("reasoning_effort" in body([]) && !("reasoning_effort" in body(["no_effort"])));
  assert.ok("temperature" in body([]) && !("temperature" in body(["no_temperature"])));
  assert.equal(body(["no_max_completion_tokens", "no_max_tokens"])["max_completion_tokens"], 100);
  const messages = (downgrades: string[]) => rendered(anthropicRenderer, shell("m", { downgrades }));
  assert.deepEqual(messages([])["cache_control"], { type: "ephemeral" });
  assert.ok(!("cache_control" in messages(["no_cache_control"])));
  assert.ok("thinking" in messages([]) && !("thinking" in messages(["no_thinking"])));
  assert.deepEqual(messages([])["output_config"], { effort: "low" });
});

Deno.test("Messages always has max_tokens, within what the model can give", () => {
  const limit = (model: string) =>
    rendered(anthropicRenderer, adaptShell("anthropic", shell(model, { params: {} })))["max_tokens"];
  assert.equal(limit("claude-opus-5-5"), 32_000);
  assert.equal(limit("somebody-elses"), 8_192);
  assert.equal(rendered(anthropicRenderer, shell("claude-opus-5-5"))["max_tokens"], 100);
});

Deno.test("a stored shell renders the same bytes whatever the table says later: renderers read no table", async () => {
  for (
    const name of [
      "openai/render_openai.ts",
      "anthropic/render_anthropic.ts",
      "practice/render_mock.ts",
      "valid_messages.ts",
    ]
  ) {
    const source = await Deno.readTextFile(new URL(`../../../actors/providers/${name}`, import.meta.url));
    assert.doesNotMatch(source, /from "[./]*\/models\.ts"|Date\.|Math\.random|Deno\./, name);
  }
  const adapted = adaptShell("openai", shell("gpt-5"));
  assert.deepEqual(adaptShell("openai", adapted), adapted);
});

Deno.test("what is not listed is unknown, and a router's prefix does not matter", () => {
  assert.equal(capabilitiesOf("llama3").contextWindow, "unknown");
  assert.equal(capabilitiesOf("gpt-4o-2024-08-06").contextWindow, 128_000);
  assert.equal(capabilitiesOf("anthropic/claude-opus-4.6").contextWindow, 1_000_000);
  assert.equal(capabilitiesOf("claude-sonnet-4-5-20250929").contextWindow, 200_000);
});
