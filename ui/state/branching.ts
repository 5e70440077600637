/** Going on from somewhere in the past: in a new conversation, for the old one stays as it is. */
import { fork } from "./commands.ts";
import { leave } from "./replay.ts";
import { go } from "./router.ts";
import { orSay } from "./toast.ts";
import { glassOpen } from "./ui_state.ts";
import { roomy } from "./widths.ts";

/** Makes a conversation of the events up to `seq` and goes there; why it could not be made is said. */
export async function branch(conversationId: string, seq: number): Promise<void> {
  const answer = await orSay(fork(conversationId, seq));
  if (!answer.ok) return;
  leave();
  // Where the glass lies over the chat, one would not see where one has come to.
  if (!roomy.peek()) glassOpen.value = false;
  go(`/c/${answer.value.conversation.id}`);
}
