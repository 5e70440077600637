/** On request: nobody answers until a person asks, one agent or all in turn. A mention asks too. */
import { goOn } from "./in_turn.ts";
import type { Mode } from "./mode.ts";
import { together } from "./together.ts";

export const onRequest: Mode = {
  ...together,
  needsAgent: true,
  next(now, turn) {
    if (turn.reason.round !== undefined) goOn(now, turn);
  },
};
