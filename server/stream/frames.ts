/** Server-sent frames as bytes: encoded once per event, whoever reads them (DENO-KV.md, "Event streams"). */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { FrameData, ToldEvent } from "../contract/event_frames.ts";

/** Milliseconds a browser waits before it reconnects. */
export const RETRY_MS = 1_500;

const encoder = new TextEncoder();
export const encode = (text: string): Uint8Array => encoder.encode(text);

/**
 * An event as anybody outside is told it: without the salt of its words. What was erased could be guessed by whoever
 * kept the salt of it.
 */
export function told({ salt: _, ...event }: AnyEvent): ToldEvent {
  return event;
}

/** One frame. JSON never holds a line break, so data cannot forge a field (CVE-2026-29085). */
export function frame<N extends keyof FrameData>(event: N, data: FrameData[N], id?: string): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

export const RETRY_FRAME = `retry: ${RETRY_MS}\n\n`;
export const HEARTBEAT = encode(": hb\n\n");

/** Who a turn belongs to: its events name only the turn. */
export interface TurnOwner {
  readonly participantId: string;
  readonly messageId: string;
}

/**
 * The summary frames that follow an event: `agent:update` and `all:complete` (S2-36, S2-37, S2-39). An update has
 * the four fields of S2-37, and in the stream of `all` conversations also whose it is.
 */
export function summaryFrames(
  conversationId: string,
  event: AnyEvent,
  ownerOf: (turnId: string) => TurnOwner | undefined,
  all: boolean,
): string {
  const whose = all ? { conversationId } : {};
  const update = (
    status: FrameData["agent:update"]["status"],
    turnId: string,
    more: { error?: string } = {},
  ) => {
    const owner = ownerOf(turnId);
    if (!owner) return "";
    const { participantId: conversationAgentId, messageId } = owner;
    return frame("agent:update", { ...whose, conversationAgentId, status, messageId, ...more });
  };
  const known = conversationEvent(event);
  switch (known.type) {
    case "TurnStarted":
      return update("thinking", known.data.turnId);
    case "TurnCompleted":
      return update("complete", known.data.turnId);
    case "TurnCancelled":
      return update("cancelled", known.data.turnId);
    case "TurnFailed":
      return update("error", known.data.turnId, { error: known.data.error.message });
    case "ExchangeCompleted":
      return frame("all:complete", { conversationId });
    default:
      return "";
  }
}
