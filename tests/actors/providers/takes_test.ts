/** What an agent is set to, in the words of each kind, and left out where a kind or a model has none. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { anthropicRenderer } from "../../../actors/providers/anthropic/render_anthropic.ts";
import { adaptShell } from "../../../actors/providers/models.ts";
import { openAiRenderer } from "../../../actors/providers/openai/render_openai.ts";
import { responsesRenderer } from "../../../actors/providers/responses/render_responses.ts";
import { paramsFor } from "../../../actors/providers/takes.ts";
import type { Renderer, Shell } from "../../../actors/providers/types.ts";
import type { CallSettings } from "../../../events/catalog/call_settings.ts";
import type { Params } from "../../../events/catalog/workspace.ts";

const PARAMS: Params = {
  topP: 0.5,
  stop: ["END"],
  seed: 7,
  verbosity: "low",
  serviceTier: "flex",
  cacheHour: true,
};
/** Recorded before agents could be set to any of that. */
const HASHES = ["ceab8a3d28f9", "a5317bdc682e", "f532e7bc7575"];
const RENDERERS = { openai: openAiRenderer, responses: responsesRenderer, anthropic: anthropicRenderer };

function body(
  kind: keyof typeof RENDERERS,
  model: string,
  more: { readonly downgrades?: string[]; readonly call?: CallSettings } & Partial<Shell> = {},
): Record<string, unknown> {
  const shell = adaptShell(kind, {
    ...{ model, system: "", params: PARAMS, tools: [], nudge: "", after: [], downgrades: [] },
    ...more,
  });
  const renderer: Renderer = RENDERERS[kind];
  const messages = [{ role: "user" as const, content: "Hi" }];
  const bytes = renderer.render({ shell, messages, rounds: [], cacheKey: "fishbowl-1" });
  return JSON.parse(new TextDecoder().decode(bytes));
}
const picked = (from: Record<string, unknown>) =>
  ["top_p", "stop", "stop_sequences", "seed", "verbosity", "text", "service_tier", "cache_control"]
    .flatMap((name) => name in from ? [[name, from[name]]] : []);

Deno.test("each kind says what an agent is set to in its own words, and nothing it has none for", () => {
  assert.deepEqual(picked(body("openai", "local")), [
    ["top_p", 0.5],
    ["stop", ["END"]],
    ["seed", 7],
    ["verbosity", "low"],
    ["service_tier", "flex"],
  ]);
  assert.deepEqual(picked(body("responses", "local")), [
    ["top_p", 0.5],
    ["text", { verbosity: "low" }],
    ["service_tier", "flex"],
  ]);
  assert.deepEqual(picked(body("anthropic", "local")), [
    ["top_p", 0.5],
    ["stop_sequences", ["END"]],
    ["service_tier", "flex"],
    ["cache_control", { type: "ephemeral", ttl: "1h" }],
  ]);
  const shell = { model: "m", system: "", params: PARAMS, tools: [], nudge: "", after: [], downgrades: [] };
  assert.deepEqual(Object.keys(adaptShell("openai", shell).params).sort(), [
    ...["seed", "serviceTier", "stop", "topP", "verbosity"],
  ], "nor is it recorded as sent");
  assert.deepEqual(paramsFor("mock", { ...PARAMS, temperature: 1 }), {
    temperature: 1,
    topP: 0.5,
    stop: ["END"],
    seed: 7,
  });
});

Deno.test("nothing is kept for an hour that was not set to be", () => {
  assert.deepEqual(body("anthropic", "local", { params: {} })["cache_control"], { type: "ephemeral" });
  assert.deepEqual(body("anthropic", "local", { downgrades: ["no_cache_hour"] })["cache_control"], {
    type: "ephemeral",
  });
});

Deno.test("a model that draws by no temperature is sent no top_p either", () => {
  assert.equal(body("openai", "gpt-5")["top_p"], undefined);
  assert.equal(body("responses", "gpt-5")["top_p"], undefined);
  assert.equal(body("anthropic", "claude-opus-4-6")["top_p"], undefined);
});

Deno.test("what a server was found not to take is left out of an agent's, and never of a program's call", () => {
  const downgrades = ["no_top_p", "no_stop", "no_seed", "no_verbosity", "no_service_tier"];
  for (const kind of ["openai", "responses"] as const) {
    assert.deepEqual(picked(body(kind, "local", { downgrades })), [], kind);
  }
  assert.deepEqual(picked(body("anthropic", "local", { downgrades })).map(([name]) => name), [
    "cache_control",
  ]);
  const call: CallSettings = { topP: 0.1, stop: ["!"], seed: 1, verbosity: "high" };
  assert.deepEqual(picked(body("openai", "local", { downgrades, call })), [
    ["top_p", 0.1],
    ["stop", ["!"]],
    ["seed", 1],
    ["verbosity", "high"],
  ]);
});

Deno.test("a cache goes by agent and conversation where the shell says so, or by the words of a program", () => {
  for (const kind of ["openai", "responses"] as const) {
    const key = (more: Parameters<typeof body>[2]) => body(kind, "local", more)["prompt_cache_key"];
    assert.equal(key({}), undefined);
    assert.equal(key({ cacheKey: true }), "fishbowl-1");
    assert.equal(key({ cacheKey: true, call: { cacheKey: "theirs" } }), "theirs");
    assert.equal(key({ cacheKey: true, downgrades: ["no_cache_key"] }), undefined);
  }
});

Deno.test("without anything new the bytes are those of the releases before", () => {
  const hashes = (["openai", "responses", "anthropic"] as const).map((kind) => {
    const params = { temperature: 0.5, maxTokens: 9, effort: "low" } as const;
    const call: CallSettings = { topP: 0.2, verbosity: "low", cacheKey: "c", user: "u" };
    const text = JSON.stringify(body(kind, "local", { params, call }));
    return createHash("sha256").update(text).digest("hex").slice(0, 12);
  });
  assert.deepEqual(hashes, HASHES);
});
