/** What the program has to say, where it happened, with the next step. That an answer failed its own card tells. */
import { clock } from "../parts/format.ts";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { showContext } from "../state/ui_state.ts";
import { words } from "../words/answers.ts";
import { words as server } from "../words/sayings.ts";

export function Notice({ store, shown: { message, body } }: { store: ConversationStore; shown: Shown }) {
  const failed = message.notice?.code === "turn_failed";
  const nearlyFull = message.notice?.code === "context_warning" ? message.notice.participantId : undefined;
  return (
    <p id={message.id} class={`notice${failed ? " bad" : ""}`} role={failed ? "alert" : undefined}>
      <span>{message.erased ? words.erased : body && server.notice(body.content)}</span>{" "}
      <time dateTime={message.at}>{clock(message.at)}</time>{" "}
      {message.notice?.code === "no_agents" && store.live && <span>{words.turnOn}</span>}
      {nearlyFull !== undefined && store.live && (
        <button
          type="button"
          class="quiet"
          onClick={() => showContext(nearlyFull)}
        >
          {words.whatItWillSee}
        </button>
      )}
    </p>
  );
}
