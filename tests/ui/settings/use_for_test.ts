import assert from "node:assert/strict";
import { workspace } from "../../../projections/workspace.ts";
import { changesOf, estimate, firstUses, pricesWith, switched } from "../../../ui/settings/use_for.ts";

const provider = (id: string, kind: "mock" | "openai", archived = false) => ({
  id,
  name: id,
  kind,
  maxConcurrent: 1,
  requestsPerMinute: 1,
  timeoutSeconds: 1,
  archived,
});
const agent = (number: number, providerId: string, model = "m", archived = false) => ({
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
  archived,
});
const byId = <T extends { id: string }>(all: T[]) => Object.fromEntries(all.map((one) => [one.id, one]));
const state = {
  ...workspace.initial("workspace"),
  providers: byId([
    provider("practice", "mock"),
    provider("real", "openai"),
    provider("old", "openai", true),
  ]),
  agents: byId([
    agent(3, "old"),
    agent(1, "practice"),
    agent(2, "real", "gpt"),
    agent(4, "practice", "m", true),
    agent(5, "nowhere"),
  ]),
};

Deno.test("who answers from practice or from a provider that is gone is put in first, who has a real one is not", () => {
  assert.deepEqual(firstUses(state, { kind: "openai" }), { a1: "", a3: "", a5: "" });
  assert.deepEqual(firstUses(state, { kind: "mock" }), {}, "nobody is taken back to practice");
});

Deno.test("an agent is put in and taken out again, the others stay as they are", () => {
  const uses = { a1: "big" };
  assert.deepEqual(switched(uses, "a2", true), { a1: "big", a2: "" });
  assert.deepEqual(switched(uses, "a1", false), {});
  assert.deepEqual(uses, { a1: "big" });
});

Deno.test("only what has to change is changed: each with its own model or the one for all", () => {
  assert.deepEqual(changesOf(state, { a1: "", a2: "", a3: "small" }, "real", "gpt"), [
    { id: "a1", fields: { providerId: "real", model: "gpt" } },
    { id: "a3", fields: { providerId: "real", model: "small" } },
  ]);
});

Deno.test("what a server says counts, and what a person set before it", () => {
  const price = { input: 1, output: 2 };
  const own = { input: 3, output: 4 };
  const models = [{ name: "new", price }, { name: "gpt-5", price }, { name: "bare" }];
  assert.deepEqual(pricesWith(models, { "gpt-5": own }), { new: price, "gpt-5": own });
});

Deno.test("what a question costs is the sum over the agents; one unknown price makes it unknown, and says whose", () => {
  const prices = { big: { input: 10, output: 100 }, small: { input: 0, output: 0 } };
  assert.deepEqual(estimate({}, "big", prices), { usd: 0 });
  const one = estimate({ a: "" }, "big", prices);
  assert.ok("usd" in one);
  assert.ok(one.usd > 0.07 && one.usd < 0.08, String(one.usd));
  assert.deepEqual(estimate({ a: "", b: "small" }, "big", prices), one);
  assert.deepEqual(estimate({ a: "", b: "" }, "big", prices), { usd: one.usd * 2 });
  assert.deepEqual(estimate({ a: "", b: "nobody's" }, "big", prices), { unknown: "nobody's" });
});
