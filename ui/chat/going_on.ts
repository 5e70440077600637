/** Whose answer is gone on from: one of the last exchange that was kept, or that is looked at. */
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { focusedOf } from "../exchange/focus.tsx";
import { answersOf, type Exchange, exchangesOf } from "../exchange/grouping.ts";
import { aloneIn } from "../exchange/keeping.ts";
import { readingOf, shownLayout } from "../state/reading.ts";

/** Messages that are looked at, the newest: more answers to one question nobody keeps one of. */
const LOOKED_AT = 100;

const lastOf = (state: ConversationState): Exchange | undefined =>
  exchangesOf(state, state.order.slice(-LOOKED_AT)).at(-1);

/**
 * The only one that still counts, where somebody kept it.
 * @param kept answers that were kept, by their first tries
 * @returns the name of who wrote it; null where none was kept, or others count again
 */
export function goingOnFrom(state: ConversationState, kept: readonly string[]): string | null {
  const last = lastOf(state);
  const [root] = last && aloneIn(state, answersOf(last))?.versions || [];
  return root !== undefined && kept.includes(root) ? state.messages[root]?.author.name ?? null : null;
}

/** The name of whose answer stands alone in sight, of several; null where they stand together, or who wrote it is off. */
export function lookedAt(state: ConversationState): string | null {
  const last = lastOf(state);
  const [first, ...others] = last ? answersOf(last) : [];
  if (!last || !first || others.length === 0 || shownLayout(state.id, last.key) !== "focus") return null;
  if (readingOf(state.id).exchanges.of(last.key).value.comparing) return null;
  const { versions: [root] } = focusedOf(state.id, last, [first, ...others]);
  const author = participantOf(state, state.messages[root]?.participantId ?? "");
  return author?.enabled ? author.name : null;
}
