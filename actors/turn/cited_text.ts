/**
 * Numbers in brackets by which a model names pages that a search found for it: they are taken out of its words as these
 * come, and become marks where they stood. Only numbers that were told to it, none in code, and none that a link begins with.
 */
import type { Shown } from "./shown_text.ts";
import type { Source, Sources } from "./sources.ts";

/** UTF-16 units of one bracket, at most. */
const BRACKET_UNITS = 60;
const BRACKET = / ?[[【]\s?(\d{1,4}(?:\s?,\s?\d{1,4}){0,9})\s?[\]】]/y;
/** What may still become one. */
const BEGUN = /^ ?(?:[[【][\d\s,]*)?$/;
const FENCE = /^ {0,3}(```|~~~)$/;
/** Units of a line in which a block of code begins or ends. */
const FENCE_UNITS = 6;

/** Told of a source, and behind how many units of what it let through so far its mark stands. */
type Cite = (source: Source, at: number) => void;

export class CitedText implements Shown {
  #held = "";
  /** Units let through. */
  #given = 0;
  /** The first units of the line that is written. */
  #line = "";
  #fence = "";
  #ticks = 0;

  constructor(readonly inner: Shown, readonly sources: Sources, readonly cite: Cite) {}

  /** @outside */
  push(text: string): string {
    return this.#release(this.inner.push(text), false);
  }

  end(): string {
    return this.#release(this.inner.end(), true);
  }

  #release(text: string, ended: boolean): string {
    this.#held += text;
    let out = "", at = 0;
    while (at < this.#held.length) {
      const unit = this.#held.charAt(at);
      const found = " [【".includes(unit) && !this.#inCode ? this.#bracket(at, ended) : null;
      if (found === "unclear") break;
      if (found) {
        for (const source of found.sources) this.cite(source, this.#given + out.length);
        at = found.end;
      } else {
        out += unit;
        this.#note(unit);
        at++;
      }
    }
    this.#held = this.#held.slice(at);
    this.#given += out.length;
    return out;
  }

  get #inCode(): boolean {
    return this.#fence !== "" || this.#ticks % 2 === 1;
  }

  /** What stands in brackets at a place; null: no sources, or no brackets. */
  #bracket(at: number, ended: boolean): "unclear" | null | { sources: Source[]; end: number } {
    BRACKET.lastIndex = at;
    const [whole = "", numbers = ""] = BRACKET.exec(this.#held) ?? [];
    const end = at + whole.length;
    if (whole === "") {
      const rest = this.#held.slice(at, at + BRACKET_UNITS);
      const begun = rest.length < BRACKET_UNITS && BEGUN.test(rest);
      return begun && !ended ? "unclear" : null;
    }
    // What follows tells a source from a link.
    if (end === this.#held.length && !ended) return "unclear";
    if ("(:".includes(this.#held.charAt(end) || " ")) return null;
    const sources = numbers.split(",").map((number) => this.sources.of(Number(number)));
    const known = sources.flatMap((one) => one ?? []);
    return known.length === sources.length ? { sources: known, end } : null;
  }

  /** Keeps track of code. */
  #note(unit: string): void {
    if (unit === "\n") {
      this.#line = "";
      this.#ticks = 0;
      return;
    }
    if (unit === "`") this.#ticks++;
    if (this.#line.length >= FENCE_UNITS) return;
    this.#line += unit;
    const [, sign = ""] = FENCE.exec(this.#line) ?? [];
    if (sign === "" || (this.#fence !== "" && this.#fence !== sign)) return;
    this.#fence = this.#fence === "" ? sign : "";
    this.#ticks = 0;
  }
}

/**
 * A whole text without the numbers of its sources, and where these stood.
 * @outside
 */
export function uncited(
  text: string,
  sources: Sources,
): { readonly text: string; readonly cited: readonly { readonly source: Source; readonly at: number }[] } {
  const cited: { source: Source; at: number }[] = [];
  const whole: Shown = { push: (given) => given, end: () => "" };
  const shown = new CitedText(whole, sources, (source, at) => cited.push({ source, at }));
  return { text: shown.push(text) + shown.end(), cited };
}
