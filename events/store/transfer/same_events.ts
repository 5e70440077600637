/** Whether the events of a file are those that a stream begins with. */
import { digestOf, type Entry, entryTexts } from "../form/entry.ts";
import type { EventReader, Placed } from "../read/read.ts";

export class SameEvents {
  readonly #batches: AsyncIterator<Placed[]>;
  #batch: Placed[] = [];
  #next = 0;

  constructor(reader: EventReader, stream: string) {
    this.#batches = reader.stored(stream, 1)[Symbol.asyncIterator]();
  }

  /**
   * Whether the next event of the stream says what `entry` says. Salts may differ: each store that took in a file
   * without any has its own.
   * @param salted the salt of `entry` is that of the file
   */
  async next(entry: Entry, salted: boolean): Promise<boolean> {
    while (this.#next === this.#batch.length) {
      const { done, value } = await this.#batches.next();
      if (done) return false;
      this.#batch = value;
      this.#next = 0;
    }
    const placed = this.#batch[this.#next++];
    return placed !== undefined && same(entryTexts(placed.entry), entry, salted);
  }
}

function same(there: Entry, given: Entry, salted: boolean): boolean {
  if (there.structure !== given.structure) return false;
  if (there.words !== undefined && given.words !== undefined) return there.words === given.words;
  // Of words that are gone here, a file without salts can show nothing; they do not come back by it either.
  return digestOf(there) === digestOf(given) || (there.digest !== undefined && !salted);
}
