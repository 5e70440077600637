/**
 * The JSON of a large body, read a piece at a time: between two pieces others have their turn. One pass counts what is in
 * the text and finds where it can be cut; what is shorter than a piece is read whole, by the platform.
 *
 *     {"model":"editor","messages":[ … a piece … , … a piece … ,{"role":"user","content":" … a piece … | … "}]}
 */
import { JSON_LEVELS, JSON_VALUES, tooMuchIn } from "../../events/catalog/json_depth.ts";
import { yieldLoop } from "../../actors/runtime/yield_loop.ts";

/** UTF-16 units that are gone through or read at once: a millisecond or two. */
export const PIECE = 256 * 1024;

/** UTF-16 units of the longest escape, `\u00e9`. */
const ESCAPE_UNITS = 6;

/** What a text has too much of. */
export class TooMuch extends Error {
  constructor(readonly of: "levels" | "values") {
    super(of);
  }
}

const malformed = () => new SyntaxError("This is no JSON.");

/** A value that is longer than a piece: a text, or a list or object with what it is made of. */
interface Large {
  readonly from: number;
  readonly to: number;
  /** Absent: a text. */
  readonly parts?: readonly Part[];
  readonly isList?: boolean;
}

/** Entries that are read together, or one whose value is large. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly large?: Large;
}

/** A list or an object that has not been closed yet. */
class Open {
  readonly parts: Part[] = [];
  /** The value of the entry that is gone through, where that is large. */
  large: Large | undefined;
  /** Behind a colon: a text before it is the name of a value. */
  isNamed = false;
  /** Where entries begin that belong to no part yet, and the last of them. */
  #run: number;
  #entry: number;

  constructor(readonly from: number, readonly isList: boolean) {
    this.#run = this.#entry = from + 1;
  }

