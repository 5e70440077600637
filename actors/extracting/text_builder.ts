/** A text that grows to a bound and no further, and is handed on in pieces as it grows. */
import { EXTRACT_UNITS } from "../../events/catalog/limits.ts";
import { estimateTokens } from "../../projections/context/tokens.ts";

/** UTF-16 units of a piece. */
const PIECE = 64 * 1024;

export class TextBuilder {
  #units = 0;
  #waiting: string[] = [];
  #waitingUnits = 0;
  #tokens = 0;
  #words = false;

  /** @param give takes each piece; all of them, joined, are the text */
  constructor(readonly give: (piece: string) => void, readonly most: number = EXTRACT_UNITS) {}

  /** Nothing more is taken. */
  get full(): boolean {
    return this.#units >= this.most;
  }
  /** Whether there was a word among what was added, marks of our own aside. */
  get hasWords(): boolean {
    return this.#words;
  }
  /** Of the text so far, estimated. */
  get tokens(): number {
    return this.#tokens;
  }

  /**
   * Adds words of the file; of what is too much the beginning.
   * @outside
   */
  add(text: string): void {
    this.#words ||= /\S/.test(text);
    this.mark(text);
  }

  /** The same of a mark that is ours. */
  mark(text: string): void {
    const room = this.most - this.#units;
    if (room <= 0 || text === "") return;
    // No half of a pair.
    const taken = text.length <= room ? text : text.slice(0, room).replace(/[\ud800-\udbff]$/, "");
    this.#units += text.length <= room ? text.length : room;
    this.#waiting.push(taken);
    this.#waitingUnits += taken.length;
    if (this.#waitingUnits >= PIECE) this.flush();
  }

  /** Hands on what is left. */
  flush(): void {
    const piece = this.#waiting.join("").toWellFormed();
    this.#waiting = [];
    this.#waitingUnits = 0;
    if (piece === "") return;
    this.#tokens += estimateTokens(piece);
    this.give(piece);
  }
}
