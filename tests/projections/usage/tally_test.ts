/** Usage added up event by event is what is counted turn by turn, wherever the adding was left and gone on with. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Usage } from "../../../events/catalog/conversation.ts";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import type { UsageTotal } from "../../../projections/shapes/views.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import { LONG_PROMPTS } from "../../../projections/usage/prices.ts";
import {
  cellsBy,
  modelOf,
  totalOfCells,
  type UsageCell,
  usageTally,
} from "../../../projections/usage/tally.ts";
import { totalUsage, turnUsages } from "../../../projections/usage/usage.ts";
import { usageBy } from "./usage_by.ts";
import { arbitrarySteps, walk } from "../../arbitrary_history.ts";

/** Sums of dollars are added in another order. */
const rounded = (total: UsageTotal) => ({
  ...total,
  usd: total.usd === null ? null : Number(total.usd.toFixed(9)),
  knownUsd: Number(total.knownUsd.toFixed(9)),
});

/** The cells of a history, with the state kept as JSON after every `every` events. */
function tallied(events: readonly AnyEvent[], every: number): UsageCell[] {
  let kept: unknown = null;
  const cells: UsageCell[] = [];
  for (let at = 0; at < events.length; at += every) {
    const fold = usageTally.begin(kept);
    for (const event of events.slice(at, at + every)) cells.push(...fold.add(event));
    kept = JSON.parse(JSON.stringify(fold.state()));
  }
  return cells;
}

function same(events: readonly AnyEvent[], every: number): number {
  const turns = turnUsages(foldAll(conversation, conversation.initial("c"), events));
  const cells = tallied(events, every);
  assert.deepEqual(rounded(totalOfCells(cells)), rounded(totalUsage(turns)));
  const rows = (found: readonly { key: string; total: UsageTotal }[]) =>
    found.map(({ key, total }) => [key, rounded(total)] as const).sort(([a], [b]) => a < b ? -1 : 1);
  for (
    const [key, of] of [["agentName", (cell: UsageCell) => cell.who], ["model", modelOf], [
      "day",
      ({ day }: UsageCell) => day,
    ]] as const
  ) assert.deepEqual(rows(cellsBy(cells, of)), rows(usageBy(turns, key)), key);
  return turns.length;
}

const said: Usage = { input: 10, cacheRead: 3, cacheWrite: 2, output: 7, reasoning: 1 };
const event = (
  seq: number,
  type: string,
  data: unknown,
  at = `2026-01-0${1 + seq % 3}T12:00:00.000Z`,
): AnyEvent => ({
  id: `c/${seq}`,
  seq,
  type,
  v: 1,
  at,
  by: { kind: "system", id: "fishbowl", name: "Fishbowl" },
  data,
});

/** One turn that ends so, of a model, with so many calls. */
function turn(
  { model = "gpt-5.4", usage = said as Usage | null, calls = 1, provider = "openai", end = "TurnCompleted" },
): AnyEvent[] {
  const called = { turnId: "t", provider, model };
  const ended = end === "TurnCancelled" ? { turnId: "t", why: "stopped", partial: "" } : {
    turnId: "t",
    attempt: 1,
    content: "",
    usage,
    model,
    toolsUsed: [],
    timing: { firstTextMs: 1, totalMs: 1 },
  };
  return [
    ["ConversationStarted", { title: "", mode: "parallel", settings: {} }],
    ["ParticipantAdded", {
      participantId: "p",
      agentId: "a",
      agentVersion: 1,
      number: 1,
      name: "Ada",
      color: 1,
      model,
    }],
    ["TurnRequested", {
      turnId: "t",
      participantId: "p",
      messageId: "m",
      mode: "parallel",
      reason: {},
      through: 1,
    }],
    ["TurnStarted", { turnId: "t", attempt: 1, owner: "x", agentVersion: 1, context: {} }],
    ...Array.from({ length: calls }, () => ["ProviderCalled", called]),
    ["ParticipantRemoved", { participantId: "p" }],
    [end, ended],
  ].map(([type, data], index) => event(index + 1, String(type), data));
}

// Shows P16.
Deno.test("added up event by event, usage is what is counted turn by turn, however often it was left", () => {
  let turns = 0;
  fc.assert(
    fc.property(arbitrarySteps, fc.integer({ min: 1, max: 40 }), (steps, every) => {
      turns += same(walk(steps), every);
    }),
    { numRuns: 100 },
  );
  assert.ok(turns > 10, `${turns}`);
});

Deno.test("what a judge of a run used is its own, by its name", () => {
  const events = turn({}).map((one) =>
    one.type === "ParticipantAdded" ? { ...one, type: "JudgeSeated" } : one
  );
  assert.equal(same(events, 3), 1);
  assert.deepEqual(tallied(events, 1).map(({ who }) => who), ["Ada"]);
});

// Shows P16.
Deno.test("what decides about a price tells turns apart: long prompts, several calls, nothing said, nothing to pay", () => {
  const [above = 0] = LONG_PROMPTS;
  const long = { ...said, input: above + 1 };
  for (
    const given of [
      {},
      { model: "claude-haiku-5-5" },
      { model: "claude-haiku-5-5", usage: long },
      { model: "claude-haiku-5-5", usage: { ...long, input: above - 5 } },
      { model: "claude-haiku-5-5", usage: long, calls: 2 },
      { model: "gpt-5.4", usage: { ...said, input: 272_001 } },
      { model: "gpt-5.4", usage: { ...said, input: 272_000 - 5 } },
      { model: "claude-opus-5", usage: { ...said, cacheWriteHour: 2 } },
      { model: "claude-opus-5", usage: { ...said, searches: 4 } },
      { model: "claude-opus-5", usage: { ...said, cacheWriteHour: 1, searches: 2 } },
      { model: "llama-9", usage: { ...said, searches: 2 } },
      { usage: null },
      { usage: null, provider: "mock" },
      { provider: "mock" },
      { model: "nobody-knows" },
      { usage: { ...said, estimated: true } },
      { calls: 0 },
      { end: "TurnFailed" },
      { end: "TurnFailed", usage: null },
      { end: "TurnCancelled" },
    ]
  ) {
    for (const every of [1, 3, 100]) same(turn(given), every);
  }
});

// Shows P16.
Deno.test("who was removed before being asked answers under the name it had", () => {
  const [started, joined, requested, ...rest] = turn({});
  const removed = rest.filter(({ type }) => type === "ParticipantRemoved");
  const others = rest.filter(({ type }) => type !== "ParticipantRemoved");
  const events = [started, joined, ...removed, requested, ...others].flatMap((one, index) =>
    one ? [{ ...one, seq: index + 1 }] : []
  );
  same(events, 1);
  assert.deepEqual(tallied(events, 1).map(({ who }) => who), ["Ada"]);
});

Deno.test("an id with a strange name is an id like any other", () => {
  const events = turn({}).map((one): AnyEvent =>
    JSON.parse(JSON.stringify(one).replaceAll('"p"', '"__proto__"'))
  );
  for (const every of [1, 2]) assert.deepEqual(tallied(events, every).map(({ who }) => who), ["Ada"]);
});

Deno.test("cells that are kept are told apart by these bounds; with others they have to be of another version", () => {
  assert.deepEqual([LONG_PROMPTS, usageTally.version], [[100_000, 200_000, 272_000], 1]);
});
