import "../page.ts";
import assert from "node:assert/strict";
import { hostOf, presetAt, signOf, signOfKept, tellProvider } from "../../../ui/settings/known_providers.ts";

Deno.test("a provider is told by the name of its service where its address is one that is known", () => {
  const tell = (kind: "openai" | "anthropic" | "mock", baseUrl?: string) => tellProvider({ kind, baseUrl });
  assert.equal(tell("openai"), "OpenAI");
  assert.equal(tell("anthropic"), "Anthropic");
  assert.equal(tell("openai", "https://openrouter.ai/api/v1/"), "OpenRouter");
  assert.equal(tell("openai", "http://localhost:11434/v1"), "Ollama");
  assert.equal(tell("openai", "http://127.0.0.1:1234/v1"), "LM Studio");
  assert.equal(tell("openai", "https://api.mistral.ai/v1"), "Mistral");
  assert.equal(tell("anthropic", "https://openrouter.ai/api/v1"), "Anthropic format · openrouter.ai");
  assert.equal(tell("openai", "http://10.0.0.7:8000/v1"), "OpenAI format · 10.0.0.7:8000");
  assert.equal(tell("mock"), "practice, no key");
  assert.equal(presetAt({ kind: "openai", baseUrl: "http://10.0.0.7/v1" }), undefined);
});

Deno.test("of an address its host is shown, of what is none the text", () => {
  assert.equal(hostOf("https://models.example.org:8443/v1"), "models.example.org:8443");
  assert.equal(hostOf("nonsense"), "nonsense");
});

Deno.test("neighbours have different signs, and what has no name has one too", () => {
  assert.deepEqual(
    [
      signOf({ name: "OpenAI", preset: "openai" }),
      signOf({ name: "OpenRouter", preset: "openrouter" }),
      signOf({ name: "Ollama", preset: "ollama" }),
      signOf({ name: "👩‍🔬 Lab" }),
      signOf({ name: " " }),
    ],
    ["O", "R", "Ol", "👩", "?"],
  );
});

Deno.test("a kept provider has the sign of its service, whatever it is called; one for practice that of its name", () => {
  assert.equal(signOfKept({ kind: "anthropic", name: "Mine" }), "A");
  assert.equal(signOfKept({ kind: "mock", name: "Demo (no key needed)" }), "D");
});
