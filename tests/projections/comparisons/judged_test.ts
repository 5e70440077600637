/** What was judged, as the settings keep it: so many, once each, and the same whenever words are gone. */
import assert from "node:assert/strict";
import { SYSTEM, WORKSPACE } from "../../../events/catalog/envelope.ts";
import { JUDGED_COMPARISONS } from "../../../events/catalog/limits.ts";
import { judgedComparisons } from "../../../projections/comparisons/judged.ts";

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
