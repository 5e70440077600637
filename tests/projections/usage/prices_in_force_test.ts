import assert from "node:assert/strict";
import type { Agent, Price, Provider } from "../../../events/catalog/workspace.ts";
import { workspace, type WorkspaceState } from "../../../projections/workspace.ts";
import { pricesInForce } from "../../../projections/usage/prices_in_force.ts";
import { costOf } from "../../../projections/usage/prices.ts";

const price = (input: number): Price => ({ input, output: input });
const provider = (id: string, archived = false): Provider & { archived: boolean } => ({
  id,
  name: id,
  kind: "openai",
  maxConcurrent: 1,
  requestsPerMinute: 1,
  timeoutSeconds: 1,
  archived,
});
const agent = (number: number, providerId: string, model: string): Agent & { archived: boolean } => ({
  id: `a${number}`,
  number,
  version: 1,
  name: `A${number}`,
  color: 1,
  providerId,
  model,
  systemPrompt: "",
  params: {},
  tools: [],
  archived: false,
});
const byId = <T extends { id: string }>(...all: T[]) => Object.fromEntries(all.map((one) => [one.id, one]));
const state = (more: Partial<WorkspaceState>): WorkspaceState => ({
  ...workspace.initial("workspace"),
  providers: byId(provider("one"), provider("two"), provider("gone", true)),
  ...more,
});

Deno.test("what a person set comes first, then what a server says, then the dated list", () => {
  const said = state({
    told: { one: [{ name: "gpt-5", price: price(3) }, { name: "new", price: price(4) }] },
  });
  assert.deepEqual(pricesInForce(said), { "gpt-5": price(3), new: price(4) });
  const own = { prices: { "gpt-5": price(9) } };
  assert.deepEqual(pricesInForce({ ...said, settings: own }), { "gpt-5": price(9), new: price(4) });
  assert.deepEqual(pricesInForce(state({ told: { one: [{ name: "new", contextWindow: 5 }] } })), {});
});

Deno.test("where servers say different prices the dearer counts, and of one that is gone nothing", () => {
  const told = {
    one: [{ name: "m", price: price(1) }],
    two: [{ name: "m", price: price(2) }],
    gone: [{ name: "m", price: price(3) }],
  };
  assert.deepEqual(pricesInForce(state({ told })), { m: price(2) });
});

Deno.test("a server that calls a model free makes it not free where another, which says no price, has it", () => {
  const told = { one: [{ name: "gpt-5", price: price(0) }] };
  const agents = byId(agent(1, "one", "gpt-5"));
  assert.deepEqual(pricesInForce(state({ told, agents })), { "gpt-5": price(0) });
  const both = byId(agent(1, "one", "gpt-5"), agent(2, "two", "gpt-5"));
  assert.equal(pricesInForce(state({ told, agents: both }))["gpt-5"]?.output, 10);
  const elsewhere = byId({ ...agent(2, "two", "gpt-5"), archived: true });
  assert.deepEqual(pricesInForce(state({ told, agents: elsewhere })), { "gpt-5": price(0) });
});

Deno.test("a server that says what the dated list says leaves the list to say what long prompts cost", () => {
  const told = { one: [{ name: "gpt-5.5", price: { input: 5, output: 30 } }] };
  const prices = pricesInForce(state({ told }));
  const usage = { input: 300_000, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };
  assert.equal(costOf(usage, "gpt-5.5", prices), null);
});
