/** The answers that a merged one was written from; each leads there. */
import { AuthorMark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { reveal } from "../state/revealing.ts";
import { words } from "../words/answers.ts";
import { colorOf } from "./facts.tsx";
import { light } from "./saw_marks.tsx";

export function Sources({ store, ids }: { store: ConversationStore; ids: readonly string[] }) {
  const { state } = store;
  return (
    <p class="sources">
      {words.mergedFrom}
      {ids.flatMap((id) => state.messages[id] ?? []).map((message) => (
        <button
          type="button"
          key={message.id}
          data-color={colorOf(state, message)}
          onPointerEnter={() => light(message.id, true)}
          onPointerLeave={() => light(message.id, false)}
          onClick={() => void reveal(store.id, message.id)}
        >
          <AuthorMark
            roster={state}
            participantId={message.participantId ?? message.author.name}
            name={message.author.name}
            size={18}
          />
          <Name of={message.author.name} />
        </button>
      ))}
    </p>
  );
}
