/**
 * Following has no mode for catching up: arm the wake-up, read to the end, wait, again. Events only ever come
 * from this one reading of the order, never from memory beside it.
 */
import { LIST_BATCH } from "../kv/bounds.ts";
import { UnknownPosition } from "../errors.ts";
import { commitsAfter, endPosition, type Found, IN_A_ROW, knowsPosition } from "./order.ts";
import type { Parts } from "../commit/parts.ts";
import { parsePosition, type Place } from "./position.ts";
import type { EventReader } from "./read.ts";
import type { Commit, EventOrder, Located, Position } from "../types.ts";

export class StoredOrder implements EventOrder {
  constructor(readonly parts: Parts, readonly reader: EventReader, readonly closing: AbortSignal) {}

  end(): Promise<Position> {
    return endPosition(this.parts);
  }

  knows(position: Position): Promise<boolean> {
    return knowsPosition(this.parts, position);
  }

  async page(after: Position, limit: number): Promise<Located[]> {
    let place = await this.#place(after);
    const found: Located[] = [];
    while (found.length < limit) {
      const left = limit - found.length;
      const more = await commitsAfter(this.parts, this.reader, place, Math.min(left, LIST_BATCH), left);
      if (!more) break;
      place = more.next;
      for (const commit of more.commits) found.push(...commit.events);
      if (more.end) break;
    }
    return found;
  }

  async *follow(position: Position, until: AbortSignal): AsyncIterable<Commit> {
    let place = await this.#place(position);
    const { parts, reader } = this;
    const signal = AbortSignal.any([until, this.closing]);
    let wakeUp = () => {};
    signal.addEventListener("abort", () => wakeUp(), { once: true });
    const leave = parts.wakeups.follow();
    try {
      while (!signal.aborted) {
        const wake = parts.wakeups.arm();
        while (true) {
          const found: Found | null = await commitsAfter(parts, reader, place).catch((error) => {
            // A store that is being closed under us is an end, not an error.
            if (signal.aborted) return null;
            throw error;
          });
          if (!found) break;
          place = found.next;
          for (const commit of found.commits) {
            if (signal.aborted) return;
            yield commit;
            // What is told of many may take as long as to read them.
            if (commit.events.length === IN_A_ROW) await parts.environment.breathe();
          }
          // What came since was told since.
          if (found.end || signal.aborted) break;
        }
        // It may have been told to stop while nothing was found.
        if (signal.aborted) return;
        // No race with a promise that stands until the end: it would keep something of every wait.
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
          void wake.wait().then(resolve);
        });
      }
    } finally {
      leave();
    }
  }

  async #place(position: Position): Promise<Place> {
    const place = parsePosition(position);
    if (place && await knowsPosition(this.parts, position)) return place;
    throw new UnknownPosition("There is no such place in the order of all events.");
  }
}
