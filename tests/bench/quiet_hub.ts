/** A hub of event streams on a system in which nothing happens but what a bench tells. */
import type { Live, System } from "../../actors/system.ts";
import { EventHub } from "../../server/stream/event_hub.ts";

/** The place in the order of events from which its streams begin. */
export const BEGINNING = `e.${"0".repeat(20)}.0`;

export function quietHub(): { readonly hub: EventHub; tell(live: Live): void } {
  const listeners = new Set<(live: Live) => void>();
  const quiet = {
    log: { order: { page: () => Promise.resolve([]), end: () => Promise.resolve(BEGINNING) } },
    drafts: () => [],
    waits: () => [],
    lastReads: () => [],
    subscribe(listener: (live: Live) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  // Only what a stream of live events touches is there.
  const hub = new EventHub(quiet as unknown as System);
  return {
    hub,
    tell(live) {
      for (const listener of listeners) listener(live);
    },
  };
}
