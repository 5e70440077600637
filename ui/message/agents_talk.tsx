/** What the agents of an agency said to one another: folded away, one click from the person's view. */
import { Name } from "../parts/avatar.tsx";
import { participantOf } from "../../projections/conversation/conversation.ts";
import { plural } from "../parts/format.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { Item } from "./message.tsx";

export function Behind({ store, ids }: { store: ConversationStore; ids: readonly string[] }) {
  return (
    <details class="behind">
      <summary>{plural(ids.length, "message")} behind the glass</summary>
      {ids.map((id) => (
        <div key={id} class="aside">
          <Between store={store} id={id} />
          <Item store={store} id={id} />
        </div>
      ))}
    </details>
  );
}

/** Who says it to whom, and why now: what a person would have to guess from the words. */
function Between({ store, id }: { store: ConversationStore; id: string }) {
  const { state } = store;
  const message = state.messages[id];
  if (!message) return null;
  const reason = state.turns[message.turnId ?? ""]?.reason.text;
  const to = message.to === undefined
    ? null
    // What reached nobody stays with its author.
    : message.to === message.participantId
    ? "nobody"
    : participantOf(state, message.to)?.name ?? "somebody who left";
  return (
    <p class="to">
      <b>
        <Name of={message.author.name} />
      </b>
      {to !== null && " to "}
      {to !== null && <b>{to}</b>}
      {reason && <span class="why">{` · ${reason}`}</span>}
    </p>
  );
}