  /** Ends an entry. */
  end(at: number, isLast: boolean): void {
    const { large } = this;
    if (large) {
      if (this.#entry > this.#run) this.parts.push({ from: this.#run, to: this.#entry - 1 });
      this.parts.push({ from: this.#entry, to: at, large });
      this.#run = at + 1;
      this.large = undefined;
    } else if (isLast || at - this.#run >= PIECE) {
      this.parts.push({ from: this.#run, to: at });
      this.#run = at + 1;
    }
    this.#entry = at + 1;
    this.isNamed = false;
  }
}

/** Goes through a text once. */
class Scan {
  readonly #open: Open[];
  #count = 1;
  #at = 0;
  /** Where the text that is gone through begins; -1: none is. */
  #quote = -1;

  constructor(readonly text: string) {
    // As if it stood in a list.
    this.#open = [new Open(-1, true)];
  }

  /** Goes on for about a piece; the parts of the whole where that was the last. */
  next(): readonly Part[] | null {
    const { text } = this;
    for (const stop = this.#at + PIECE; this.#at < text.length && this.#at < stop; this.#at++) this.#step();
    if (this.#at < text.length) return null;
    const [whole, ...others] = this.#open;
    if (!whole || others.length > 0 || this.#quote >= 0) throw malformed();
    whole.end(text.length, true);
    return whole.parts;
  }

  #step(): void {
    const unit = this.text[this.#at];
    if (this.#quote >= 0) this.#words();
    else if (unit === '"') this.#quote = this.#at;
    else if (unit === ":") {
      const around = this.#open.at(-1);
      if (around) around.isNamed = true;
    } else if (unit === "{" || unit === "[") {
      if (this.#open.length > JSON_LEVELS) throw new TooMuch("levels");
      this.#counts();
      this.#open.push(new Open(this.#at, unit === "["));
    } else if (unit === ",") {
      this.#counts();
      this.#open.at(-1)?.end(this.#at, false);
    } else if (unit === "}" || unit === "]") this.#close(unit === "]");
  }

  /** To the next quote: the end of the text, unless it is escaped. */
  #words(): void {
    const { text } = this;
    this.#at = text.indexOf('"', this.#at);
    if (this.#at < 0) throw malformed();
    let slashes = 0;
    while (text[this.#at - slashes - 1] === "\\") slashes++;
    if (slashes % 2 === 1) return;
    this.#ended({ from: this.#quote, to: this.#at + 1 });
    this.#quote = -1;
  }

  #counts(): void {
    if (++this.#count > JSON_VALUES) throw new TooMuch("values");
  }

  #close(isList: boolean): void {
    const closed = this.#open.pop();
    if (!closed || closed.isList !== isList || this.#open.length === 0) throw malformed();
    closed.end(this.#at, true);
    this.#ended({ from: closed.from, to: this.#at + 1, parts: closed.parts, isList });
  }

  #ended(value: Large): void {
    const around = this.#open.at(-1);
    if (around && value.to - value.from > PIECE && (around.isList || around.isNamed)) around.large = value;
  }
}

/** Puts the parts together. */
class Reading {
  constructor(readonly text: string, readonly check: (value: unknown, text: string) => void) {}

  /** Entries as the platform reads them. */
  #read(from: number, to: number, [open, close]: readonly [string, string]): unknown {
    const slice = this.text.slice(from, to);
    const value: unknown = JSON.parse(open + slice + close);
    this.check(value, slice);
    return value;
  }

  async list(parts: readonly Part[]): Promise<unknown[]> {
    const list: unknown[] = [];
    for (const { from, to, large } of parts) {
      await yieldLoop();
      if (large) {
        this.#nothing(from, large.from);
        this.#nothing(large.to, to);
        list.push(await this.#large(large));
        continue;
      }
      const some = this.#read(from, to, ["[", "]"]);
      if (!Array.isArray(some) || (some.length === 0 && parts.length > 1)) throw malformed();
      for (const one of some) list.push(one);
    }
    return list;
  }

  async #object(parts: readonly Part[]): Promise<object> {
    const object: Record<string, unknown> = {};
    for (const { from, to, large } of parts) {
      await yieldLoop();
      if (large) {
        this.#nothing(large.to, to);
        object[this.#name(from, large.from)] = await this.#large(large);
        continue;
      }
      const some = this.#read(from, to, ["{", "}"]);
      if (parts.length > 1 && Object.keys(Object(some)).length === 0) throw malformed();
      Object.assign(object, some);
    }
    return object;
  }

  /** What a large value is called. */
  #name(from: number, to: number): string {
    // Apart from what stands before it: with `1` there it would be one number.
    const [name, ...others] = Object.keys(Object(this.#read(from, to, ["{", " 0}"])));
    if (name === undefined || others.length > 0) throw malformed();
    return name;
  }

  #large({ from, to, parts, isList }: Large): Promise<unknown> {
    if (!parts) return this.#words(from, to);
    return isList ? this.list(parts) : this.#object(parts);
  }

  /** A text that is longer than a piece, cut where nothing is escaped. */
  async #words(from: number, to: number): Promise<string> {
    const pieces: unknown[] = [];
    for (let at = from + 1; at < to - 1;) {
      const end = this.#cut(at, Math.min(at + PIECE, to - 1), to - 1);
      pieces.push(JSON.parse(`"${this.text.slice(at, end)}"`));
      at = end;
      await yieldLoop();
    }
    return pieces.join("");
  }

  /** Where a piece of a text ends: never within `\n` or `\u00e9`. */
  #cut(from: number, to: number, end: number): number {
    if (to === end) return to;
    // Looked for in the last few alone: from there to the beginning of the text it is megabytes.
    const near = Math.max(from, to - ESCAPE_UNITS);
    const slash = near + this.text.slice(near, to).lastIndexOf("\\");
    if (slash < near) return to;
    let slashes = 1;
    while (slash - slashes >= from && this.text[slash - slashes] === "\\") slashes++;
    // Of two, the second is what the first escapes.
    return slashes % 2 === 1 ? slash : slash + 1;
  }

  #nothing(from: number, to: number): void {
    if (/[^ \t\n\r]/.test(this.text.slice(from, to))) throw malformed();
  }
}

/** The text of a body. @throws {TypeError} where it is no UTF-8 */
export async function decoded(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await yieldLoop();
    pieces.push(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }));
  }
  pieces.push(decoder.decode());
  return pieces.join("");
}

/**
 * What the text says.
 * @param check may refuse what was read of it, piece by piece
 * @throws {TooMuch}
 * @throws {SyntaxError} where it is no JSON
 * @outside
 */
export async function parsedInPieces(
  text: string,
  check: (value: unknown, text: string) => void = () => {},
): Promise<unknown> {
  if (text.length <= PIECE) {
    const excess = tooMuchIn(text);
    if (excess) throw new TooMuch(excess);
    const value: unknown = JSON.parse(text);
    check(value, text);
    return value;
  }
  const scan = new Scan(text);
  let parts = scan.next();
  for (; !parts; parts = scan.next()) await yieldLoop();
  const whole = await new Reading(text, check).list(parts);
  if (whole.length !== 1) throw malformed();
  return whole[0];
}
