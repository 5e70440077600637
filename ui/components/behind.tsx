/** What the agents of an agency said to one another: folded away, one click from the person's view. */
import { participantOf } from "../../projections/conversation.ts";
import { plural } from "../format.ts";
import type { ConversationStore } from "../store/conversation_store.ts";
import { Item } from "./message.tsx";

export function Behind({ store, ids }: { store: ConversationStore; ids: readonly string[] }) {
  const to = (id: string): string => {
    const target = store.state.messages[id]?.to;
    return target ? participantOf(store.state, target)?.name ?? "" : "";
  };
  return (
    <details class="behind">
      <summary>{plural(ids.length, "message")} behind the glass</summary>
      {ids.map((id) => (
        <div key={id} class="aside">
          {to(id) && <p class="to">to {to(id)}</p>}
          <Item store={store} id={id} />
        </div>
      ))}
    </details>
  );
}
