/** Whose answer is gone on from: the only one of the last exchange that still counts, where somebody kept it. */
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { answersOf, exchangesOf } from "../exchange/grouping.ts";
import { aloneIn } from "../exchange/keeping.ts";

/** Messages that are looked at, the newest: more answers to one question nobody keeps one of. */
const LOOKED_AT = 100;

/**
 * @param kept answers that were kept, by their first tries
 * @returns the name of who wrote it; null where none was kept, or others count again
 */
export function goingOnFrom(state: ConversationState, kept: readonly string[]): string | null {
  const last = exchangesOf(state, state.order.slice(-LOOKED_AT)).at(-1);
  const [root] = last && aloneIn(state, answersOf(last))?.versions || [];
  return root !== undefined && kept.includes(root) ? state.messages[root]?.author.name ?? null : null;
}
