/** What waits for a person. */
import type { ConversationState, Message, ToolUse } from "../shapes/folds.ts";

/** Whether a tool call waits for a person's word. */
export function waits(use: ToolUse): boolean {
  return use.asks === true && use.allowed === undefined && use.status === undefined;
}

/** The call that a running answer waits for a person with, and when it is refused by itself; null: none. */
export function permissionOf(state: ConversationState, message: Message) {
  if (message.status !== "streaming") return null;
  const { attempt } = state.turns[message.turnId ?? ""] ?? {};
  const use = state.bodies[message.id]?.tools?.find((use) => waits(use) && use.attempt === attempt);
  if (!use) return null;
  const { callId, tool, address = null, refusesAt = null } = use;
  return { callId, tool, address, refusesAt };
}
