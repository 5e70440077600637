/** From a dialog into the conversation that it made. */
import type { Changed } from "../../server/contract/conversation_shapes.ts";
import type { Answer } from "../state/api.ts";
import { go } from "../state/router.ts";
import { dialog } from "../state/ui_state.ts";

/** Answers with why there is none to open, in words; "" where there is one. */
export function openMade(answer: Answer<Changed>): string {
  if (!answer.ok) return answer.message;
  dialog.value = null;
  go(`/c/${answer.value.conversation.id}`);
  return "";
}
