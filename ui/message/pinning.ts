/** Pins a message, and says at once where that leaves no room to answer. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { pin } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay, say } from "../state/toast.ts";
import { words } from "../words/answers.ts";

export async function setPin(store: ConversationStore, { id }: Message, pinned: boolean): Promise<void> {
  const done = await orSay(pin(store.id, id, pinned));
  if (!done.ok) return;
  const names = done.value.overfull.map(({ participantId }) =>
    clearText(participantOf(store.state, participantId)?.name ?? "")
  );
  if (names.length > 0) say(words.pinsTooLarge(names.join(", ")), true);
  else say(pinned ? words.pinnedNow : words.unpinnedNow);
}
