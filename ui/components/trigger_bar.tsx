/** On request: one button per agent, and one for all in turn (S4-49…53). */
import { useSignal } from "@preact/signals";
import { agentStatus } from "../../projections/conversation.ts";
import { write } from "../store/api.ts";
import type { ConversationStore } from "../store/conversation_store.ts";
import { outbox } from "../store/store.ts";
import { say } from "../store/ui_store.ts";
import { Avatar } from "./avatar.tsx";

export function TriggerBar({ store }: { store: ConversationStore }) {
  store.tick.value;
  const asking = useSignal<string | null>(null);
  const { participants, mode, open } = store.state;
  if (mode !== "manual" || participants.length === 0) return null;
  // What was just sent must be there before anybody is asked about it.
  const sending = outbox.items.value.some((item) =>
    item.conversationId === store.id && item.status === "sending"
  );
  const busy = asking.value !== null || open.length > 0 || sending;
  const ask = async (who: string, path: string) => {
    if (asking.value !== null) return;
    asking.value = who;
    const answer = await write("POST", `/api/conversations/${store.id}/${path}`);
    asking.value = null;
    if (!answer.ok) say(answer.message, true);
  };
  return (
    <div class="trigger-bar" role="group" aria-label="Ask an agent">
      <span>Ask agent:</span>
      {participants.map((p) => {
        const spinning = asking.value === p.id ||
          ["answering", "waiting"].includes(agentStatus(store.state, p));
        return (
          <button
            type="button"
            key={p.id}
            class="outline"
            data-color={p.color}
            disabled={busy || !p.enabled}
            aria-busy={spinning}
            onClick={() => void ask(p.id, `trigger_agent/${p.agentId}`)}
          >
            {spinning ? <span class="spinner" /> : <Avatar name={p.name} />}
            {p.name}
          </button>
        );
      })}
      <button type="button" class="outline" disabled={busy} onClick={() => void ask("all", "trigger_all")}>
        Ask all
      </button>
    </div>
  );
}
