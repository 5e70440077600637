/** Whether panels were worth it, added up. */
import assert from "node:assert/strict";
import { worthOf } from "../../../projections/comparisons/worth.ts";

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
  assert.deepEqual(worthOf(all.slice(0, 2)), {
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
  assert.equal(worthOf([]), null);
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
