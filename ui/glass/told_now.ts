/** What sentences are told with at this moment: the open conversation, the tools there are, the chosen language. */
import type { ConversationStore } from "../state/conversation_store.ts";
import { tools } from "../state/server_state.ts";
import { words } from "../words/story.ts";
import { labelOf } from "../words/tools.ts";
import { sentCount } from "./sent_count.ts";
import type { Told } from "./telling.ts";

/** What the sentences are told with; names are those of now, also in the past. */
export function toldOf(live: ConversationStore): Told {
  return {
    state: live.now,
    words,
    tool: (name) => {
      const tool = tools.value.find((tool) => tool.name === name);
      // What stands in brackets is for whoever chooses tools.
      return tool ? labelOf(tool).replace(/ \([^()]*\)$/, "") : null;
    },
    sent: (turnId, context) => sentCount(live.state, turnId, context),
  };
}
