/** Rankings: what counts in them, who was compared with whom, and what is said to be known. */
import assert from "node:assert/strict";
import type { Best } from "../../../events/catalog/comparisons.ts";
import { COMPARISON_SEATS, JUDGED_COMPARISONS, RANKED } from "../../../events/catalog/limits.ts";
import {
  judgedOf,
  labelsOf,
  type Ranking,
  rankingIn,
  rankingOf,
  toldApart,
} from "../../../projections/comparisons/ranking.ts";
import type { JudgedComparison as Judged } from "../../../projections/shapes/comparison_folds.ts";
import { inPieces } from "../../../actors/runtime/yield_loop.ts";
import { SeededRandom } from "../../sim/random.ts";

let made = 0;

/** Agents by letters; each has a model of its own, but for those that are named with one: `a:large`. */
function judged(agents: string, bests: readonly (Best | Best[])[], more: Partial<Judged> = {}): Judged {
  const n = ++made;
  return {
    id: `comparison_${n}`,
    conversationId: "conversation_1",
    begun: 1,
    seq: n,
    at: "2026-01-31T23:30:00.000Z",
    label: "bread",
    seated: agents.split(" ").map((one) => {
      const [agentId = "", model = `model-${agentId}`] = one.split(":");
      return { agentId, agentVersion: 1, model };
    }),
    votes: bests.map((best) =>
      Array.isArray(best) ? { best: best[0] ?? "none", criteria: best.slice(1) } : { best }
    ),
    ...more,
  };
}

const AGENTS = { label: "bread", of: "agents" } as const;
const idsOf = ({ groups }: Ranking) => groups.map((group) => group.map(({ id }) => id).join(""));

Deno.test("a ranking is of one label, and what has none is one by itself", () => {
  const all = [
    judged("a b", [0]),
    judged("a b", [1], { label: "letters", criteria: ["short"] }),
    { ...judged("a b", [1, 1]), label: undefined } as unknown as Judged,
  ].map(({ label, ...one }) => (label === undefined ? one : { ...one, label }) as Judged);
  assert.deepEqual(idsOf(rankingOf(all, AGENTS)), ["ab"]);
  assert.deepEqual(idsOf(rankingOf(all, { label: "letters", of: "agents" })), ["ba"]);
  assert.equal(rankingOf(all, { of: "agents" }).votes, 2);
  assert.deepEqual(labelsOf(all), [
    { label: null, comparisons: 1, votes: 2, criteria: [] },
    { label: "letters", comparisons: 1, votes: 1, criteria: ["short"] },
    { label: "bread", comparisons: 1, votes: 1, criteria: [] },
  ]);
});

Deno.test("what is erased counts in no ranking, and is in no list", () => {
  const all = [judged("a b", [0]), judged("a b", [1], { erased: true })];
  const { comparisons, groups } = rankingOf(all, AGENTS);
  assert.deepEqual([comparisons, groups[0]?.[0]?.id], [1, "a"]);
  assert.deepEqual([judgedOf(all, "bread").length, labelsOf(all)[0]?.comparisons], [1, 1]);
});

Deno.test("the newest judgement stands first in the list", () => {
  const all = [judged("a b", [0]), judged("a b", [1])];
  assert.deepEqual(judgedOf(all, "bread").map(({ id }) => id), [all[1]?.id, all[0]?.id]);
});

Deno.test("none says nothing of who is better, and is counted; ties bring nobody forward", () => {
  const told = rankingOf([judged("a b", ["none", 0, "tie"]), judged("a b", ["none"])], AGENTS);
  assert.deepEqual([told.comparisons, told.votes, told.tied, told.none, told.silent], [1, 2, 1, 2, 0]);
  assert.deepEqual(told.groups[0]?.map(({ won }) => won), [1, 0]);
  const [a, b] = rankingOf([judged("a b", ["tie"]), judged("b a", ["tie"])], AGENTS).groups[0] ?? [];
  assert.ok(Math.abs(a?.strength ?? 1) < 1e-9 && Math.abs(b?.strength ?? 1) < 1e-9);
});

Deno.test("a comparison counts once, however many judged the same answers", () => {
  const one = rankingOf([judged("a b", [0])], AGENTS);
  const many = rankingOf([judged("a b", [0, 0, 0, 0, 0, 0, 0, 0])], AGENTS);
  assert.equal(many.votes, 8);
  assert.deepEqual(
    many.groups[0]?.map(({ low, high }) => [low.toFixed(9), high.toFixed(9)]),
    one.groups[0]?.map(({ low, high }) => [low.toFixed(9), high.toFixed(9)]),
  );
});

Deno.test("one judgement tells two hardly apart, twenty of the same do", () => {
  const apart = (times: number) => {
    const [a, b] = rankingOf(Array.from({ length: times }, () => judged("a b", [0])), AGENTS).groups[0] ?? [];
    assert.ok(a && b && Number.isFinite(a.high) && a.low < a.strength && a.strength < a.high);
    assert.equal(toldApart(a, b), toldApart(b, a));
    assert.equal(toldApart(a, b), a.low > b.high);
    return toldApart(a, b);
  };
  assert.deepEqual([1, 2, 3, 4, 20].map(apart), [false, false, false, false, true]);
});

