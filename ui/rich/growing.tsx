/**
 * The elements of a text that gets longer. What is closed is made once and stays the same objects, so that a piece which
 * comes costs what is behind the last closed part, however much stands before it.
 */
import type { ComponentChild, ComponentChildren } from "preact";
import { cloneElement, Fragment, isValidElement } from "preact";
import { RawText } from "../parts/raw_text.tsx";
import { GrowingOutline, type Outline, outlineOf } from "./outline.ts";
import { NOTHING, type Shared } from "./parser.ts";
import { isKnown, type Manner, partOf, sharedIn } from "./parts.ts";
import { recent } from "./remembering.ts";
import { isOverlong, seamsOf } from "./seams.ts";

/** Formulas of one text that are set; the parts behind show their source. */
export const FORMULAS = 300;
/** Parts that stand together in a passage, behind as many that stand by themselves. */
export const PASSAGE_PARTS = 40;
/** UTF-16 units of one line that never ends that are laid out at once: some fifteen milliseconds of work. */
export const LINE_UNITS = 80_000;

/** Lets parts be made, of that many UTF-16 units; false: not now. */
export type Pace = (units: number) => boolean;

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

/** What is made of a text up to a unit of it. */
interface Made {
  readonly elements: ComponentChild[];
  /** Parts of the last passage; null while parts stand by themselves. */
  passage: ComponentChild[] | null;
  line: Line | null;
  from: number;
  formulas: number;
  /** Level of the last heading. */
  level: number;
}

const nothing = (): Made => ({ elements: [], passage: null, line: null, from: 0, formulas: 0, level: 1 });

const copyOf = (made: Made): Made => ({
  ...made,
  elements: [...made.elements],
  passage: made.passage && [...made.passage],
  line: made.line && { ...made.line, parts: [...made.line.parts] },
});

/** Outlines and seams of what is long are found once, wherever it is shown again. */
const outlines = recent((text) => outlineOf(text));
const seams = recent(seamsOf);

