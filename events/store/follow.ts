/**
 * Following has no mode for catching up: arm the wake-up, read to the end, wait, again. Events only ever come
 * from this one reading of the order, never from memory beside it.
 */
import { UnknownPosition } from "./errors.ts";
import { commitsAfter, type Found, knowsPosition } from "./order.ts";
import type { Parts } from "./parts.ts";
import { parsePosition, type Place } from "./position.ts";
import type { EventReader } from "./read.ts";
import type { Commit, Position } from "./types.ts";

/** @throws {UnknownPosition} for a place of another store; `knows` tells beforehand */
export async function* follow(
  parts: Parts,
  reader: EventReader,
  position: Position,
  signal: AbortSignal,
): AsyncIterable<Commit> {
  const start = parsePosition(position);
  if (!start || !(await knowsPosition(parts, position))) {
    throw new UnknownPosition("There is no such place in the order of all events.");
  }
  let place: Place = start;
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
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
        }
        if (signal.aborted) return;
      }
      await Promise.race([wake.wait(), aborted]);
    }
  } finally {
    leave();
  }
}
