/** Whose conversation it is. */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { Call } from "../http/route.ts";

/** Whether the caller began the conversation. */
export async function isOwn(call: Call, conversationId: string): Promise<boolean> {
  for await (const [first] of call.services.system.log.read(conversationId, 0, 1)) {
    // A copy has the first event of what it was made from, and is somebody else's.
    const started = first && conversationEvent(first);
    const copied = started?.type === "ConversationStarted" && started.data.lineage !== undefined;
    return first?.by.id === call.by.id && !copied;
  }
  return false;
}