Deno.test("between those who were never compared, not by way of others either, nothing is said", () => {
  const all = [judged("a b", [0]), judged("c d", [1]), judged("b e", [0])];
  assert.deepEqual(idsOf(rankingOf(all, AGENTS)).map((ids) => [...ids].sort().join("")), ["abe", "cd"]);
  const [first, second] = rankingOf(all, AGENTS).groups.map((group) =>
    group.reduce((sum, { strength }) => sum + strength, 0)
  );
  assert.ok(Math.abs(first ?? 1) < 1e-9 && Math.abs(second ?? 1) < 1e-9, "each against its own mean");
  assert.deepEqual(idsOf(rankingOf([...all, judged("a c", ["tie"])], AGENTS)).length, 1);
});

Deno.test("who did not answer was not compared, and of one answer alone nothing is learned", () => {
  const gap = judged("a b c", [0]);
  const without = (seat: number) => ({
    ...gap,
    seated: gap.seated.map((one, at) => at === seat ? { ...one, gap: true as const } : one),
  });
  assert.deepEqual(idsOf(rankingOf([without(2)], AGENTS)), ["ab"]);
  const alone = { ...judged("a b", [0]), seated: [{ ...gap.seated[0], gap: true }, gap.seated[1]] } as Judged;
  const { comparisons, groups, silent } = rankingOf([alone], AGENTS);
  assert.deepEqual([comparisons, groups, silent], [0, [], 1]);
});

Deno.test("a model is ranked by its name, whoever has it; two agents of one model say nothing of it", () => {
  const models = { label: "bread", of: "models" } as const;
  const all = [judged("a:large b:small", [0]), judged("c:large d:small", [0])];
  assert.deepEqual(rankingOf(all, models).groups.map((group) => group.map(({ id }) => id)), [[
    "large",
    "small",
  ]]);
  assert.deepEqual(idsOf(rankingOf(all, AGENTS)).length, 2);
  assert.equal(rankingOf([judged("a:large b:large", [0])], models).comparisons, 0);
  const [first] = rankingOf([judged("a:large b:large c:small", [1])], models).groups[0] ?? [];
  assert.deepEqual([first?.id, first?.won], ["large", 1]);
});

Deno.test("by a criterion counts what was judged by it, and nothing else", () => {
  const criteria = { criteria: ["clear", "short"] };
  const all = [judged("a b", [[0, 0, 1]], criteria), judged("a b", [0], criteria), judged("a b", [0])];
  const short = rankingOf(all, { ...AGENTS, criterion: "short" });
  assert.deepEqual([idsOf(short), short.votes, short.silent], [["ba"], 1, 2]);
  assert.equal(rankingOf(all, { ...AGENTS, criterion: "long" }).votes, 0);
});

/** As many comparisons as are kept, of as many agents as are ranked and some more, each judged by fifty. */
function atBound(): Judged[] {
  const random = new SeededRandom(5);
  const names = Array.from({ length: RANKED + 20 }, (_, n) => `agent_${n}`);
  return Array.from({ length: JUDGED_COMPARISONS }, (_, n) => {
    const from = n % 4 === 0 ? names : names.slice(0, RANKED);
    const start = Math.floor(random.next() * from.length);
    const seats = Array.from(
      { length: COMPARISON_SEATS.max },
      (_, at) => from[(start + at * 7) % from.length],
    );
    return judged(seats.join(" "), Array.from({ length: 50 }, () => Math.floor(random.next() * 9) % 8));
  });
}

Deno.test("at the bound those are ranked that were compared most often, the others are told, and all of it is finite", () => {
  const all = atBound();
  const { groups, leftOut } = rankingOf(all, AGENTS);
  const ranked = groups.flat();
  assert.deepEqual([ranked.length, leftOut], [RANKED, 20]);
  assert.ok(ranked.every(({ low, strength, high }) => low < strength && strength < high && high - low < 50));
  assert.ok(ranked.filter(({ id }) => Number(id.slice(6)) < RANKED).length >= RANKED - 5);
});

Deno.test("at the bound it is calculated in pieces: of some comparisons each, and by each of Newton's steps", async () => {
  const all = atBound();
  let [rests, read, most] = [0, 0, 0];
  const watched = all.map((one) => ({
    ...one,
    get seated() {
      read++;
      return one.seated;
    },
  }));
  const told = await inPieces(rankingIn(watched, AGENTS), () => {
    rests++;
    most = Math.max(most, read);
    read = 0;
    return Promise.resolve();
  });
  assert.deepEqual(told, rankingOf(all, AGENTS));
  assert.ok(most <= JUDGED_COMPARISONS / 7, `${most} comparisons in a row`);
  // All are looked at twice, for some are left out.
  assert.ok(rests >= 2 * 7 + 4, `${rests} rests`);
});
