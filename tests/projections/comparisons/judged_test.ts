/** What was judged, as the settings keep it: so many, once each, and the same whenever words are gone. */
import assert from "node:assert/strict";
import { SYSTEM, WORKSPACE } from "../../../events/catalog/envelope.ts";
import { JUDGED_COMPARISONS, JUDGED_PANELS } from "../../../events/catalog/limits.ts";
import { judgedComparisons, judgedPanels } from "../../../projections/comparisons/judged.ts";
import { workspace } from "../../../projections/workspace.ts";

const AT = "2026-01-31T23:30:00.000Z";
const seated = ["a", "b"].map((agentId) => ({ agentId, agentVersion: 1, model: "m" }));
const words = { label: "bread", criteria: ["short"] };

/** Folds these; `gone` of them without their words, as they are read once these left the log. */
function folded(events: readonly { type: string; data: object }[], gone: ReadonlySet<number> = new Set()) {
  let state = judgedComparisons.initial(WORKSPACE);
  events.forEach(({ type, data }, at) => {
    const seq = at + 1;
    const { label: _, criteria: __, ...bare } = data as typeof words;
    state = judgedComparisons.evolve(
      state,
      {
        ...{ id: `e${seq}/0`, type, v: 1, at: AT, by: SYSTEM, seq, stream: WORKSPACE },
        ...(gone.has(seq) ? { data: bare, erased: true } : { data }),
      } as never,
    );
  });
  return state;
}

const judged = (n: number) => ({
  type: "ComparisonJudged",
  data: { id: `comparison_${n}`, conversationId: "c", begun: 1, ...words, seated, votes: [{ best: 0 }] },
});
const erasure = (n: number) => ({ type: "JudgementErased", data: { id: `comparison_${n}`, seqs: [n] } });

Deno.test("of what was judged the newest are kept, each once, with the event that holds it", () => {
  const events = Array.from({ length: JUDGED_COMPARISONS + 1 }, (_, n) => judged(n + 1));
  const all = folded(events);
  assert.deepEqual([all.length, all[0]?.id, all[0]?.seq], [JUDGED_COMPARISONS, "comparison_2", 2]);
  assert.equal(folded(events.slice(0, -1)).length, JUDGED_COMPARISONS);
  assert.deepEqual(folded([judged(1), judged(1)]).map(({ seq }) => seq), [2]);
});

Deno.test("what is erased has no words, and it makes no difference whether it was read before or after", () => {
  const events = [...Array.from({ length: JUDGED_COMPARISONS }, (_, n) => judged(n + 1)), erasure(5)];
  events.push(judged(events.length + 1));
  const before = folded(events);
  assert.deepEqual(before, folded(events, new Set([5])));
  const gone = before.filter(({ erased }) => erased);
  assert.deepEqual(gone.map(({ id, label, criteria }) => [id, label, criteria]), [[
    "comparison_5",
    undefined,
    undefined,
  ]]);
});

Deno.test("of panels that were judged the newest are kept, each once; the settings, which every page is sent, have none of it", () => {
  const used = { tokens: 900, usd: null, ms: 4_000 };
  const votes = { won: 1, lost: 0, tied: 0, none: 0 };
  const told = (...numbers: readonly number[]) => {
    let panels = judgedPanels.initial(WORKSPACE);
    const settings = workspace.initial(WORKSPACE);
    numbers.forEach((n, at) => {
      const data = { id: `comparison_${n}`, conversationId: "c", votes, panel: used, alone: used };
      const seq = at + 1;
      const event = { ...{ id: `e${seq}/0`, type: "PanelJudged", v: 1, at: AT, by: SYSTEM, seq }, data };
      panels = judgedPanels.evolve(panels, event);
      workspace.evolve(settings, event);
    });
    assert.deepEqual(settings, { ...workspace.initial(WORKSPACE), seq: numbers.length });
    return panels.map(({ id }) => id);
  };
  const all = Array.from({ length: JUDGED_PANELS }, (_, n) => n + 1);
  assert.deepEqual([told(...all).length, told(...all)[0]], [JUDGED_PANELS, "comparison_1"]);
  assert.deepEqual([told(...all, 0).length, told(...all, 0)[0]], [JUDGED_PANELS, "comparison_2"]);
  assert.deepEqual(told(1, 2, 1), ["comparison_2", "comparison_1"]);
  const again = told(...all, 1);
  assert.deepEqual([again.length, again[0], again.at(-1)], [JUDGED_PANELS, "comparison_2", "comparison_1"]);
});
