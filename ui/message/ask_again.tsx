/** Asks one agent again, as a new turn; what it said stays (P11). */
import type { Message } from "../../projections/shapes/folds.ts";
import { retry } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay } from "../state/toast.ts";

export function Again(
  { store, message, label, before }: {
    store: ConversationStore;
    message: Message;
    label: string;
    /** Said where there is room. */
    before?: string;
  },
) {
  return (
    <button type="button" onClick={() => void orSay(retry(store.id, message.turnId ?? ""))}>
      {before && <span class="roomy">{before}</span>}
      {label}
    </button>
  );
}
