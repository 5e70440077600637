/**
 * Whoever ends a turn it does not run takes the turn's work row first, so that its owner can show nothing
 * more, and then what had been shown, so that every character a person saw is in the event.
 */
import type { ConversationEvents, NewConversationEvent } from "../../../events/catalog/conversation.ts";
import type { EventLog } from "../../../events/store/types.ts";
import { endsAttempt } from "../../../projections/conversation/turn_ends.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";

type CutShort = "TurnFailed" | "TurnCancelled" | "TurnInterrupted";

/** The attempt ends before its answer was whole. */
function cutsShort(event: NewConversationEvent): event is ConversationEvents[CutShort] {
  return endsAttempt(event) && event.type !== "TurnCompleted";
}

/**
 * `events`, of which the first that ends a running turn holds what was shown of it; these turns are fenced.
 * @param own the turn whose owner is asking: what it showed is in its event already
 * @param owner stands in the fenced rows; must be new for each call
 */
export async function withPartials(
  log: Pick<EventLog, "drafts">,
  events: readonly NewConversationEvent[],
  state: ConversationState,
  own: string | undefined,
  owner: string,
): Promise<readonly NewConversationEvent[]> {
  const ended = new Set(events.filter(cutsShort).map(({ data }) => data.turnId));
  const turnIds = [...ended].filter((id) => id !== own && state.turns[id]?.status === "running");
  if (turnIds.length === 0) return events;
  const taken = await log.drafts.fence(state.id, turnIds, owner);
  return events.map((event) => {
    if (!cutsShort(event)) return event;
    const draft = taken.get(event.data.turnId)?.draft;
    if (!draft) return event;
    taken.delete(event.data.turnId);
    const shown = {
      ...(draft.text ? { partial: draft.text } : {}),
      ...(draft.reasoning ? { reasoning: draft.reasoning } : {}),
    };
    // The spread of a union member keeps its type and data together.
    return { ...event, data: { ...event.data, ...shown } } as NewConversationEvent;
  });
}
