/** How long an agent mostly takes. */
import type { ConversationState } from "../../projections/shapes/folds.ts";

/** Answers that are looked at, the newest, and how few say nothing yet. */
const LOOKED_AT = 9;
const FEWEST = 3;

/** Milliseconds that half of an agent’s last whole answers here took at most; null where there are too few. */
export function usualMs({ order, messages }: ConversationState, participantId: string): number | null {
  const took: number[] = [];
  for (let at = order.length - 1; at >= 0 && took.length < LOOKED_AT; at--) {
    const message = messages[order[at] ?? ""];
    if (message?.participantId !== participantId || message.status !== "complete") continue;
    if (message.totalMs !== undefined) took.push(message.totalMs);
  }
  if (took.length < FEWEST) return null;
  return took.sort((a, b) => a - b)[took.length >> 1] ?? null;
}
