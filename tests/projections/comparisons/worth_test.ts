/** Whether panels were worth it, added up; and how many of them are kept. */
import assert from "node:assert/strict";
import { JUDGED_PANELS } from "../../../events/catalog/limits.ts";
import { SYSTEM, WORKSPACE } from "../../../events/catalog/envelope.ts";
import { worthOf } from "../../../projections/comparisons/worth.ts";
import { workspace } from "../../../projections/workspace.ts";

const NONE = { won: 0, lost: 0, tied: 0, none: 0 };
const judged = (formatId: string, votes: Partial<typeof NONE>, usd: number | null = 0.5) => ({
  id: `comparison_${formatId}`,
  conversationId: "conversation_1",
  at: "2026-01-31T23:30:00.000Z",
  formatId,
  votes: { ...NONE, ...votes },
  panel: { tokens: 900, usd, ms: 4_000 },
  alone: { tokens: 100, usd: 0.125, ms: 1_000 },
});

Deno.test("votes are added up, what a panel used more is told for one panel on the average, and no price is guessed", () => {
  const all = [
    judged("council", { won: 2 }),
    judged("council", { lost: 1, tied: 1 }),
    judged("debate", { none: 1 }, null),
  ];
  assert.deepEqual(worthOf(all, "council"), {
    panels: 2,
    won: 2,
    lost: 1,
    tied: 1,
    none: 0,
    tokens: 800,
    usd: 0.375,
    ms: 3_000,
    judges: { panels: 0, won: 0, lost: 0, tied: 0, none: 0, open: 0 },
  });
  assert.deepEqual([worthOf(all)?.panels, worthOf(all)?.none, worthOf(all)?.usd], [3, 1, null]);
  assert.equal(worthOf(all, "delphi"), null);
});

Deno.test("what agents found that judged, too, is added up apart: people’s votes are what they are without it", () => {
  const judge = (found: "won" | "lost" | "tied" | "none" | "open") => ({
    ...judged("council", { lost: 1 }),
    judge: { agentId: "agent_1", agentVersion: 1, model: "m", found },
  });
  const all = [judge("won"), judge("won"), judge("lost"), judge("tied"), judge("none"), judge("open")];
  const worth = worthOf([...all, judged("council", { lost: 1 })]);
  assert.deepEqual([worth?.panels, worth?.won, worth?.lost, worth?.tied, worth?.none], [7, 0, 7, 0, 0]);
  assert.deepEqual(worth?.judges, { panels: 6, won: 2, lost: 1, tied: 1, none: 1, open: 1 });
});

Deno.test("one judged panel is kept once, and the oldest of many goes", () => {
  const state = workspace.initial(WORKSPACE);
  const { at, ...data } = judged("council", { won: 1 });
  const tell = (id: string, seq: number) =>
    workspace.evolve(state, {
      id: `j${seq}/0`,
      type: "PanelJudged",
      v: 1,
      at,
      by: SYSTEM,
      seq,
      stream: WORKSPACE,
      data: { ...data, id },
    } as never);
  for (let n = 1; n <= JUDGED_PANELS; n++) tell(`comparison_${n}`, n);
  tell("comparison_1", JUDGED_PANELS + 1);
  assert.deepEqual([state.judgedPanels.length, state.judgedPanels.at(-1)?.id], [
    JUDGED_PANELS,
    "comparison_1",
  ]);
  assert.equal(new Set(state.judgedPanels.map(({ id }) => id)).size, JUDGED_PANELS);
  assert.equal(state.judgedPanels[0]?.id, "comparison_2");
  tell("comparison_2", JUDGED_PANELS + 2);
  assert.deepEqual(state.judgedPanels.map(({ id }) => id).slice(-2), ["comparison_1", "comparison_2"]);
  tell("comparison_1", JUDGED_PANELS + 3);
  assert.equal(state.judgedPanels.length, JUDGED_PANELS);
  tell("comparison_new", JUDGED_PANELS + 4);
  assert.deepEqual([state.judgedPanels.length, state.judgedPanels[0]?.id], [JUDGED_PANELS, "comparison_4"]);
});
