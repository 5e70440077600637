/** Parts of a text as elements: each is parsed once, and known again wherever the same text comes. */
import type { Token } from "markdown-it";
import { type ComponentChild, h } from "preact";
import { words } from "../words/content.ts";
import type { Meaning } from "./block_rules.ts";
import { elementsOf } from "./elements.tsx";
import { type Shortened, shortened } from "./long_table.ts";
import { NOTHING, type Shared, sharedBy, tokensOf } from "./parser.ts";
import type { Outline } from "./outline.ts";

interface Part {
  readonly elements: ComponentChild[];
  readonly formulas: number;
  /** Level of the last heading up to its end. */
  readonly level: number;
}

/** UTF-16 units of parts whose elements are kept: some megabytes of elements. */
const KEPT_UNITS = 2_000_000;

let kept = new WeakMap<Shared, Map<string, Part>>();
let units = 0;

function keptOf(shared: Shared): Map<string, Part> {
  const known = kept.get(shared) ?? new Map<string, Part>();
  kept.set(shared, known);
  return known;
}

/** The page's title has the first level, and each heading of an answer at most one more than the one before it. */
function levelled(tokens: readonly Token[], before: number): number {
  let level = before;
  for (const token of tokens) {
    if (token.type !== "heading_open") continue;
    level = Math.min(6, level + 1, Number(token.tag.slice(1)) + 1);
    token.meta = { level } satisfies Meaning;
  }
  return level;
}

function formulasIn(tokens: readonly Token[]): number {
  let found = 0;
  for (const { type, children } of tokens) {
    if (type === "formula") found++;
    else if (children) { for (const child of children) if (child.type === "formula") found++; }
  }
  return found;
}

export interface Manner {
  readonly shared: Shared;
  readonly closed: boolean;
  readonly formulas: boolean;
  /** Level of the last heading before it. */
  readonly level: number;
  /** The number of the item that it begins with, where it goes on with a list that counts. */
  readonly start?: number | undefined;
}

const nameOf = (text: string, { formulas, level, start }: Manner): string =>
  `${formulas} ${level} ${start ?? ""} ${text}`;

/** Elements of a part that begins with a table of which rows were taken away. */
function withCut(elements: ComponentChild[], { rows, shown }: Shortened): ComponentChild[] {
  const [table, ...others] = elements;
  if (rows === null) return elements;
  return [table, h("p", { class: "cut-off", "data-md": "" }, words.rowsCut(shown, rows)), ...others];
}

/** Whether its elements are there already. */
export const isKnown = (text: string, manner: Manner): boolean =>
  manner.closed && keptOf(manner.shared).has(nameOf(text, manner));

/** The elements of one part of a text. */
export function partOf(text: string, manner: Manner): Part {
  const { shared, closed, formulas, level } = manner;
  const name = nameOf(text, manner);
  const known = closed ? keptOf(shared).get(name) : undefined;
  if (known) return known;
  const short = shortened(text);
  const tokens = tokensOf(short.text, shared);
  const first = tokens.find(({ type }) => type !== "blockquote_open");
  if (manner.start !== undefined && first?.type === "ordered_list_open") {
    first.attrSet("start", String(manner.start));
  }
  const made = {
    level: levelled(tokens, level),
    elements: withCut(elementsOf(tokens, { closed, formulas }), short),
    formulas: formulasIn(tokens),
  };
  if (!closed) return made;
  // All at once: who is on the screen makes its own anew, which is soon done.
  units += text.length;
  if (units > KEPT_UNITS) [kept, units] = [new WeakMap(), 0];
  keptOf(shared).set(name, made);
  return made;
}

const shares = new Map<string, Shared>();
/** Texts with definitions of their own that are known. */
const SHARES = 50;

/** What is defined, the same object for the same definitions, so that parts are known again. */
export function sharedIn(outline: Outline): Shared {
  const { links, notes } = outline;
  if (links.length === 0 && notes.size === 0) return NOTHING;
  const name = JSON.stringify([links, [...notes.keys()]]);
  const shared = shares.get(name) ?? sharedBy(outline);
  shares.set(name, shared);
  const [oldest] = shares.keys();
  if (shares.size > SHARES && oldest !== undefined) shares.delete(oldest);
  return shared;
}
