/** Which turns may start now. First run, restart and crash all ask this one question. */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { speakerOf } from "../panels/panels.ts";
import type { ConversationState, Turn } from "../shapes/folds.ts";
import { endsAttempt } from "./turn_ends.ts";

/**
 * Pending turns whose agent has nothing else to do, in the order they were requested. An agent answers one
 * thing at a time: only the oldest open turn of a participant is due, and none while one runs. In a panel each seat
 * speaks for itself, also where one agent has several.
 */
export function dueTurns(state: ConversationState): Turn[] {
  const taken = new Set<string>();
  const due: Turn[] = [];
  for (const id of state.open) {
    const turn = state.turns[id];
    if (!turn || taken.has(speakerOf(turn))) continue;
    taken.add(speakerOf(turn));
    if (turn.status === "pending") due.push(turn);
  }
  return due;
}

/** Whether an agent may have something to do because of this event. */
export const mayBeDue = (event: Pick<AnyEvent, "type">): boolean =>
  event.type === "TurnRequested" || endsAttempt(event);
