/** What the program has to say, where it happened, with the next step. A failed answer holds its own Retry. */
import { clock } from "../parts/format.ts";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { showContext } from "../state/ui_state.ts";

export function Notice({ store, shown: { message, body } }: { store: ConversationStore; shown: Shown }) {
  const failed = message.notice?.code === "turn_failed";
  const nearlyFull = message.notice?.code === "context_warning" ? message.notice.participantId : undefined;
  return (
    <p class={`notice${failed ? " bad" : ""}`} role={failed ? "alert" : undefined}>
      <span>{message.erased ? "Erased." : body?.content}</span>{" "}
      <time dateTime={message.at}>{clock(message.at)}</time>{" "}
      {message.notice?.code === "no_agents" && store.live && (
        <span>Click a pill above to turn an agent on.</span>
      )}
      {nearlyFull !== undefined && store.live && (
        <button
          type="button"
          class="quiet"
          onClick={() => showContext(nearlyFull)}
        >
          What it will see
        </button>
      )}
    </p>
  );
}
