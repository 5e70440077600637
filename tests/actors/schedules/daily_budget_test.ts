import assert from "node:assert/strict";
import { DailyBudget, NotYet } from "../../../actors/schedules/daily_budget.ts";
import type { Cell } from "../../../events/store/types.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import type { ConversationState, Schedule } from "../../../projections/shapes/folds.ts";
import { workspace } from "../../../projections/workspace.ts";
import { oneRow } from "./given.ts";

const what = (alone: boolean) => JSON.stringify(["echo", 1, 1, 0, 0, 0, ...(alone ? [0, 0, 1] : [])]);
const cell = (tokens: number, alone: boolean): Cell => ({
  day: "2026-01-01",
  who: "Ada",
  what: what(alone),
  sums: [1, tokens, 0, 0, 0, 0],
});

function given(daily: { tokens: number; usd: number } | null, cells: readonly Cell[] | null = []) {
  const world = { at: "2026-01-01T10:00:00.000Z", cells, states: new Map<string, ConversationState>() };
  const budget = new DailyBudget({
    rows: oneRow(),
    usage: {
      keep: () => undefined,
      totals: () => Promise.resolve(world.cells && { cells: world.cells, uncounted: [] }),
      of: () => Promise.resolve(new Map()),
    },
    now: () => world.at,
    workspace: () => Promise.resolve({ ...workspace.initial("workspace"), settings: daily ? { daily } : {} }),
    conversation: (id) => Promise.resolve(world.states.get(id) ?? null),
  });
  return { budget, world };
}

const run = (name: string) => ({
  conversationId: name,
  scheduleId: "schedule_1",
  run: "2026-01-01T10:00:00.000Z",
});

/** A conversation whose schedule ran at `at`, and goes on or not. */
function running(id: string, at: string, open: boolean): ConversationState {
  const schedule = { id: "schedule_1", last: [{ at, outcome: "ran" }], running: { messageId: "m" } };
  const exchanges = open ? { m: { id: "m", mode: "parallel" as const, by: "schedule_1", turnIds: [] } } : {};
  // What is not asked for is left out.
  return { ...conversation.initial(id), schedules: [schedule as unknown as Schedule], exchanges };
}

Deno.test("what a day has is given once, whoever asks; the same run is told the same", async () => {
  const { budget, world } = given({ tokens: 1_000, usd: 1 });
  for (const name of ["a", "b"]) world.states.set(name, running(name, world.at, true));
  assert.deepEqual(await budget.promise(run("a"), 700), { tokens: 700, usd: 1 });
  assert.deepEqual(await budget.promise(run("a"), 700), { tokens: 700, usd: 1 });
  assert.deepEqual(await budget.promise(run("b"), 700), { tokens: 300, usd: 1 });
  assert.equal(await budget.promise(run("c"), 700), null);
  await budget.release(run("a"));
  assert.deepEqual(await budget.promise(run("c"), 600), { tokens: 600, usd: 1 });
});

Deno.test("what was used without a person counts, what people used does not; a new day begins anew", async () => {
  const { budget, world } = given({ tokens: 1_000, usd: 1 }, [cell(900, true), cell(5_000, false)]);
  assert.deepEqual(await budget.promise(run("a"), 700), { tokens: 100, usd: 1 });
  assert.equal((await budget.spent())?.tokens, 900);
  world.states.set("a", running("a", world.at, true));
  world.at = "2026-01-02T00:00:00.000Z";
  world.cells = [];
  assert.deepEqual(await budget.promise(run("b"), 1_000), { tokens: 1_000, usd: 1 });
});

Deno.test("a run that has ended holds nothing back, one whose process died does for some minutes", async () => {
  const { budget, world } = given({ tokens: 1_000, usd: 1 });
  world.states.set("a", running("a", "2026-01-01T09:00:00.000Z", false));
  await budget.promise(run("a"), 1_000);
  assert.equal(await budget.promise(run("b"), 1), null, "it has not begun yet");
  world.states.set("a", running("a", world.at, true));
  assert.equal(await budget.promise(run("b"), 1), null, "it goes on");
  world.states.set("a", { ...running("a", world.at, false), queue: ["m"] });
  assert.equal(await budget.promise(run("b"), 1), null, "its question waits to be answered");
  world.states.set("a", running("a", world.at, false));
  assert.ok(await budget.promise(run("b"), 1));
  const { budget: other, world: there } = given({ tokens: 1_000, usd: 1 });
  there.states.set("a", running("a", "2026-01-01T09:00:00.000Z", false));
  await other.promise(run("a"), 1_000);
  there.at = "2026-01-01T10:05:00.001Z";
  assert.ok(await other.promise(run("b"), 1), "nothing came of it");
});

Deno.test("without a word on how much nothing is given, and while nobody can tell what was used it has to wait", async () => {
  assert.equal(await given(null).budget.promise(run("a"), 1), null);
  await assert.rejects(given({ tokens: 1, usd: 1 }, null).budget.promise(run("a"), 1), NotYet);
});

Deno.test("a day that may cost nothing gives nothing, and its last token is given", async () => {
  assert.equal(await given({ tokens: 1_000, usd: 0 }).budget.promise(run("a"), 1), null);
  assert.deepEqual(await given({ tokens: 1, usd: 1 }).budget.promise(run("a"), 700), { tokens: 1, usd: 1 });
});
