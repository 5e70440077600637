/** Lines of a text that comes in pieces; one beyond its bound is none. */

export class Lines {
  #held: string[] = [];
  #units = 0;

  constructor(readonly mostUnits: number) {}

  /**
   * The lines that end in this part of the text; null for one that is too long.
   * @outside
   */
  *push(text: string): Generator<string | null> {
    let from = 0;
    for (let to = text.indexOf("\n"); to !== -1; to = text.indexOf("\n", from)) {
      this.#keep(text.slice(from, to));
      from = to + 1;
      yield this.end();
    }
    this.#keep(text.slice(from));
  }

  /** What stands behind the last end of a line. */
  end(): string | null {
    const line = this.#units > this.mostUnits ? null : this.#held.join("");
    this.#held = [];
    this.#units = 0;
    return line;
  }

  #keep(part: string): void {
    this.#units += part.length;
    if (this.#units > this.mostUnits) this.#held = [];
    else this.#held.push(part);
  }
}
