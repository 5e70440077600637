/** Which turns had a message in their context. */
import { Name } from "../parts/name.tsx";
import { seenBy } from "../../projections/context/requests.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { Sheet } from "../parts/form.tsx";
import { clock } from "../parts/format.ts";
import { current } from "../state/server_state.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/dialogues.ts";

/** It has ended, and its words are there. */
const mayErase = ({ messages }: ConversationState, id: string): boolean =>
  messages[id]?.doneSeq !== undefined && !messages[id].erased;

export function SeenBy({ messageId }: { messageId: string }) {
  const store = current.value;
  if (store && store.missing.value > 0) return null;
  const seen = store ? seenBy(store.state, messageId) : [];
  return (
    <Sheet title={words.seenBy}>
      {seen.length === 0 ? <p>{words.seenByNobody}</p> : (
        <ul>
          {seen.map(({ turnId, participantId, at, messageId: answer }) => (
            <li key={turnId}>
              <Name of={store && participantOf(store.state, participantId)?.name || ""} />, {clock(at)}
              {store?.state.turns[turnId]?.judges && `, ${words.asJudge}`}{" "}
              <button type="button" onClick={() => (dialog.value = { name: "saw", turnId })}>
                {words.saw}
              </button>{" "}
              {store && mayErase(store.state, answer) && (
                <button
                  type="button"
                  onClick={() => (dialog.value = { name: "erase", messageId: answer })}
                >
                  {words.erase}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
