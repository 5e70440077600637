/** Who wants to hear of every event of every conversation, as it comes. */
import type { ListRow } from "../../projections/shapes/views.ts";
import type { LocatedEvent } from "../../server/contract/event_frames.ts";

/** `row`: the conversation's, as it was before the event. */
type Listener = (event: LocatedEvent, row: ListRow | undefined) => void;

const listeners = new Set<Listener>();

/** Until what this returns is called. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellAll(event: LocatedEvent, row: ListRow | undefined): void {
  for (const listener of listeners) listener(event, row);
}
