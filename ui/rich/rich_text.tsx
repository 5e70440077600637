/**
 * Markdown as elements. A text is parsed part by part, each part once: what is closed stays as it is, and only what
 * follows the last closed part is made again while text arrives. Of a page full of long texts some parts are made at a
 * time, so that it never stands still; what waits is there as it was written.
 */
import { signal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useRef } from "preact/hooks";
import { RawText } from "../parts/raw_text.tsx";
import { after } from "../state/timer.ts";
import { words } from "../words/content.ts";
import { Notes } from "./block_elements.tsx";
import { FORMULAS, type Grown, Growth, type Pace } from "./growing.tsx";
import { partOf } from "./parts.ts";

export { listenForCopies } from "./copying.ts";

/** UTF-16 units of a text that are formatted: a book's chapter or two. The rest stands as it was written. */
export const FORMATTED_UNITS = 400_000;

const AT_ONCE: Pace = () => true;

export interface Made {
  readonly elements: readonly ComponentChild[];
  /** The first unit that is not among them yet. */
  readonly from: number;
}

/**
 * The elements of a text, part by part, as far as the pace lets them be made, and what is said of where it was cut.
 * `growth` is what was made of it before.
 */
export function partsOf(text: string, writing: boolean, pace: Pace = AT_ONCE, growth = new Growth()): Made {
  const formatted = text.slice(0, FORMATTED_UNITS);
  const grown = growth.parts(formatted, writing, pace);
  if (grown.from < formatted.length) return grown;
  const notes = !writing && grown.outline.notes.size > 0
    ? [<Notes key="notes" notes={notesOf(grown)} />]
    : [];
  return { elements: [...grown.elements, ...notes, ...cutOf(text, grown.formulas)], from: text.length };
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

const notesOf = ({ outline, shared }: Grown) =>
  [...outline.notes].map(([label, text], index) => ({
    label,
    number: index + 1,
    elements: partOf(text, { shared, closed: true, formulas: true, level: 1 }).elements,
  }));

interface Props {
  readonly text: string;
  readonly writing?: boolean;
}

/** @outside */
export function Formatted(
  { text, writing = false, pace = AT_ONCE, growth }: Props & { pace?: Pace; growth?: Growth },
) {
  const { elements, from } = partsOf(text, writing, pace, growth);
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

export function RichText(props: Props) {
  const growth = useRef<Growth>(null);
  return <Formatted {...props} pace={inTurns} growth={growth.current ??= new Growth()} />;
}
