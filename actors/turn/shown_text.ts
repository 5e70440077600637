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

/** The text after an own name that the model echoes, as it is shown to it before others' words. */
export function withoutOwnName(text: string, ownName: string): string {
  const prefix = `[${ownName}]:`;
  const start = text.trimStart();
  return start.startsWith(prefix) ? start.slice(prefix.length).trimStart() : text;
}

/** True for an answer that only passes. */
export function isSkip(text: string): boolean {
  return /^SKIP[\s.!]*$/.test(text.trim());
}

export class PlainText implements Shown {
  #held: string | null = "";
  #nameDropped = false;

  /** @param maySkip hold back a lone SKIP */
  constructor(readonly ownName: string, readonly maySkip: boolean) {}

  push(text: string): string {
    if (this.#held === null) return text;
    this.#held += text;
    return this.#release(false);
  }

  end(): string {
    return this.#held === null ? "" : this.#release(true);
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
    return this.maySkip && (SKIP.startsWith(start) || isSkip(start));
  }
}

/** Nothing is shown before the end: the answer may turn out to be something else. */
export class Withheld implements Shown {
  push(): string {
    return "";
  }
  end(): string {
    return "";
  }
}
