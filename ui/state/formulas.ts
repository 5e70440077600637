/** Formulas, set by a worker: some nest so that each level takes twice the time of the one in it. */
import { Aside, type AsidePorts, type Coming } from "./aside.ts";
import { after } from "./timer.ts";
import { formulaWorkerAddress, helperOf } from "./workers.ts";

/** An element of a formula: its name, what it has, and what is in it. */
export type Piece = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  style: Readonly<Record<string, string>>,
  children: readonly (Piece | string)[],
];
/** A formula as elements, or why there is none, in the words of its reader. */
export type Formula = { readonly pieces: readonly (Piece | string)[] } | { readonly wrong: string };

/** Milliseconds for one formula, from when the worker has loaded: ordinary ones take a few. */
export const FORMULA_MS = 1_000;
/** UTF-16 units of the longest formula that is set. */
export const FORMULA_UNITS = 5_000;
/** Formulas that are kept. */
const KEPT = 1_000;

export interface FormulaJob {
  readonly tex: string;
  /** On lines of its own. */
  readonly display: boolean;
}

export class Formulas {
  readonly #aside: Aside<FormulaJob, Formula>;

  constructor(ports: AsidePorts<FormulaJob, Formula>) {
    this.#aside = new Aside(ports, { ms: FORMULA_MS, kept: KEPT });
  }

  /** A formula as elements; null for one that is too long or takes too long. */
  of(tex: string, display: boolean): Coming<Formula> {
    return this.#aside.of(`${display} ${tex}`, tex.length <= FORMULA_UNITS ? { tex, display } : null);
  }
}

/** The formulas of the page. */
export const formulas = new Formulas({
  begin: (hears) => helperOf(formulaWorkerAddress(), "fishbowl-formulas", hears),
  after,
});
