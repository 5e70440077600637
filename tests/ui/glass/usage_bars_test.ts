/** What was used, as bars. */
import assert from "node:assert/strict";
import type { UsageAnswer } from "../../../server/contract/insights.ts";
import { byTokens, dayBars, daysBefore } from "../../../ui/glass/usage_bars.ts";

const row = (key: string, output: number): UsageAnswer["byDay"][number] => ({
  key,
  turns: 1,
  input: 1,
  cacheRead: 1,
  cacheWrite: 1,
  output,
  reasoning: 0,
  searches: 0,
  estimated: false,
  usd: 0,
  knownUsd: 0,
  cost: 0,
});
const turn = (day: string, agentName: string, output: number): NonNullable<UsageAnswer["turns"]>[number] => ({
  conversationId: "c",
  turnId: "t",
  messageId: "m",
  agentId: "a",
  agentName,
  model: "m",
  day,
  usage: { input: 0, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 },
  usd: 0,
  cost: 0,
});

Deno.test("days stand without a gap up to the newest, a week at least and two at most", () => {
  const bars = dayBars({ byDay: [row("2026-02-27", 7), row("2026-03-02", 17)] });
  assert.deepEqual(bars.map(({ day, tokens }) => `${day} ${tokens}`), [
    "2026-02-24 0",
    "2026-02-25 0",
    "2026-02-26 0",
    "2026-02-27 10",
    "2026-02-28 0",
    "2026-03-01 0",
    "2026-03-02 20",
  ]);
  const byDay = [row("2025-12-31", 1), row("2026-02-01", 1), row("2026-02-10", 1)];
  const many = dayBars({ byDay });
  assert.deepEqual([many.length, many[0]?.day, daysBefore(many, byDay)], [14, "2026-01-28", 1]);
  assert.deepEqual(dayBars({ byDay: [] }), []);
});

Deno.test("a day's bar is made of its agents where they are told, the most used first", () => {
  const turns = [turn("2026-03-02", "Ada", 1), turn("2026-03-02", "Ben", 5), turn("2026-03-02", "Ada", 2)];
  const day = dayBars({ byDay: [row("2026-03-02", 8)], turns }).at(-1);
  assert.deepEqual(day?.pieces, [{ agent: "Ben", tokens: 5 }, { agent: "Ada", tokens: 3 }]);
  assert.deepEqual(dayBars({ byDay: [row("2026-03-02", 8)] }).at(-1)?.pieces, [{ agent: "", tokens: 11 }]);
});

Deno.test("agents are told by how much they used", () => {
  assert.deepEqual(byTokens([row("a", 1), row("b", 9), row("c", 4)]).map(({ key }) => key), ["b", "c", "a"]);
});
