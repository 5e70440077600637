import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { adaptShell, capabilitiesOf } from "../../../actors/providers/models.ts";
import { anthropicRenderer } from "../../../actors/providers/anthropic/render_anthropic.ts";
import { openAiRenderer } from "../../../actors/providers/openai/render_openai.ts";
import type { ToldModel } from "../../../events/catalog/workspace.ts";
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

const told = (more: object) => ({ name: "lab-1", ...more });
const askedOf = (kind: "openai" | "anthropic", more: object, params: Shell["params"]) =>
  adaptShell(kind, shell("lab-1", { params }), told(more));

Deno.test("what a server says of its model comes before the table", () => {
  assert.equal(capabilitiesOf("gpt-4o", { name: "gpt-4o", contextWindow: 5 }).contextWindow, 5);
  assert.equal(capabilitiesOf("gpt-4o", { name: "gpt-4o" }).contextWindow, 128_000);
  assert.deepEqual(capabilitiesOf("gpt-5", { name: "gpt-5", efforts: [] }).efforts, []);
  assert.equal(capabilitiesOf("gpt-5", { name: "gpt-5", efforts: [] }).developer, true);
});

Deno.test("a request says what the server says that its model takes: temperature, effort, thinking, its longest answer", () => {
  const anthropic = (more: object, params: Shell["params"]) =>
    rendered(anthropicRenderer, askedOf("anthropic", more, params));
  const openai = (more: object, params: Shell["params"]) =>
    rendered(openAiRenderer, askedOf("openai", more, params));
  assert.equal(openai({ temperature: false }, { temperature: 1.5 })["temperature"], undefined);
  assert.equal(openai({ temperature: true }, { temperature: 1.5 })["temperature"], 1.5);
  assert.equal(openai({ efforts: [] }, { effort: "high" })["reasoning_effort"], undefined);
  assert.equal(openai({ efforts: ["none", "high"] }, { effort: "none" })["reasoning_effort"], "none");
  const thinking = anthropic({ efforts: ["low", "max"], adaptiveThinking: true }, { effort: "max" });
  assert.deepEqual(thinking["thinking"], { type: "adaptive", display: "summarized" });
  assert.deepEqual(thinking["output_config"], { effort: "max" });
  assert.equal(anthropic({ adaptiveThinking: false }, { effort: "low" })["thinking"], undefined);
  assert.equal(anthropic({ maxOutput: 9_000 }, {})["max_tokens"], 9_000);
  assert.equal(anthropic({ maxOutput: 900_000 }, {})["max_tokens"], 32_000);
});

Deno.test("an effort that a model does not take is the next shorter one, and none where all are longer", () => {
  const effort = (efforts: ToldModel["efforts"], wanted: NonNullable<Shell["params"]["effort"]>) =>
    askedOf("openai", efforts ? { efforts } : {}, { effort: wanted }).params.effort;
  assert.equal(effort(["low", "high"], "max"), "high");
  assert.equal(effort(["low", "high"], "medium"), "low");
  assert.equal(effort(["low", "high"], "low"), "low");
  assert.equal(effort(["low", "high"], "none"), undefined);
  assert.equal(effort(undefined, "xhigh"), "xhigh", "what nobody knows is sent as it was set");
});

Deno.test("the dated table is not older than what the makers' SDKs list: each model that talks has a row of its own", async () => {
  const source = async (path: string) =>
    await Deno.readTextFile(new URL(`../../../node_modules/${path}`, import.meta.url));
  const listed = (text: string, type: RegExp) =>
    [...(type.exec(text)?.[1] ?? "").matchAll(/'([\w.-]+)'/g)].map(([, name = ""]) => name);
  const shared = await source("openai/resources/shared.d.ts");
  const openai = [
    ...listed(shared, /type ChatModel = ([^;]*);/),
    ...listed(shared, /type ResponsesModel = ([^;]*);/),
  ].filter((name) => !/audio|computer-use|-(daybreak|rosalind)/.test(name));
  const claude = listed(
    await source("@anthropic-ai/sdk/resources/messages/messages.d.ts"),
    /type Model = ([^;]*);/,
  );
  assert.ok(openai.length > 50 && claude.length > 15);
  const likeNobody = (nobody: string) => (name: string) =>
    isDeepStrictEqual(capabilitiesOf(name), capabilitiesOf(nobody));
  assert.deepEqual(openai.filter(likeNobody("nobody-1")), []);
  assert.deepEqual(claude.filter(likeNobody("claude-nobody-1")), []);
});
