/** Formulas are set by a worker, and none that is too long. */
import assert from "node:assert/strict";
import { FORMULA_UNITS, type FormulaJob, Formulas } from "../../../ui/state/formulas.ts";

Deno.test("a formula is set once in a line and once on lines of its own; at the bound it is, one unit more is not", () => {
  const jobs: FormulaJob[] = [];
  const formulas = new Formulas({
    begin: (hears) => ({
      take(job) {
        jobs.push(job);
        hears.done({ pieces: [] });
      },
      end: () => {},
    }),
    after: () => () => {},
  });
  const tex = "x".repeat(FORMULA_UNITS);
  formulas.of(tex, false);
  formulas.of(tex, false);
  formulas.of(tex, true);
  assert.equal(formulas.of(`${tex}x`, true).value, null);
  assert.deepEqual(jobs.map(({ display }) => display), [false, true]);
});
