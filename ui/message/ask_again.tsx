/** Asks one agent again, as a new turn; what it said stays (P11). */
import type { Message } from "../../projections/conversation/state.ts";
import { write } from "../state/api.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { say } from "../state/ui_state.ts";

export function Again(
  { store, message, label, before }: {
    store: ConversationStore;
    message: Message;
    label: string;
    /** Said where there is room. */
    before?: string;
  },
) {
  const retry = async () => {
    const answer = await write("POST", `/api/conversations/${store.id}/turns/${message.turnId}/retry`);
    if (!answer.ok) say(answer.message, true);
  };
  return (
    <button type="button" onClick={() => void retry()}>
      {before && <span class="roomy">{before}</span>}
      {label}
    </button>
  );
}
