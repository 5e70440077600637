/** A formula: its elements when a worker has set it, until then and otherwise its source. */
import type { ComponentChild } from "preact";
import { h } from "preact";
import { useMemo } from "preact/hooks";
import type { Piece } from "../state/formulas.ts";
import { FORMULA_UNITS, formulas } from "../state/formulas.ts";
import { words } from "../words/content.ts";
import { watchEdges } from "./edges.ts";
import { asked } from "./formula_style.ts";

const CLOSERS: Readonly<Record<string, string>> = {
  "\\(": "\\)",
  "\\[": "\\]",
  "$": "$",
  "$$": "$$",
  "": "",
};
/** What is opened by these stands on lines of its own. */
const DISPLAY = new Set(["\\[", "$$", ""]);

/** Elements a formula is made of, and no others. */
const TAGS = new Set([
  ..."span svg path line math semantics annotation mrow mi mn mo ms mtext mspace mpadded mphantom mstyle"
    .split(" "),
  ..."msup msub msubsup mfrac msqrt mroot mtable mtr mtd mlabeledtr mover munder munderover menclose".split(
    " ",
  ),
]);
/** What they may have: nothing that leads somewhere or does something. */
const ATTRIBUTE = /^(?!on|href|src|style|xmlns|xlink|id$)[a-z-]+$/i;

interface Props {
  readonly tex: string;
  /** As it was opened. */
  readonly markup: string;
  /** False where there are too many in the text: its source is shown. */
  readonly set: boolean;
}

export function Formula({ tex, markup, set }: Props) {
  const display = DISPLAY.has(markup);
  const source = `${markup}${tex}${CLOSERS[markup] ?? ""}`;
  const coming = useMemo(() => (set ? asked(() => formulas.of(tex.trim(), display)) : null), [
    tex,
    display,
    set,
  ]);
  const made = coming?.value;
  const kind = display ? "formula display" : "formula";
  if (made && "pieces" in made) {
    const elements = made.pieces.map(elementOf);
    return display
      ? <span class={kind} data-md={source} dir="ltr" ref={watchEdges}>{elements}</span>
      : <span class={kind} data-md={source} dir="ltr">{elements}</span>;
  }
  const why = made
    ? words.formulaWrong(made.wrong)
    : made === null && set
    ? words.formulaTooLarge
    : undefined;
  return (
    <span class={`${kind}${why ? " faulty" : ""}`} data-md={source} dir="ltr" title={why}>
      <code>{tex.length > FORMULA_UNITS ? `${tex.slice(0, FORMULA_UNITS)}…` : source}</code>
    </span>
  );
}

/** The one place where what a worker said becomes an element. */
export function elementOf(piece: Piece | string, key: number): ComponentChild {
  if (typeof piece === "string") return piece;
  const [tag, attributes, style, children] = piece;
  if (!TAGS.has(tag)) return null;
  const allowed = Object.entries(attributes).filter(([name]) => ATTRIBUTE.test(name));
  return h(tag as "span", { key, ...Object.fromEntries(allowed), style }, children.map(elementOf));
}
