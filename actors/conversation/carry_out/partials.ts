/**
 * Whoever ends a turn it does not run takes the turn's work row first, so that its owner can show nothing
 * more, and then what had been shown, so that every character a person saw is in the event.
 */
import type { ConversationEvents, NewConversationEvent } from "../../../events/catalog/conversation.ts";
import type { Draft, EventLog } from "../../../events/store/types.ts";
import { endsAttempt } from "../../../projections/conversation/turn_ends.ts";
import type { ConversationState } from "../../../projections/conversation/state.ts";

type CutShort = "TurnFailed" | "TurnCancelled" | "TurnInterrupted";

/** The attempt ends before its answer was whole. */
function cutsShort(event: NewConversationEvent): event is ConversationEvents[CutShort] {
  return endsAttempt(event) && event.type !== "TurnCompleted";
}

/** Turns that run and that `events` end or put back, other than the one whose owner is asking. */
export function turnsToFence(
  events: readonly NewConversationEvent[],
  state: ConversationState,
  own: string | undefined,
): string[] {
  const ids = new Set<string>();
  for (const event of events) {
    if (!cutsShort(event)) continue;
    const { turnId } = event.data;
    if (turnId !== own && state.turns[turnId]?.status === "running") ids.add(turnId);
  }
  return [...ids];
}

/** Puts what was shown of each fenced turn into the first event that ends it. */
export function withPartials(
  events: readonly NewConversationEvent[],
  drafts: ReadonlyMap<string, Draft>,
): NewConversationEvent[] {
  const left = new Map(drafts);
  return events.map((event) => {
    if (!cutsShort(event)) return event;
    const draft = left.get(event.data.turnId);
    if (!draft) return event;
    left.delete(event.data.turnId);
    const shown = {
      ...(draft.text ? { partial: draft.text } : {}),
      ...(draft.reasoning ? { reasoning: draft.reasoning } : {}),
    };
    // The spread of a union member keeps its type and data together.
    return { ...event, data: { ...event.data, ...shown } } as NewConversationEvent;
  });
}

/** Fences `turnIds` and answers what their owners had shown. `owner` must be new for each call. */
export async function takeDrafts(
  log: EventLog,
  conversationId: string,
  turnIds: readonly string[],
  owner: string,
): Promise<Map<string, Draft>> {
  const drafts = new Map<string, Draft>();
  if (turnIds.length === 0) return drafts;
  for (const [turnId, taken] of await log.drafts.fence(conversationId, turnIds, owner)) {
    if (taken) drafts.set(turnId, taken.draft);
  }
  return drafts;
}
