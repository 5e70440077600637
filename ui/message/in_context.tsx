/** The checkbox of a message: whether later answers are written with it in view. */
import type { Message } from "../../projections/shapes/folds.ts";
import { include } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay } from "../state/toast.ts";
import { words } from "../words/answers.ts";
import { tellLeftOut, tellTakenIn } from "./leaving_out.ts";

export function InContext({ store, message }: { store: ConversationStore; message: Message }) {
  const toggle = async (box: HTMLInputElement) => {
    const included = box.checked;
    const { ok } = await orSay(include(store.id, message.id, included));
    if (!ok) box.checked = message.included;
    else if (included) tellTakenIn(store.id, message.id);
    else tellLeftOut(store.id, message.id);
  };
  return (
    <label
      class={`in-context${message.pinned ? " pinned" : ""}`}
      title={message.pinned ? words.pinnedHelp : message.included ? words.inContextHelp : words.leftOutHelp}
    >
      <input
        type="checkbox"
        disabled={!store.live}
        checked={message.included}
        onChange={(event) => void toggle(event.currentTarget)}
      />
      <span>{message.pinned ? words.pinned : message.included ? words.inContext : words.leftOut}</span>
    </label>
  );
}
