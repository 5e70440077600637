/** What is measured of answers is what a kept implementation (scipy, numpy) measures: `tests/statistics/reference.py`. */
import assert from "node:assert/strict";
import {
  agreement,
  agreements,
  deviation,
  difference,
  mean,
  measured,
  MEASURED_UNITS,
} from "../../../projections/trials/measures.ts";

interface Reference {
  readonly differences: readonly {
    readonly first: readonly string[];
    readonly second: readonly string[];
    readonly within: number;
    readonly between: number;
    readonly p: number;
    readonly ways: number;
  }[];
  readonly deviations: readonly { readonly of: readonly number[]; readonly is: number }[];
}

const reference: Reference = JSON.parse(
  await Deno.readTextFile(new URL("../../statistics/reference.json", import.meta.url)),
);

function tableOf(texts: readonly string[]): number[][] {
  const rows = agreements(texts.map(measured));
  let row = rows.next();
  while (!row.done) row = rows.next();
  return row.value;
}

const near = (a: number | null, b: number) =>
  assert.ok(a !== null && Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

Deno.test("noise and difference are as scipy's permutation test has them, over every division", () => {
  assert.ok(reference.differences.length >= 5);
  for (const { first, second, within, between, p, ways } of reference.differences) {
    const found = difference(tableOf([...first, ...second]), first.length);
    near(found.within, within);
    near(found.between, between);
    assert.equal(found.ways?.all, ways);
    near((found.ways?.asFar ?? 0) / ways, p);
  }
});

Deno.test("a standard deviation is that of a sample, as numpy has it, and of one number there is none", () => {
  for (const { of, is } of reference.deviations) near(deviation(of), is);
  assert.equal(deviation([4]), null);
  assert.equal(mean([]), null);
});

Deno.test("answers of the same words agree, of others not, whatever their case, signs and script", () => {
  assert.equal(agreement(measured("Rye, please!"), measured("rye PLEASE")), 1);
  assert.equal(agreement(measured("rye bread"), measured("white cake")), 0);
  assert.equal(agreement(measured(""), measured("")), 1);
  assert.equal(agreement(measured("yes"), measured("Yes.")), 1);
  assert.equal(agreement(measured("日本語"), measured("日本人")), 1 / 3);
});

Deno.test("nothing is said of groups that are too small, or too large to look at every division", () => {
  assert.deepEqual(difference(tableOf(["a b", "a c"]), 1).ways, null);
  assert.deepEqual(difference(tableOf([]), 0), { within: null, between: null, ways: null });
  const many = Array.from({ length: 17 }, (_, at) => `a ${at}`);
  assert.deepEqual(difference(tableOf(many), 8), { within: null, between: null, ways: null });
});

Deno.test("of a long answer its beginning is measured, and that is said", () => {
  const long = measured("x ".repeat(MEASURED_UNITS));
  assert.deepEqual([long.words, long.cut, long.pairs.size], [MEASURED_UNITS / 2, true, 1]);
  assert.equal(measured("x ".repeat(MEASURED_UNITS / 2)).cut, false);
});
