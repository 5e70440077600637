/** A state as it is when a snapshot of it was begun to be read. */
import { HalfRead } from "../../../events/store/beside/half_read.ts";
import { piecesOf } from "../../../events/store/beside/pieces.ts";

/** @param bounds of pieces: small ones, so that there are some of a small state */
export function halfRead(state: object, bounds: Parameters<typeof piecesOf>[1]) {
  const made = new HalfRead();
  for (const { text, keys } of piecesOf(state, bounds)) {
    if (keys) made.leave(keys, () => JSON.parse(text));
    else made.add(JSON.parse(text));
  }
  return made.begun();
}
