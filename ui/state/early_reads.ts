/**
 * What is read before the stream of events begins. What happened between the two would be in neither; where both stand at
 * the same place in the log, nothing did, and nothing has to be read again.
 */
export class EarlyReads {
  /** Where the stream began; null: it has not. */
  #began: string | null = null;
  /** Where in the log each thing stood when it was read; null: the answer is on its way. */
  readonly #stood = new Map<string, string | null>();

  /**
   * Something is asked for. Its answer is told where it stands, or null where it failed; true: the stream has begun
   * elsewhere meanwhile, so it is to be asked for again.
   */
  sent(what: string): (position: string | null) => boolean {
    if (this.#began !== null) return () => false;
    this.#stood.set(what, null);
    return (position) => {
      if (this.#began !== null) return position !== this.#began;
      if (position === null) this.#stood.delete(what);
      else if (this.#stood.has(what)) this.#stood.set(what, position);
      return false;
    };
  }

  /** The stream begins. Tells of a thing whether it need not be asked for: it stands there, or is on its way. */
  begins(position: string): (what: string) => boolean {
    this.#began = position;
    const stood = new Map(this.#stood);
    this.#stood.clear();
    return (what) => {
      const at = stood.get(what);
      return at === null || at === position;
    };
  }

  /** Of what is no event the stream tells at its beginning what was so a moment ago: this has been asked for before that. */
  missed(what: string): void {
    this.#stood.delete(what);
  }

  /** The stream lost its place, and will begin again. */
  lost(): void {
    this.#began = null;
  }
}
