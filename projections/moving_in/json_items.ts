/**
 * The values of a list in a JSON text that is too long to be read at once, each as its own text. A text that is no list
 * is one value. What stands between them is not judged: each value is parsed by whoever takes it.
 */

import { MOVED_MESSAGES } from "../../events/catalog/limits.ts";

/** Characters of one value: a conversation of years with its pictures' descriptions has a tenth. */
export const ITEM_UNITS = 64 * 1024 * 1024;
/** Levels of objects and lists in one value: most have about ten, and two for each message where these are nested. */
export const ITEM_LEVELS = 2 * MOVED_MESSAGES + 64;

/** A value's text; null for one beyond a bound, of which nothing is kept. */
export type Item = string | null;

const QUOTE = 34, BACKSLASH = 92, OPEN_LIST = 91, CLOSE_LIST = 93, OPEN = 123, CLOSE = 125, COMMA = 44;

export class JsonItems {
  /** Whether the text is a list; null before its first sign. */
  #list: boolean | null = null;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #held: string[] = [];
  #units = 0;
  #beyond = false;
  #done = false;

  constructor(readonly mostUnits = ITEM_UNITS, readonly mostLevels = ITEM_LEVELS) {}

  /** Whether the text came to its end. */
  get ended(): boolean {
    return this.#done;
  }

  /**
   * The values that end in this part of the text.
   * @outside
   */
  *push(text: string): Generator<Item> {
    let from = 0;
    for (let at = 0; at < text.length && !this.#done; at++) {
      const unit = text.charCodeAt(at);
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (unit === BACKSLASH) this.#escaped = true;
        else if (unit === QUOTE) this.#inText = false;
        continue;
      }
      if (unit === QUOTE) this.#inText = true;
      else if (unit === OPEN || unit === OPEN_LIST) {
        const first = this.#list === null;
        this.#list ??= unit === OPEN_LIST;
        // The list itself is no part of its values.
        if (first) from = at + Number(this.#list);
        if (first && this.#list) continue;
        if (++this.#depth > this.mostLevels) this.#drop();
      } else if (unit === CLOSE || unit === CLOSE_LIST) {
        if (this.#depth === 0) {
          this.#done = true;
          continue;
        }
        if (--this.#depth > 0) continue;
        this.#keep(text.slice(from, at + 1));
        from = at + 1;
        yield this.#take();
        this.#done = this.#list === false;
      } else if (unit === COMMA && this.#depth === 0) from = at + 1;
    }
    if (this.#depth > 0) this.#keep(text.slice(from));
  }

  #keep(part: string): void {
    this.#units += part.length;
    if (this.#units > this.mostUnits) this.#drop();
    if (!this.#beyond) this.#held.push(part);
  }

  #drop(): void {
    this.#beyond = true;
    this.#held = [];
  }

  #take(): Item {
    const item = this.#beyond ? null : this.#held.join("");
    this.#held = [];
    this.#units = 0;
    this.#beyond = false;
    return item;
  }
}