/** The pieces in which a part that begins at `from` is made: one, or where it is long its slices. */
function* slicesOf(part: string, from: number): Generator<Slice> {
  let start: number | undefined;
  let on = false;
  for (const seam of seams(part)) {
    yield { end: from + seam.at, sliced: true, on, start, flows: seam.flows ?? false };
    [start, on] = [seam.start, true];
  }
  yield { end: from + part.length, sliced: on, on, start, flows: false };
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

/** One that is as it was is not looked into. */
const Passage = ({ children }: { children: ComponentChildren }) => <>{children}</>;

/** Puts a part behind those that are there. */
function put(made: Made, said: ComponentChild[]): void {
  const { elements, passage } = made;
  if (passage === null) elements.push(<Fragment key={elements.length}>{said}</Fragment>);
  else {
    if (passage.length > 0) elements.pop();
    passage.push(<Fragment key={passage.length}>{said}</Fragment>);
    elements.push(<Passage key={elements.length}>{[...passage]}</Passage>);
  }
  if ((passage ?? elements).length >= PASSAGE_PARTS) made.passage = [];
}

/** Puts a piece there that is no passage's. */
function putAlone(made: Made, piece: (key: number) => ComponentChild): void {
  made.elements.push(piece(made.elements.length));
  if (made.passage) made.passage = [];
}

/** Puts a piece into the line that goes on, or begins one. */
function putInLine(made: Made, said: ComponentChild[], words: string, on: boolean): void {
  // In the place of the line as it was without this piece.
  if (made.line) made.elements.pop();
  const line = made.line ??= { parts: [], units: 0, on };
  line.parts.push(<Fragment key={line.parts.length}>{said}{words.endsWith(" ") ? " " : null}</Fragment>);
  line.units += words.length;
  putAlone(
    made,
    (key) => (
      <div key={key} class={line.on ? "slice on line" : "slice line"} dir="auto">{[...line.parts]}</div>
    ),
  );
}

/** Puts one more piece behind those that are made. */
function add(made: Made, words: string, { sliced, on, flows }: Slice, manner: Manner): void {
  if (isOverlong(words)) {
    made.line = null;
    return putAlone(made, (key) => (
      <div key={key} class="text" dir="auto">
        <RawText text={words} />
      </div>
    ));
  }
  const part = partOf(words, manner);
  const said = manner.closed ? part.elements : penned(part.elements);
  made.formulas += part.formulas;
  made.level = part.level;
  if (made.line && made.line.units >= LINE_UNITS) made.line = null;
  if (made.line || flows) putInLine(made, said, words, on);
  else if (sliced) putAlone(made, (key) => <div key={key} class={on ? "slice on" : "slice"}>{said}</div>);
  else put(made, said);
  if (!flows) made.line = null;
}

/** What there is of a text. */
export interface Grown {
  readonly elements: readonly ComponentChild[];
  /** The first unit that is not among them yet. */
  readonly from: number;
  readonly formulas: number;
  /** Where it ended: what is defined in it. */
  readonly outline: Outline;
  readonly shared: Shared;
}

/** A text as far as it was made. With more behind it, it goes on; with another one it begins anew. */
export class Growth {
  #text = "";
  #writing = true;
  #reader = new GrowingOutline();
  #outline: Outline = { ends: [], links: [], notes: new Map() };
  #shared: Shared = NOTHING;
  /** Of the ends of closed parts those that were looked at, and the last of them. */
  #looked = 0;
  #cut = 0;
  /** Closed pieces that are not made yet, and how many of them are by now. */
  #waiting: Slice[] = [];
  #done = 0;
  #made = nothing();

  /** The elements of a text, as far as the pace lets them be made. */
  parts(text: string, writing: boolean, pace: Pace): Grown {
    if (text !== this.#text || writing !== this.#writing) this.#take(text, writing);
    const whole = this.#makeClosed(pace);
    const made = whole && this.#cut < text.length ? this.#withOpen(pace) : this.#made;
    const { from, formulas } = made;
    return { elements: [...made.elements], from, formulas, outline: this.#outline, shared: this.#shared };
  }

  #take(text: string, writing: boolean): void {
    if (!this.#writing || !text.startsWith(this.#text)) {
      this.#text = "";
      this.#reader = new GrowingOutline();
    }
    const fresh = this.#text === "";
    const before = this.#outline;
    this.#outline = fresh && !writing ? outlines(text) : this.#reader.read(text, writing);
    const { links, notes } = this.#outline;
    if (fresh || links.length !== before.links.length || notes.size !== before.notes.size) this.#begin();
    [this.#text, this.#writing] = [text, writing];
    const { ends } = this.#outline;
    for (; this.#looked < ends.length; this.#looked++) this.#close(ends[this.#looked] ?? 0);
    if (!writing) this.#close(text.length);
  }

  /** What is defined is another: no part is as it was. */
  #begin(): void {
    this.#shared = sharedIn(this.#outline);
    [this.#looked, this.#cut, this.#waiting, this.#done, this.#made] = [0, 0, [], 0, nothing()];
  }

  #close(end: number): void {
    if (end <= this.#cut) return;
    this.#waiting.push(...slicesOf(this.#text.slice(this.#cut, end), this.#cut));
    this.#cut = end;
  }

  /** Whether nothing of what is closed waits any more. */
  #makeClosed(pace: Pace): boolean {
    for (; this.#done < this.#waiting.length; this.#done++) {
      const slice = this.#waiting[this.#done];
      if (slice && !this.#add(this.#made, slice, true, pace)) return false;
    }
    [this.#waiting, this.#done] = [[], 0];
    return true;
  }

  /** With the part that may still change. */
  #withOpen(pace: Pace): Made {
    const made = copyOf(this.#made);
    for (const slice of slicesOf(this.#text.slice(this.#cut), this.#cut)) {
      if (!this.#add(made, slice, slice.end < this.#text.length, pace)) break;
    }
    return made;
  }

  /** Makes one more piece, behind `made`; false: not now. What is being written is never held back. */
  #add(made: Made, slice: Slice, closed: boolean, pace: Pace): boolean {
    const words = this.#text.slice(made.from, slice.end);
    const { level, formulas } = made;
    const manner = { shared: this.#shared, closed, formulas: formulas < FORMULAS, level, start: slice.start };
    if (closed && !isKnown(words, manner) && !pace(words.length)) return false;
    made.from = slice.end;
    add(made, words, slice, manner);
    return true;
  }
}
