/**
 * Markdown as elements. A text is parsed part by part, each part once: what is closed stays as it is, and only what
 * follows the last closed part is made again while text arrives. Of a page full of long texts some parts are made at a
 * time, so that it never stands still; what waits is there as it was written.
 */
import { signal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { cloneElement, Fragment, isValidElement } from "preact";
import { RawText } from "../parts/raw_text.tsx";
import { after } from "../state/timer.ts";
import { words } from "../words/content.ts";
import { Notes } from "./block_elements.tsx";
import { type Outline, outlineOf } from "./outline.ts";
import type { Shared } from "./parser.ts";
import { isKnown, partOf, sharedIn } from "./parts.ts";
import { recent } from "./remembering.ts";
import { isOverlong, seamsOf } from "./seams.ts";

export { listenForCopies } from "./copying.ts";

/** UTF-16 units of a text that are formatted: a book's chapter or two. The rest stands as it was written. */
export const FORMATTED_UNITS = 400_000;
/** Formulas of one text that are set; the parts behind show their source. */
export const FORMULAS = 300;

/** Lets parts be made, of that many UTF-16 units; false: not now. */
export type Pace = (units: number) => boolean;
const AT_ONCE: Pace = () => true;

export interface Made {
  readonly elements: readonly ComponentChild[];
  /** The first unit that is not among them yet. */
  readonly from: number;
}

/** The elements of a text, part by part, as far as the pace lets them be made, and what is said of where it was cut. */
export function partsOf(text: string, writing: boolean, pace: Pace = AT_ONCE): Made {
  const formatted = text.slice(0, FORMATTED_UNITS);
  const outline = writing ? outlineOf(formatted, true) : outlines(formatted);
  const shared = sharedIn(outline);
  const elements: ComponentChild[] = [];
  let formulas = 0;
  let from = 0;
  let level = 1;
  let line: Line | null = null;
  for (const { end, sliced, on, start, flows } of slicesOf(formatted, outline.ends)) {
    const words = formatted.slice(from, end);
    const closed = end < formatted.length || !writing;
    const manner = { shared, closed, formulas: formulas < FORMULAS, level, start };
    // What is being written is never held back.
    if (closed && !isKnown(words, manner) && !pace(words.length)) return { elements, from };
    if (isOverlong(words)) {
      elements.push(
        <div key={elements.length} class="text" dir="auto">
          <RawText text={words} />
        </div>,
      );
      [line, from] = [null, end];
      continue;
    }
    const part = partOf(words, manner);
    const said = closed ? part.elements : penned(part.elements);
    formulas += part.formulas;
    level = part.level;
    line = line && line.units < LINE_UNITS ? line : flows ? { parts: [], units: 0, on } : null;
    if (line) {
      // In the place of the line as it was without this piece.
      if (line.parts.length > 0) elements.pop();
      line.parts.push(
        <Fragment key={line.parts.length}>{said}{words.endsWith(" ") ? " " : null}</Fragment>,
      );
      line.units += words.length;
    }
    const key = elements.length;
    const slice = (line?.on ?? on) ? "slice on" : "slice";
    if (line) elements.push(<div key={key} class={`${slice} line`} dir="auto">{[...line.parts]}</div>);
    else if (sliced) elements.push(<div key={key} class={slice}>{said}</div>);
    else elements.push(<Fragment key={key}>{said}</Fragment>);
    if (!flows) line = null;
    from = end;
  }
  if (!writing && outline.notes.size > 0) {
    elements.push(<Notes key="notes" notes={notesOf(outline, shared)} />);
  }
  return { elements: [...elements, ...cutOf(text, formulas)], from: text.length };
}

/**
 * Marks where it is being written. The mark is that element's own: from a class of the whole text a browser makes the
 * styles of all that lies in it anew.
 */
function penned(elements: readonly ComponentChild[]): ComponentChild[] {
  const last = elements.at(-1);
  if (!isValidElement(last) || typeof last.type !== "string") return [...elements];
  const known = Reflect.get(last.props, "class");
  return [
    ...elements.slice(0, -1),
    cloneElement(last, { class: typeof known === "string" ? `${known} pen` : "pen" }),
  ];
}

/** UTF-16 units of one line that never ends that are laid out at once: some fifteen milliseconds of work. */
export const LINE_UNITS = 80_000;

/** Slices that stand in one line. */
interface Line {
  readonly parts: ComponentChild[];
  units: number;
  /** Of its first. */
  readonly on: boolean;
}

interface Slice {
  readonly end: number;
  /** It is not the whole of what its block is. */
  readonly sliced: boolean;
  /** It goes on with the block of the one before it. */
  readonly on: boolean;
  readonly start?: number | undefined;
  /** The next one goes on in its last line. */
  readonly flows: boolean;
}

/** Outlines and seams of what is long are found once, however many rounds it is made in. */
const outlines = recent((text) => outlineOf(text));
const seams = recent(seamsOf);

/** The pieces in which a text is made: its closed parts, and of one that is long its slices. */
function slicesOf(text: string, ends: readonly number[]): readonly Slice[] {
  const slices: Slice[] = [];
  let from = 0;
  for (const end of [...ends, text.length]) {
    if (end === from) continue;
    const cuts = seams(text.slice(from, end));
    let start: number | undefined;
    let on = false;
    for (const seam of cuts) {
      slices.push({ end: from + seam.at, sliced: true, on, start, flows: seam.flows ?? false });
      [start, on] = [seam.start, true];
    }
    slices.push({ end, sliced: on, on, start, flows: false });
    from = end;
  }
  return slices;
}

/** What is said where a bound was met, and the words beyond it. */
function cutOf(text: string, formulas: number): ComponentChild[] {
  const said: ComponentChild[] = [];
  if (formulas > FORMULAS) said.push(<p key="formulas" class="cut-off">{words.formulasCut(FORMULAS)}</p>);
  if (text.length > FORMATTED_UNITS) {
    said.push(<p key="cut" class="cut-off">{words.textCut}</p>);
    said.push(
      <div key="rest" class="text" dir="auto">
        <RawText text={text} from={FORMATTED_UNITS} />
      </div>,
    );
  }
  return said;
}

const notesOf = ({ notes }: Outline, shared: Shared) =>
  [...notes].map(([label, text], index) => ({
    label,
    number: index + 1,
    elements: partOf(text, { shared, closed: true, formulas: true, level: 1 }).elements,
  }));

interface Props {
  readonly text: string;
  readonly writing?: boolean;
}

/** @outside */
export function Formatted({ text, writing = false, pace = AT_ONCE }: Props & { pace?: Pace }) {
  const { elements, from } = partsOf(text, writing, pace);
  const waits = from < text.length;
  return (
    <div class={`text rich${writing ? " writing" : ""}${waits ? " forming" : ""}`}>
      {elements}
      {/* Read only here: who has all is not told of the next round. */}
      {waits && (
        <div key="waits" class="text" dir="auto" data-round={rounds.value}>
          <RawText text={text} from={from} />
        </div>
      )}
    </div>
  );
}

/** UTF-16 units of new parts that are made before the page has its turn: some ten milliseconds of work. */
const TURN_UNITS = 12_000;
/** Milliseconds until the next ones. */
const TURN_MS = 4;

let left = TURN_UNITS;
let counts = false;
const rounds = signal(0);

/** One pace for all texts of the page. */
const inTurns: Pace = (units) => {
  if (left <= 0) return false;
  left -= units;
  if (counts) return true;
  counts = true;
  after(TURN_MS, () => {
    [left, counts] = [TURN_UNITS, false];
    rounds.value++;
  });
  return true;
};

export const RichText = (props: Props) => <Formatted {...props} pace={inTurns} />;
