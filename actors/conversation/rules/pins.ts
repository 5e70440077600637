/** Decisions about pins: messages that count wherever the window of an agent begins. */
import { PINS } from "../../../events/catalog/limits.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";

/** What is pinned counts: one that was left out is put in with it. Pinning what is pinned changes nothing. */
export function pin({ messageId, pinned }: CommandOf<"pin">, now: Decision): Answer | Refusal {
  const { messages, order } = now.state;
  const message = messages[messageId];
  if (!message) return refuse("not_found", "There is no such message in this conversation.");
  if ((message.pinned ?? false) === pinned) return { messageId };
  if (!pinned) {
    now.add("PinSet", { messageId, pinned });
    return { messageId };
  }
  if (message.role === "system" || message.passed) {
    return refuse("validation", "System messages are never part of the context.", "pinned");
  }
  if (message.erased) return refuse("validation", "What this message said is gone.", "pinned");
  if (order.filter((id) => messages[id]?.pinned).length >= PINS) {
    return refuse("validation", `At most ${PINS} messages of a conversation can be pinned.`, "pinned");
  }
  if (!message.included) now.add("InclusionSet", { messageId, included: true });
  now.add("PinSet", { messageId, pinned });
  return { messageId };
}
