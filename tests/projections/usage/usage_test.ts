/** Tokens and money: known, free and unknown are three different things (P16). */
import assert from "node:assert/strict";
import type { DataOf, Usage } from "../../../events/catalog/conversation.ts";
import { costOf } from "../../../projections/usage/prices.ts";
import { totalUsage, turnUsages } from "../../../projections/usage/usage.ts";
import { usageBy } from "./usage_by.ts";
import { History } from "../../history.ts";

const used = (input: number, output: number, more: Partial<Usage> = {}): Usage => ({
  input,
  cacheRead: 0,
  cacheWrite: 0,
  output,
  reasoning: 0,
  ...more,
});
const MILLION = 1_000_000;

/** A turn's call of its provider. */
function call(
  history: History,
  turnId: string,
  provider: DataOf<"ProviderCalled">["provider"],
  model: string,
): History {
  return history.add("ProviderCalled", {
    turnId,
    attempt: 1,
    round: 1,
    providerId: "p1",
    provider,
    model,
    renderer: "openai/1",
    hash: "salted" as const,
    sha256: "a".repeat(64),
    shellBlob: "a".repeat(64),
  });
}

/** Ann asks, `name` answers with `model` of `provider`. */
function answer(
  history: History,
  name: string,
  id: string,
  provider: DataOf<"ProviderCalled">["provider"],
  model: string,
  usage: Usage | null,
): History {
  const turnId = `t_${id}`;
  const asked = history.posted(id, "Why?").requested(name, id, { turnId }).claimed(turnId);
  return call(asked, turnId, provider, model).completed(turnId, "Because.", { model, usage });
}

const begun = () => new History().started().joined("Ada", "Critic");

// Shows P16.
Deno.test("a listed model has its price, under its dated names too", () => {
  assert.equal(costOf(used(MILLION, MILLION), "gpt-4o-mini"), 0.75);
  assert.equal(costOf(used(MILLION, 0), "gpt-4o-2024-08-06"), 2.5);
  assert.equal(costOf(used(MILLION, 0), "gpt-4o-2024-05-13"), 5);
  const cached = used(MILLION, MILLION, { cacheRead: MILLION, cacheWrite: MILLION });
  assert.equal(costOf(cached, "claude-opus-4-5-20251101"), 5 + 0.5 + 6.25 + 25);
});

// Shows P16.
Deno.test("an unknown model costs unknown, never 0", () => {
  for (const model of ["llama-9", "gpt-4o-audio-preview", "", "constructor"]) {
    assert.equal(costOf(used(1, 1), model), null, model);
  }
});

// Shows P16.
Deno.test("a long prompt has its own price where one request made it, and an unknown one otherwise", () => {
  const long = used(200_000, 0);
  assert.equal(costOf(long, "claude-haiku-5-5"), 0.1);
  assert.equal(costOf(long, "claude-haiku-5-5", {}, 2), null);
  assert.equal(costOf(used(300_000, 0), "gpt-5.4"), null);
});

// Shows P16.
Deno.test("what a cache keeps for an hour costs twice the input, what it keeps for minutes a quarter more", () => {
  const wrote = { ...used(0, 0), cacheWrite: 1_000_000 };
  assert.equal(costOf(wrote, "claude-opus-5"), 6.25);
  assert.equal(costOf({ ...wrote, cacheWriteHour: 1_000_000 }, "claude-opus-5"), 10);
});

// Shows P16.
Deno.test("what a maker searches costs by the thousand, and unknown where nobody knows its price", () => {
  const searched = used(0, 0, { searches: 3 });
  assert.equal(costOf(searched, "claude-opus-5"), 0.03);
  assert.equal(costOf({ ...searched, input: MILLION }, "gpt-5-2025-08-07"), 1.25 + 0.03);
  assert.equal(costOf(searched, "llama-9", { "llama-9": { input: 1, output: 1 } }), null);
  assert.equal(costOf(used(0, 0), "llama-9", { "llama-9": { input: 1, output: 1 } }), 0);
});

// Shows P16.
Deno.test("the workspace's own prices come first; what they leave out costs as input", () => {
  const prices = { "gpt-4o": { input: 1, output: 2 }, "llama-9": { input: 0, output: 0 } };
  assert.equal(costOf(used(MILLION, MILLION, { cacheRead: MILLION }), "gpt-4o", prices), 4);
  assert.equal(costOf(used(5, 5), "llama-9", prices), 0);
});

// Shows P16.
Deno.test("a mock costs 0 whatever its model is called, a silent provider unknown", () => {
  const history = answer(begun(), "Ada", "m1", "mock", "echo", used(9, 9));
  assert.equal(turnUsages(history.state())[0]?.usd, 0);
  answer(history, "Ada", "m2", "openai", "gpt-4o", null);
  assert.equal(turnUsages(history.state())[1]?.usd, null);
});

// Shows P16.
Deno.test("totals by agent, model and day; one unknown cost makes the sum unknown", () => {
  const history = answer(begun(), "Ada", "m1", "openai", "gpt-4o-mini", used(MILLION, 0, { reasoning: 3 }));
  answer(history, "Critic", "m2", "anthropic", "claude-haiku-4-5", used(0, MILLION, { estimated: true }));
  const turns = turnUsages(history.state());
  assert.deepEqual(turns[0], {
    conversationId: "conv_1",
    turnId: "t_m1",
    messageId: "m_t_m1",
    agentId: "a_Ada",
    agentName: "Ada",
    model: "gpt-4o-mini",
    day: "2026-01-01",
    usage: used(MILLION, 0, { reasoning: 3 }),
    usd: 0.15,
  });
  assert.deepEqual(totalUsage(turns), {
    turns: 2,
    input: MILLION,
    cacheRead: 0,
    cacheWrite: 0,
    output: MILLION,
    reasoning: 3,
    searches: 0,
    usd: 5.15,
    knownUsd: 5.15,
    estimated: true,
  });
  assert.deepEqual(usageBy(turns, "agentName").map(({ key, total }) => [key, total.usd]), [
    ["Ada", 0.15],
    ["Critic", 5],
  ]);
  assert.deepEqual(usageBy(turns, "day").map(({ key, total }) => [key, total.turns]), [["2026-01-01", 2]]);
  answer(history, "Ada", "m3", "openai", "llama-9", used(1, 1));
  const total = totalUsage(turnUsages(history.state()));
  assert.deepEqual([total.usd, total.knownUsd], [null, 5.15]);
});

// Shows P16.
Deno.test("usage can be asked of some days; what called nobody or has not ended is not in it", () => {
  const history = answer(begun(), "Ada", "m1", "mock", "echo", used(1, 1)).requested("Critic", "m1")
    .add("TurnCancelled", { turnId: "t_Critic", why: "stopped" });
  history.requested("Ada", "m1", { turnId: "t_open" });
  call(history.claimed("t_open"), "t_open", "mock", "echo");
  assert.equal(history.state().turns["t_open"]?.calls, 1, "it runs and has called already");
  assert.deepEqual(turnUsages(history.state()).map(({ turnId }) => turnId), ["t_m1"]);
  assert.equal(turnUsages(history.state(), { from: "2026-01-01", to: "2026-01-01" }).length, 1);
  assert.equal(turnUsages(history.state(), { from: "2026-01-02" }).length, 0);
  assert.equal(turnUsages(history.state(), { to: "2025-12-31" }).length, 0);
});
