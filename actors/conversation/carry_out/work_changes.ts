/** What events do to the work rows, in the same commit: the rows say who is alive, the log decides. */
import type { NewConversationEvent } from "../../../events/catalog/conversation.ts";
import { endsTurn } from "../../../projections/conversation/turn_ends.ts";
import type { WorkChange, WorkRow } from "../../../events/store/types.ts";

/** A turn's row as its actor last saw it: the commit fails unless it is still the same. */
export interface Fence {
  readonly turnId: string;
  readonly stamp: string;
}

const EMPTY = { beat: 0, length: 0, reasoningLength: 0 };

/** One change per row, whatever the number of events that concern it. */
export function workChanges(
  events: readonly NewConversationEvent[],
  fence: Fence | undefined,
): WorkChange[] {
  const rows = new Map<string, WorkRow | null>();
  for (const event of events) {
    if (endsTurn(event)) rows.set(event.data.turnId, null);
    else if (event.type === "TurnRequested") {
      rows.set(event.data.turnId, { attempt: 0, owner: null, ...EMPTY });
    } else if (event.type === "TurnStarted") {
      rows.set(event.data.turnId, { attempt: event.data.attempt, owner: event.data.owner, ...EMPTY });
    } else if (event.type === "TurnInterrupted") {
      rows.set(event.data.turnId, { attempt: event.data.attempt, owner: null, ...EMPTY });
    }
  }
  return [...rows].map(([turnId, row]) => ({
    turnId,
    row,
    ...(fence?.turnId === turnId ? { expect: fence.stamp } : {}),
  }));
}
