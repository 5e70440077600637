/** What the program has to say, where it happened, with the next step. */
import { clock } from "../format.ts";
import type { ConversationStore, Shown } from "../store/conversation_store.ts";
import { Again } from "./again.tsx";

export function Notice({ store, shown: { message, body } }: { store: ConversationStore; shown: Shown }) {
  const failed = message.notice?.code === "turn_failed";
  const turn = store.state.turns[message.notice?.turnId ?? ""];
  const answer = turn && store.state.messages[turn.messageId];
  return (
    <p class={`notice${failed ? " bad" : ""}`} role={failed ? "alert" : undefined}>
      <span>{body?.content}</span> <time dateTime={message.at}>{clock(message.at)}</time>{" "}
      {failed && answer && store.live && <Again store={store} message={answer} label="Retry" />}
      {message.notice?.code === "no_agents" && store.live && (
        <span>Click a pill above to turn an agent on.</span>
      )}
    </p>
  );
}
