/** What sentences are told with at this moment: the open conversation, the tools there are, the chosen language. */
import type { ConversationStore } from "../state/conversation_store.ts";
import { toolCalled } from "../state/tool_names.ts";
import { words } from "../words/story.ts";
import { sentCount } from "./sent_count.ts";
import type { Told } from "./telling.ts";

/** What the sentences are told with; names are those of now, also in the past. */
export function toldOf(live: ConversationStore): Told {
  return {
    state: live.now,
    words,
    tool: toolCalled,
    sent: (turnId, context) => sentCount(live.state, turnId, context),
  };
}
