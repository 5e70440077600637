/** What is expected of answers is looked for in many long texts: between other things, so that nobody waits for it. */
import { yieldLoop } from "../../actors/runtime/yield_loop.ts";
import { LOOKED_AT_ONCE, lookedFor } from "../../projections/checks/results.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";

/** Afterwards `resultsOf` has found what was there. @param rest lets others have their turn */
export async function lookThrough(
  talk: ConversationState,
  run: ConversationState,
  rest: () => Promise<void> = yieldLoop,
): Promise<void> {
  let left = LOOKED_AT_ONCE;
  for (const units of lookedFor(talk, run)) {
    left -= units;
    if (left > 0) continue;
    await rest();
    left = LOOKED_AT_ONCE;
  }
}
