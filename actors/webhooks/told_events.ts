/** What other programs are told of an event: that it happened and where, by ids; never a word of anybody. */
import type { WEBHOOK_EVENTS } from "../../events/catalog/limits.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import type { Located } from "../../events/store/types.ts";

export type Told = typeof WEBHOOK_EVENTS[number];

/** As it goes out (Standard Webhooks). */
export interface Payload {
  readonly type: Told | "webhook.test";
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, string | number>>;
}

type Ids = Readonly<Record<string, string>>;

/** Which event it is for others, and which ids they need to ask for more. */
function tellingOf(event: ReturnType<typeof conversationEvent>): readonly [Told, Ids] | null {
  switch (event.type) {
    case "ConversationStarted":
      return ["conversation.started", {}];
    case "DeletionRequested":
      return event.data.bringing ? null : ["conversation.deleted", {}];
    case "DeletionWithdrawn":
      return event.data.brought ? ["conversation.started", {}] : null;
    case "MessagePosted":
      return event.data.role === "user" ? ["message.posted", { messageId: event.data.messageId }] : null;
    case "TurnCompleted":
      return ["answer.completed", { turnId: event.data.turnId, messageId: event.data.messageId }];
    case "TurnFailed":
      return ["answer.failed", { turnId: event.data.turnId, code: event.data.error.code }];
    case "TurnCancelled":
      return ["answer.stopped", { turnId: event.data.turnId }];
    case "ToolCalled": {
      const { turnId, callId, asks } = event.data;
      return asks ? ["permission.asked", { turnId, callId }] : null;
    }
    case "InputAsked":
      return ["input.asked", { turnId: event.data.turnId, callId: event.data.callId }];
    case "ExchangeCompleted":
      return ["exchange.completed", {}];
    default:
      return null;
  }
}

/** Null: nobody is told of it. */
export function payloadOf({ stream, event }: Located): (Payload & { readonly type: Told }) | null {
  const telling = stream === WORKSPACE ? null : tellingOf(conversationEvent(event));
  if (!telling) return null;
  const [type, ids] = telling;
  const { seq, exchange, by } = event;
  const who = by.kind === "agent" ? { agentId: by.id } : {};
  const whose = exchange === undefined ? {} : { exchange };
  return { type, timestamp: event.at, data: { conversationId: stream, seq, ...whose, ...who, ...ids } };
}
