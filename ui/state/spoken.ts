/**
 * What a screen reader is told. A long answer is told in pieces, each once and one behind the other: whole it would be laid
 * out as one line, amid all else that an answer's end brings.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { oneAFrame } from "./one_a_frame.ts";
import { after } from "./timer.ts";

/** UTF-16 units of a piece: about a millisecond of layout. */
export const PIECE_UNITS = 4_000;
/** Milliseconds between two pieces: some frames. */
const STEP_MS = 50;

export interface Piece {
  readonly key: number;
  readonly text: string;
}

/**
 * The pieces of a text, which join to it; none ends within a word that is no longer than a piece, or within a character.
 * @outside
 */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const piece = text.slice(from, from + PIECE_UNITS);
    const rest = from + piece.length < text.length;
    const blank = rest ? piece.search(/\s\S*$/) + 1 : 0;
    const half = rest && /[\uD800-\uDBFF]$/.test(piece) ? 1 : 0;
    const said = piece.slice(0, blank > 0 ? blank : piece.length - half);
    pieces.push(said);
    from += said.length;
  }
  return pieces;
}

/**
 * Tells one text after the other, each some frames after what it is about is on the screen; what was told goes as the next
 * one begins that had nothing to wait for.
 */
export class Telling {
  readonly #told = signal<readonly Piece[]>([]);
  readonly #waiting: string[] = [];
  /** The next piece comes by itself. */
  #goesOn = false;
  #count = 0;

  constructor(private readonly later: (ms: number, run: () => void) => void) {}

  get told(): ReadonlySignal<readonly Piece[]> {
    return this.#told;
  }

  /**
   * Behind what is being told.
   * @outside
   */
  say(text: string): void {
    this.#waiting.push(...piecesOf(text));
    if (this.#goesOn || this.#waiting.length === 0) return;
    this.#goesOn = true;
    this.later(STEP_MS, () => {
      this.#told.value = [];
      this.#next();
    });
  }

  #next(): void {
    const text = this.#waiting.shift();
    if (text === undefined) return;
    this.#told.value = [...this.#told.value, { key: ++this.#count, text }];
    this.#goesOn = this.#waiting.length > 0;
    if (this.#goesOn) this.later(STEP_MS, () => this.#next());
  }
}

export const spoken = new Telling((ms, run) => after(ms, () => oneAFrame.add(run)));
