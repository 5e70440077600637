/** Which turns may start now. First run, restart and crash all ask this one question. */
import type { ConversationState, Turn } from "../shapes/folds.ts";

/**
 * Pending turns whose agent has nothing else to do, in the order they were requested. An agent answers one
 * thing at a time: only the oldest open turn of a participant is due, and none while one runs.
 */
export function dueTurns(state: ConversationState): Turn[] {
  const taken = new Set<string>();
  const due: Turn[] = [];
  for (const id of state.open) {
    const turn = state.turns[id];
    if (!turn || taken.has(turn.participantId)) continue;
    taken.add(turn.participantId);
    if (turn.status === "pending") due.push(turn);
  }
  return due;
}
