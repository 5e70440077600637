/** Colours of code blocks, made by a worker: a grammar can take minutes over a block that was written to hurt it. */
import { Aside, type AsidePorts, type Coming } from "./aside.ts";
import { after } from "./timer.ts";
import { colourWorkerAddress, helperOf } from "./workers.ts";

/** A run of code and what it is to its grammar; null for nothing special. */
export interface Span {
  readonly scope: string | null;
  readonly children: readonly (Span | string)[];
}

/** Milliseconds for one block, from when its worker has loaded: ordinary blocks take a few. */
export const COLOUR_MS = 2_000;
/** UTF-16 units of the longest block with colours: every run of it becomes an element of the page. */
export const COLOURED_UNITS = 20_000;
/** Blocks whose colours are kept. */
const KEPT = 500;

export interface Job {
  readonly text: string;
  readonly language: string;
}

export class Colours {
  readonly #aside: Aside<Job, Span>;

  constructor(ports: AsidePorts<Job, Span>) {
    this.#aside = new Aside(ports, { ms: COLOUR_MS, kept: KEPT });
  }

  /** The colours of a block; null for a language without a grammar, and for a block that is too long. */
  of(text: string, language: string): Coming<Span> {
    const coloured = language !== "" && text.length <= COLOURED_UNITS;
    return this.#aside.of(`${language}\n${text}`, coloured ? { text, language } : null);
  }
}

/** The colours of the page. */
export const colours = new Colours({
  begin: (hears) => helperOf(colourWorkerAddress(), "fishbowl-colours", hears),
  after,
});
