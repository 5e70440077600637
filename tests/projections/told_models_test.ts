import assert from "node:assert/strict";
import { modelOfAgent, toldOf, usedModels } from "../../projections/told_models.ts";
import { workspace } from "../../projections/workspace.ts";

const agent = (id: string, providerId: string, model: string, archived = false) => ({
  id,
  number: 1,
  version: 1,
  name: id,
  color: 1,
  providerId,
  model,
  systemPrompt: "",
  params: {},
  tools: [],
  archived,
});
const provider = (id: string, defaultModel?: string) => ({
  id,
  name: id,
  kind: "openai" as const,
  maxConcurrent: 1,
  requestsPerMinute: 1,
  timeoutSeconds: 1,
  archived: false,
  ...(defaultModel === undefined ? {} : { defaultModel }),
});
const state = {
  ...workspace.initial("workspace"),
  providers: { one: provider("one", "usual"), two: provider("two") },
  agents: {
    a: agent("a", "one", "own"),
    b: agent("b", "one", ""),
    c: agent("c", "one", "former", true),
    d: agent("d", "two", ""),
  },
  told: { one: [{ name: "usual", contextWindow: 5 }] },
};

Deno.test("models in use are those of agents that are there, and the provider's default", () => {
  assert.deepEqual([...usedModels(state, "one")].sort(), ["own", "usual"]);
  assert.deepEqual([...usedModels(state, "two")], []);
  assert.deepEqual([...usedModels(state, "nobody")], []);
});

Deno.test("what is told is of one model at one provider", () => {
  assert.equal(toldOf(state, "one", "usual")?.contextWindow, 5);
  assert.equal(toldOf(state, "two", "usual"), undefined);
  assert.equal(toldOf(state, "one", "own"), undefined);
  assert.deepEqual(modelOfAgent(state, "b"), { model: "usual", told: { name: "usual", contextWindow: 5 } });
  assert.deepEqual(modelOfAgent(state, "nobody"), { model: "", told: undefined });
});
