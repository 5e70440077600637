/** The checkbox of a message: whether later answers are written with it in view. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Message } from "../../projections/shapes/folds.ts";
import { include } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay } from "../state/toast.ts";
import { words } from "../words/answers.ts";
import { tellLeftOut, tellTakenIn } from "./leaving_out.ts";

export function InContext({ store, message }: { store: ConversationStore; message: Message }) {
  // What was chosen, until the conversation says so: whatever else is drawn meanwhile, the box stays as it was left.
  const chosen = useSignal<boolean | null>(null);
  useEffect(() => void (chosen.value = null), [message.included]);
  const toggle = async (box: HTMLInputElement) => {
    const included = box.checked;
    chosen.value = included;
    const { ok } = await orSay(include(store.id, message.id, included));
    if (!ok) {
      chosen.value = null;
      box.checked = message.included;
    } else if (included) tellTakenIn(store.id, message.id);
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
        checked={chosen.value ?? message.included}
        onChange={(event) => void toggle(event.currentTarget)}
      />
      <span>{message.pinned ? words.pinned : message.included ? words.inContext : words.leftOut}</span>
    </label>
  );
}
