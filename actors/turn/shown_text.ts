/**
 * From what a model says to what people are shown of it, piece by piece: an echoed own name is held back and
 * dropped, and so is the word SKIP where an agent may pass. What was let through is never taken back.
 */

/** Takes text as it comes, gives out what may be shown. */
export interface Shown {
  /** The part of the answer that may be shown now, "" while it is not yet clear. */
  push(text: string): string;
  /** What is left to show when the model has ended. */
  end(): string;
}

/** The word with which an agent passes, when it is its turn in a round. */
export const SKIP = "SKIP";

/**
 * The text after an own name that the model echoes, as it is shown to it before others' words.
 * @outside
 */
export function withoutOwnName(text: string, ownName: string): string {
  const prefix = `[${ownName}]:`;
  const start = text.trimStart();
  return start.startsWith(prefix) ? start.slice(prefix.length).trimStart() : text;
}

/**
 * True for an answer that only passes.
 * @outside
 */
export function isSkip(text: string): boolean {
  return /^SKIP[\s.!]*$/.test(text.trim());
}

/** What may stand after the word and leaves it a pass. */
const IDLE = /^[\s.!]*$/;

export class PlainText implements Shown {
  #held: string | null = "";
  #nameDropped = false;
  /** What is held is a SKIP; what comes after it and says nothing is not read again with every piece. */
  #skipping = false;
  readonly #idle: string[] = [];

  /** @param maySkip hold back a lone SKIP */
  constructor(readonly ownName: string, readonly maySkip: boolean) {}

  /** @outside */
  push(text: string): string {
    if (this.#held === null) return text;
    if (this.#skipping && IDLE.test(text)) {
      this.#idle.push(text);
      return "";
    }
    this.#held += this.#idle.splice(0).join("") + text;
    this.#skipping = false;
    return this.#release(false);
  }

  end(): string {
    if (this.#held === null) return "";
    this.#held += this.#idle.splice(0).join("");
    return this.#release(true);
  }

  #release(ended: boolean): string {
    let start = (this.#held ?? "").trimStart();
    if (!this.#nameDropped) {
      const said = withoutOwnName(start, this.ownName);
      this.#nameDropped = said !== start;
      start = said;
    }
    this.#held = start;
    if (ended ? this.maySkip && isSkip(start) : this.#unclear(start)) return "";
    this.#held = null;
    return start;
  }

  #unclear(start: string): boolean {
    if (start === "") return true;
    if (!this.#nameDropped && `[${this.ownName}]:`.startsWith(start)) return true;
    this.#skipping = this.maySkip && isSkip(start);
    return this.#skipping || (this.maySkip && SKIP.startsWith(start));
  }
}

/** Nothing is shown before the end: the answer may turn out to be something else. */
export const withheld: Shown = { push: () => "", end: () => "" };
