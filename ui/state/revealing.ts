/** Going to a message wherever it stands. */
import { current, older, open, sought, whole } from "./server_state.ts";
import { dialog } from "./ui_state.ts";

/** Pages of older texts fetched at most on the way to a message that was searched for. */
const REVEAL_PAGES = 400;

/** Shows a message wherever it stands: opens its conversation, reads back to it, has it scrolled to. */
export async function reveal(conversationId: string, messageId: string): Promise<void> {
  if (current.value?.id !== conversationId) await open(conversationId);
  const store = current.value;
  if (store?.id !== conversationId || !await whole(store)) return;
  for (let page = 0; page < REVEAL_PAGES && !store.state.bodies[messageId]; page++) {
    if (!store.state.messages[messageId] || !await older(store)) return;
  }
  sought.value = messageId;
}

/** The same from what lies over the page, which closes. */
export function revealBelow(conversationId: string, messageId: string): void {
  dialog.value = null;
  void reveal(conversationId, messageId);
}
