/** Strengths are what kept implementations (choix, statsmodels, scipy) make of the same choices: `tests/statistics/rankings.py`. */
import assert from "node:assert/strict";
import { type Choice, PRIOR_SD, strengthsIn, toEnd } from "../../../projections/comparisons/strengths.ts";

interface Reference {
  readonly name: string;
  readonly places: number;
  readonly priorSd: number;
  readonly choices: readonly Choice[];
  readonly strengths: readonly number[];
  readonly deviations: readonly number[];
  readonly ties: Readonly<Record<string, number>>;
}

const reference: readonly Reference[] = JSON.parse(
  await Deno.readTextFile(new URL("../../statistics/rankings.json", import.meta.url)),
);
const strengthsOf = (...of: Parameters<typeof strengthsIn>) => toEnd(strengthsIn(...of));
const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;

/** Against the mean of all places: the strengths, and their standard deviations. */
function centered({ strengths, covariances }: ReturnType<typeof strengthsOf>) {
  const rows = covariances.map((row) => mean([...row]));
  return {
    strengths: strengths.map((one) => one - mean(strengths)),
    deviations: covariances.map((row, n) => Math.sqrt((row[n] ?? 0) - 2 * (rows[n] ?? 0) + mean(rows))),
  };
}

const near = (a: readonly number[], b: readonly number[], what: string) => {
  assert.equal(a.length, b.length);
  a.forEach((one, n) => assert.ok(Math.abs(one - (b[n] ?? NaN)) < 2e-5, `${what}: ${a} is not ${b}`));
};

for (const { name, places, priorSd, choices, ...are } of reference) {
  Deno.test(`strengths, what is not known of them, and ties are those of ${name}`, () => {
    const found = strengthsOf(choices, places, priorSd);
    const { strengths, deviations } = centered(found);
    near(strengths, are.strengths, "strengths");
    near(deviations, are.deviations, "deviations");
    assert.deepEqual([...found.ties.keys()].map(String), Object.keys(are.ties));
    near([...found.ties.values()], Object.values(are.ties), "ties");
  });
}

Deno.test("who wins a thousand times is strong and not infinitely so, and what was never compared is as unknown as before", () => {
  const won = { among: [0, 1], shares: [1, 0, 0] };
  const { strengths: [best = NaN, worst = NaN, other = NaN], covariances } = strengthsOf(
    Array.from({ length: 1_000 }, () => won),
    3,
  );
  assert.ok(best > 3 && best < 8 && Math.abs(best + worst) < 1e-9, `${best} and ${worst}`);
  assert.equal(other, 0);
  assert.ok(Math.abs((covariances[2]?.[2] ?? 0) - PRIOR_SD ** 2) < 1e-9);
  assert.ok(Math.abs(covariances[2]?.[0] ?? 1) < 1e-9);
  assert.deepEqual(strengthsOf([], 0).strengths, []);
});

Deno.test("a place that stands in a choice twice wins as often as both of its seats", () => {
  const both = { among: [0, 0, 1], shares: [0.5, 0.5, 0, 0] };
  const { strengths } = strengthsOf(Array.from({ length: 40 }, () => both), 2);
  const once = strengthsOf(Array.from({ length: 40 }, () => ({ among: [0, 1], shares: [1, 0, 0] })), 2);
  assert.ok((strengths[0] ?? 0) > 0 && (strengths[0] ?? 0) < (once.strengths[0] ?? 0), "it has two chances");
});
