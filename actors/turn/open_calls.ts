/** What an attempt that was cut short left of its calls: which had not returned, and where each went. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { broughtBy } from "./request.ts";

interface Places {
  readonly address?: string;
  readonly host?: string;
  readonly definition?: string;
}

/** Where the calls of an attempt went, by `keyOf`: as it was recorded, whatever became of the server since. */
export function placesOf(
  events: readonly ConversationEvent[],
  attempt: number,
): Map<string, Places> {
  const places = new Map<string, Places>();
  for (const { type, data } of events) {
    if (type !== "ToolCalled" || data.attempt !== attempt) continue;
    const { round, callId, address, definition } = data;
    places.set(keyOf(round, callId), {
      ...(address === undefined ? {} : { address }),
      ...(definition === undefined ? {} : { definition }),
      ...broughtBy(data),
    });
  }
  return places;
}

/** `asks`: nobody had said a word yet, so it did not run. `begun`: it may have. */
type Open = "asks" | "refused" | "begun";

/** The calls of an attempt that had not returned, by `keyOf`. */
export function openCalls(events: readonly ConversationEvent[], attempt: number): Map<string, Open> {
  const open = new Map<string, Open>();
  for (const { type, data } of events) {
    if (type !== "ToolCalled" && type !== "ToolDecided" && type !== "ToolReturned") continue;
    if (data.attempt !== attempt) continue;
    const key = keyOf(data.round, data.callId);
    if (type === "ToolCalled") open.set(key, data.asks ? "asks" : "begun");
    else if (type === "ToolDecided") open.set(key, data.allowed ? "begun" : "refused");
    else open.delete(key);
  }
  return open;
}

export function keyOf(round: number, callId: string): string {
  return `${round} ${callId}`;
}
